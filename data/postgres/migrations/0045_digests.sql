-- See data/sqlite/migrations/0045_digests.sql.
CREATE TABLE digests (
    id bigint PRIMARY KEY REFERENCES subjects (id),
    "user" bigint NOT NULL UNIQUE,
    due double precision,
    since double precision NOT NULL
);
CREATE INDEX digests_due ON digests (due) WHERE due IS NOT NULL;
