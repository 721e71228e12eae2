-- See data/sqlite/migrations/0015_themes.sql.
ALTER TABLE tables ADD COLUMN theme text NOT NULL DEFAULT 'dark';
ALTER TABLE people ADD COLUMN theme text;
