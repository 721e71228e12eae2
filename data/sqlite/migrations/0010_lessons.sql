-- JSON: by game, the moves a person has made in its lesson.
ALTER TABLE people ADD COLUMN lessons TEXT NOT NULL DEFAULT '{}';
