-- The columns are those of the SQLite store, which tells what they mean (data/sqlite/migrations).
CREATE TABLE processes (process text PRIMARY KEY, until double precision NOT NULL);
CREATE TABLE shards (
    shard bigint PRIMARY KEY,
    count bigint NOT NULL,
    process text NOT NULL,
    until double precision NOT NULL
);
CREATE TABLE logins (bucket bigint PRIMARY KEY, at double precision NOT NULL);
