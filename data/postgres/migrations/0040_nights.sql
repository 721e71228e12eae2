-- See data/sqlite/migrations/0040_nights.sql.
CREATE TABLE nights (
    id bigint PRIMARY KEY REFERENCES subjects (id),
    guild bigint NOT NULL,
    host bigint NOT NULL,
    state text NOT NULL,
    language text NOT NULL,
    changed double precision NOT NULL,
    due double precision,
    document text NOT NULL
);
CREATE INDEX nights_guild ON nights (guild);
CREATE INDEX nights_due ON nights (due) WHERE due IS NOT NULL;

CREATE TABLE comers (
    subject_id bigint NOT NULL REFERENCES nights (id),
    number bigint NOT NULL,
    "user" bigint NOT NULL,
    name text NOT NULL,
    answer text NOT NULL,
    here double precision,
    came double precision,
    PRIMARY KEY (subject_id, number)
);
CREATE INDEX comers_user ON comers ("user");
