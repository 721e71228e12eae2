-- A tournament: its number is that of a row of `tables` without a game of its own, which has its server, channel and host.
CREATE TABLE tournaments (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    guild INTEGER NOT NULL,
    state TEXT NOT NULL,
    rules TEXT NOT NULL,
    rounds TEXT NOT NULL,
    due REAL
) STRICT;
CREATE INDEX tournaments_due ON tournaments (due) WHERE due IS NOT NULL;
CREATE INDEX tournaments_open ON tournaments (guild) WHERE state IN ('lobby', 'running');

-- Who takes part; rounds name them by number.
CREATE TABLE entrants (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,
    user INTEGER NOT NULL,
    name TEXT NOT NULL,
    withdrawn INTEGER NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX entrants_user ON entrants (user);

-- The tables of a tournament's rounds. `ended`: the game has ended, and the tournament has not noted it yet.
CREATE TABLE tournament_games (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    tournament INTEGER NOT NULL,
    round INTEGER NOT NULL,
    number INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    UNIQUE (tournament, round, number)
) STRICT;
CREATE INDEX tournament_games_ended ON tournament_games (tournament) WHERE ended = 1;
