-- The colour that a person has chosen at a table, and those they like to play in ('': none).
ALTER TABLE seats ADD COLUMN colour TEXT NOT NULL DEFAULT '';
ALTER TABLE people ADD COLUMN colours TEXT NOT NULL DEFAULT '';
