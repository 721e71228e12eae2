-- See data/sqlite/migrations/0037_wishes.sql.
CREATE TABLE wish_lists (
    id bigint PRIMARY KEY REFERENCES subjects (id),
    guild bigint NOT NULL,
    language text NOT NULL,
    due double precision,
    document text NOT NULL
);
CREATE INDEX wish_lists_guild ON wish_lists (guild);
CREATE INDEX wish_lists_due ON wish_lists (due) WHERE due IS NOT NULL;

CREATE TABLE wishes (
    subject_id bigint NOT NULL REFERENCES wish_lists (id),
    number bigint NOT NULL,
    "user" bigint NOT NULL,
    name text NOT NULL,
    since double precision NOT NULL,
    until double precision NOT NULL,
    ended double precision,
    how text,
    document text NOT NULL,
    PRIMARY KEY (subject_id, number)
);
CREATE INDEX wishes_user ON wishes ("user");
CREATE INDEX wishes_ended ON wishes (ended) WHERE ended IS NOT NULL;

CREATE TABLE waits (
    subject_id bigint NOT NULL REFERENCES wish_lists (id),
    number bigint NOT NULL,
    speed text NOT NULL,
    at double precision NOT NULL,
    seconds double precision NOT NULL,
    PRIMARY KEY (subject_id, number)
);
