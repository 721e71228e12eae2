-- See data/sqlite/migrations/0011_ahead.sql.
ALTER TABLE tables ADD COLUMN ahead text NOT NULL DEFAULT '[]';
