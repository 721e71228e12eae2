-- See data/sqlite/migrations/0012_display.sql.
ALTER TABLE tables ADD COLUMN display text NOT NULL DEFAULT 'picture';
ALTER TABLE people ADD COLUMN display text NOT NULL DEFAULT 'picture';
