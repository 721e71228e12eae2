-- How a server wants it: JSON, see tables/server.py.
CREATE TABLE servers (guild INTEGER PRIMARY KEY, settings TEXT NOT NULL) STRICT;
-- What was changed and done in a server by whom, for those who look after it; about: JSON.
CREATE TABLE server_log (
    guild INTEGER NOT NULL,
    number INTEGER NOT NULL,
    at REAL NOT NULL,
    user INTEGER NOT NULL,
    what TEXT NOT NULL,
    about TEXT NOT NULL,
    PRIMARY KEY (guild, number)
) STRICT, WITHOUT ROWID;
-- Who may not sit at a server's tables, and until when.
CREATE TABLE exclusions (
    guild INTEGER NOT NULL,
    user INTEGER NOT NULL,
    until REAL NOT NULL,
    by INTEGER NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (guild, user)
) STRICT, WITHOUT ROWID;
-- Who wants to hear nothing of a table.
CREATE TABLE mutes (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user INTEGER NOT NULL,
    PRIMARY KEY (table_id, user)
) STRICT, WITHOUT ROWID;
-- The channel in which the table was opened, where it has a thread of its own: that is its `channel` then.
ALTER TABLE tables ADD COLUMN home INTEGER;
CREATE INDEX tables_open_at_home ON tables (home) WHERE home IS NOT NULL AND state IN ('lobby', 'playing');
