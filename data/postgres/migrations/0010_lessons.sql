-- See data/sqlite/migrations/0010_lessons.sql.
ALTER TABLE people ADD COLUMN lessons text NOT NULL DEFAULT '{}';
