-- See data/sqlite/migrations/0020_personal.sql.
CREATE TABLE data_requests (
    "user" bigint NOT NULL,
    kind text NOT NULL,
    at double precision NOT NULL,
    PRIMARY KEY ("user", kind)
);

CREATE TABLE departures (guild bigint NOT NULL PRIMARY KEY, at double precision NOT NULL);
