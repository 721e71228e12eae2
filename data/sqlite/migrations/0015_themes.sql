-- Which colours pictures have (data/themes.py): by table for all, by person for what is theirs alone (NULL: the table's).
ALTER TABLE tables ADD COLUMN theme TEXT NOT NULL DEFAULT 'dark';
ALTER TABLE people ADD COLUMN theme TEXT;
