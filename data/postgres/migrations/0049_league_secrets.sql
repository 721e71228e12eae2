-- The bot's part of the seeds of a league's next season, whose hash (in the document) is published before people sign up.
ALTER TABLE leagues ADD COLUMN secret bytea NOT NULL DEFAULT '';
