-- Keys to the pages on which people play: a link's key, good once, or the key of a session. Only their hashes are stored.
-- `until`: when it ends, in Unix seconds; a session's is moved on while it is used.
CREATE TABLE page_keys (
    digest TEXT PRIMARY KEY,
    user INTEGER NOT NULL,
    table_id INTEGER NOT NULL,
    once INTEGER NOT NULL,
    at REAL NOT NULL,
    until REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX page_keys_user ON page_keys (user);
CREATE INDEX page_keys_table ON page_keys (table_id);
