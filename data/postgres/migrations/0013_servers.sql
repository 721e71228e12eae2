-- See data/sqlite/migrations/0013_servers.sql.
CREATE TABLE servers (guild bigint PRIMARY KEY, settings text NOT NULL);
CREATE TABLE server_log (
    guild bigint NOT NULL,
    number bigint NOT NULL,
    at double precision NOT NULL,
    "user" bigint NOT NULL,
    what text NOT NULL,
    about text NOT NULL,
    PRIMARY KEY (guild, number)
);
CREATE TABLE exclusions (
    guild bigint NOT NULL,
    "user" bigint NOT NULL,
    until double precision NOT NULL,
    by bigint NOT NULL,
    reason text NOT NULL,
    PRIMARY KEY (guild, "user")
);
CREATE TABLE mutes (
    table_id bigint NOT NULL REFERENCES tables (id),
    "user" bigint NOT NULL,
    PRIMARY KEY (table_id, "user")
);
ALTER TABLE tables ADD COLUMN home bigint;
CREATE INDEX tables_open_at_home ON tables (home) WHERE home IS NOT NULL AND state IN ('lobby', 'playing');
