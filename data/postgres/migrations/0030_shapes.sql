-- See data/sqlite/migrations/0030_shapes.sql.
ALTER TABLE people ADD COLUMN shape text;
