-- The weekly posts of a server: until when the last one told. It is stored together with the outbox row that posts it.
CREATE TABLE weeks (
    id INTEGER PRIMARY KEY REFERENCES subjects (id),
    guild INTEGER NOT NULL UNIQUE,
    until REAL NOT NULL
) STRICT;
