-- Whose turn a board shows, so that it goes on for the same person.
ALTER TABLE messages ADD COLUMN seat bigint;
ALTER TABLE posts_begun ADD COLUMN seat bigint;
