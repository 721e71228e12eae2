-- Who gets one message a day: `due`: when the next one is; NULL: they no longer want it. `since`: what the last one told until.
CREATE TABLE digests (
    id INTEGER PRIMARY KEY REFERENCES subjects (id),
    user INTEGER NOT NULL UNIQUE,
    due REAL,
    since REAL NOT NULL
) STRICT;
CREATE INDEX digests_due ON digests (due) WHERE due IS NOT NULL;
