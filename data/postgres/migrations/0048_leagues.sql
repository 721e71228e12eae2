-- See data/sqlite/migrations/0048_leagues.sql.
CREATE TABLE leagues (
    id bigint PRIMARY KEY REFERENCES subjects (id),
    guild bigint NOT NULL,
    host bigint NOT NULL,
    state text NOT NULL,
    language text NOT NULL,
    changed double precision NOT NULL,
    due double precision,
    document text NOT NULL
);
CREATE INDEX leagues_guild ON leagues (guild);
CREATE INDEX leagues_due ON leagues (due) WHERE due IS NOT NULL;

CREATE TABLE league_players (
    subject_id bigint NOT NULL REFERENCES leagues (id),
    "user" bigint NOT NULL,
    name text NOT NULL,
    since double precision NOT NULL,
    PRIMARY KEY (subject_id, "user")
);
CREATE INDEX league_players_user ON league_players ("user");

ALTER TABLE tournaments ADD COLUMN league bigint;
CREATE INDEX tournaments_league ON tournaments (league) WHERE league IS NOT NULL;
