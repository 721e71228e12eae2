-- See data/sqlite/migrations/0016_ratings.sql.
ALTER TABLE tables ADD COLUMN company text;
CREATE INDEX tables_company ON tables (guild, company) WHERE company > '';

ALTER TABLE results ADD COLUMN variant text NOT NULL DEFAULT '';
ALTER TABLE results ADD COLUMN number bigint NOT NULL DEFAULT 0;
DROP INDEX results_guild;
CREATE INDEX results_unnumbered ON results (guild) WHERE number = 0;
CREATE INDEX results_order ON results (guild, number);
CREATE INDEX results_person ON results (guild, "user", number);
CREATE INDEX results_recent ON results (guild, at, game, variant, "user", rating_place) WHERE rated;

CREATE TABLE games_ended (guild bigint PRIMARY KEY, number bigint NOT NULL);

CREATE TABLE ratings (
    guild bigint NOT NULL,
    game text NOT NULL,
    variant text NOT NULL,
    "user" bigint NOT NULL,
    mu double precision NOT NULL,
    sigma double precision NOT NULL,
    games bigint NOT NULL,
    met text NOT NULL,
    at double precision NOT NULL,
    streak bigint NOT NULL,
    longest bigint NOT NULL,
    PRIMARY KEY (guild, game, variant, "user")
);

CREATE TABLE rating_points (
    guild bigint NOT NULL,
    game text NOT NULL,
    variant text NOT NULL,
    "user" bigint NOT NULL,
    number bigint NOT NULL,
    table_id bigint NOT NULL,
    at double precision NOT NULL,
    mu double precision NOT NULL,
    field double precision NOT NULL,
    place bigint NOT NULL,
    PRIMARY KEY (guild, game, variant, "user", number)
);

CREATE TABLE tallies (
    guild bigint NOT NULL,
    game text NOT NULL,
    variant text NOT NULL,
    month bigint NOT NULL,
    "user" bigint NOT NULL,
    games bigint NOT NULL,
    first bigint NOT NULL,
    second bigint NOT NULL,
    third bigint NOT NULL,
    fourth bigint NOT NULL,
    PRIMARY KEY (guild, game, variant, month, "user")
);

ALTER TABLE people ADD COLUMN hidden boolean NOT NULL DEFAULT false;
