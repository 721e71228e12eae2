-- See data/sqlite/migrations/0019_seasons.sql.
CREATE TABLE seasons_ended (guild bigint PRIMARY KEY, month bigint NOT NULL);

CREATE TABLE crests (
    guild bigint NOT NULL,
    "user" bigint NOT NULL,
    game text NOT NULL,
    crest text NOT NULL,
    table_id bigint NOT NULL,
    at double precision NOT NULL,
    PRIMARY KEY (guild, "user", game, crest, table_id)
);
