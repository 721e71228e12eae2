-- Moves that were taken back or replaced are deleted with the change that takes them back: nothing reads them.
DELETE FROM journal WHERE undone;
ALTER TABLE journal DROP COLUMN undone;
