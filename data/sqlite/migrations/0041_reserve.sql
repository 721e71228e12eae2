-- People who wait for a place in a tournament, and those whom an organiser has removed from it.
ALTER TABLE entrants ADD COLUMN status TEXT NOT NULL DEFAULT '';
