-- See data/sqlite/migrations/0038_days.sql.
CREATE TABLE days (
    day text PRIMARY KEY,
    game text NOT NULL,
    seed text NOT NULL
);

CREATE TABLE day_tries (
    day text NOT NULL,
    "user" bigint NOT NULL,
    guild bigint NOT NULL,
    name text NOT NULL,
    table_id bigint NOT NULL,
    at double precision NOT NULL,
    ended double precision,
    place bigint,
    score bigint,
    PRIMARY KEY (day, "user")
);
CREATE INDEX day_tries_guild ON day_tries (guild, day);
CREATE INDEX day_tries_user ON day_tries ("user");
CREATE INDEX day_tries_table ON day_tries (table_id);
