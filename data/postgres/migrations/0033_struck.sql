-- See data/sqlite/migrations/0033_struck.sql.
DELETE FROM journal WHERE undone;
ALTER TABLE journal DROP COLUMN undone;
