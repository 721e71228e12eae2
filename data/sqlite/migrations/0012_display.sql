-- What messages show: `picture`, `both` (the text before it) or `text`; by table for all, by person for what is theirs alone.
ALTER TABLE tables ADD COLUMN display TEXT NOT NULL DEFAULT 'picture';
ALTER TABLE people ADD COLUMN display TEXT NOT NULL DEFAULT 'picture';
