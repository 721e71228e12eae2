-- Leagues, and who has signed up for their next season. A tournament with a `league` is a division of one of its seasons.

-- `due`: when the league must be looked at next. `document`: all other fields, as JSON (tables/leagues/league_rows.py).
CREATE TABLE leagues (
    id INTEGER PRIMARY KEY REFERENCES subjects (id),
    guild INTEGER NOT NULL,
    host INTEGER NOT NULL,
    state TEXT NOT NULL,
    language TEXT NOT NULL,
    changed REAL NOT NULL,
    due REAL,
    document TEXT NOT NULL
) STRICT;
CREATE INDEX leagues_guild ON leagues (guild);
CREATE INDEX leagues_due ON leagues (due) WHERE due IS NOT NULL;

CREATE TABLE league_players (
    subject_id INTEGER NOT NULL REFERENCES leagues (id),
    user INTEGER NOT NULL,
    name TEXT NOT NULL,
    since REAL NOT NULL,
    PRIMARY KEY (subject_id, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX league_players_user ON league_players (user);

ALTER TABLE tournaments ADD COLUMN league INTEGER;
CREATE INDEX tournaments_league ON tournaments (league) WHERE league IS NOT NULL;
