-- See data/sqlite/migrations/0035_colours.sql.
ALTER TABLE seats ADD COLUMN colour text NOT NULL DEFAULT '';
ALTER TABLE people ADD COLUMN colours text NOT NULL DEFAULT '';
