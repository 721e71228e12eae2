-- See data/sqlite/migrations/0017_guests.sql.
ALTER TABLE tables ADD COLUMN guests text NOT NULL DEFAULT '{}';
CREATE TABLE blocks (
    "user" bigint NOT NULL,
    other bigint NOT NULL,
    at double precision NOT NULL,
    PRIMARY KEY ("user", other)
);
CREATE INDEX blocks_other ON blocks (other);
CREATE TABLE subscriptions (
    "user" bigint NOT NULL,
    guild bigint NOT NULL,
    game text NOT NULL,
    told double precision NOT NULL,
    PRIMARY KEY ("user", guild, game)
);
CREATE INDEX subscriptions_guild ON subscriptions (guild, game);
