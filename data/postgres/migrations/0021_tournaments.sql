-- See data/sqlite/migrations/0021_tournaments.sql.
CREATE TABLE tournaments (
    table_id bigint PRIMARY KEY REFERENCES tables (id),
    guild bigint NOT NULL,
    state text NOT NULL,
    rules text NOT NULL,
    rounds text NOT NULL,
    due double precision
);
CREATE INDEX tournaments_due ON tournaments (due) WHERE due IS NOT NULL;
CREATE INDEX tournaments_open ON tournaments (guild) WHERE state IN ('lobby', 'running');

CREATE TABLE entrants (
    table_id bigint NOT NULL REFERENCES tables (id),
    number bigint NOT NULL,
    "user" bigint NOT NULL,
    name text NOT NULL,
    withdrawn boolean NOT NULL,
    PRIMARY KEY (table_id, number)
);
CREATE INDEX entrants_user ON entrants ("user");

CREATE TABLE tournament_games (
    table_id bigint PRIMARY KEY REFERENCES tables (id),
    tournament bigint NOT NULL,
    round bigint NOT NULL,
    number bigint NOT NULL,
    ended boolean NOT NULL,
    UNIQUE (tournament, round, number)
);
CREATE INDEX tournament_games_ended ON tournament_games (tournament) WHERE ended;
