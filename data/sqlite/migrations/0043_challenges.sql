-- Challenges: a finished game whose deal others play too. Their tries are kept like those of a castle of the day.

ALTER TABLE day_tries RENAME TO deal_tries;
ALTER TABLE deal_tries RENAME COLUMN day TO deal;

-- `user`: who has played the game at this table and challenges others, until this time.
CREATE TABLE challenges (
    code TEXT PRIMARY KEY,
    user INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    table_id INTEGER NOT NULL UNIQUE,
    until REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX challenges_user ON challenges (user);
