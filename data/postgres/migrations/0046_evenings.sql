-- See data/sqlite/migrations/0046_evenings.sql.
CREATE TABLE evenings (
    night bigint NOT NULL,
    date bigint NOT NULL,
    guild bigint NOT NULL,
    channel bigint NOT NULL,
    starts double precision NOT NULL,
    game text NOT NULL,
    came bigint NOT NULL,
    tables text NOT NULL,
    PRIMARY KEY (night, date)
);
CREATE INDEX evenings_guild ON evenings (guild, starts);
