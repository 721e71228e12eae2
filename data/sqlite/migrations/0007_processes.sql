-- Processes that live, the shards of the gateway that each of them holds, and the turns in which shards log in. Times are the
-- database's own (seconds since 1970); what is older than `until` is free.
CREATE TABLE processes (process TEXT NOT NULL PRIMARY KEY, until REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE shards (
    shard INTEGER NOT NULL PRIMARY KEY,
    count INTEGER NOT NULL, -- how many shards there are in all
    process TEXT NOT NULL,
    until REAL NOT NULL
);
CREATE TABLE logins (bucket INTEGER NOT NULL PRIMARY KEY, at REAL NOT NULL); -- the turn given last
