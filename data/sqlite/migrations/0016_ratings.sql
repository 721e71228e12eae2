-- The people of a game that counts for ratings, with the day (UTC) it was started on; '' where it does not count, NULL in the
-- lobby and for games started before this was noted.
ALTER TABLE tables ADD COLUMN company TEXT;
CREATE INDEX tables_company ON tables (guild, company) WHERE company > '';

-- The class of variants a game was of, and its number among the games of its server in the order in which they ended. 0: not
-- numbered yet (a version before this one has stored it), which the next count does.
ALTER TABLE results ADD COLUMN variant TEXT NOT NULL DEFAULT '';
ALTER TABLE results ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
DROP INDEX results_guild;
CREATE INDEX results_unnumbered ON results (guild) WHERE number = 0;
CREATE INDEX results_order ON results (guild, number);
CREATE INDEX results_person ON results (guild, user, number);
CREATE INDEX results_recent ON results (guild, at, game, variant, user, rating_place) WHERE rated = 1;

-- How many games of a server have ended. Whoever counts a game has this row alone.
CREATE TABLE games_ended (guild INTEGER PRIMARY KEY, number INTEGER NOT NULL) STRICT;

-- All that follows is made of `results` alone and can be made anew (`bot.py recompute`). Game '' is all games together.
CREATE TABLE ratings (
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    variant TEXT NOT NULL,
    user INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    games INTEGER NOT NULL,
    met TEXT NOT NULL,
    at REAL NOT NULL,
    streak INTEGER NOT NULL,
    longest INTEGER NOT NULL,
    PRIMARY KEY (guild, game, variant, user)
) STRICT, WITHOUT ROWID;

-- A person's rating after each of their rated games; `field`: the mean mu of the others before it.
CREATE TABLE rating_points (
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    variant TEXT NOT NULL,
    user INTEGER NOT NULL,
    number INTEGER NOT NULL,
    table_id INTEGER NOT NULL,
    at REAL NOT NULL,
    mu REAL NOT NULL,
    field REAL NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (guild, game, variant, user, number)
) STRICT, WITHOUT ROWID;

-- How often at which place, by month (year * 12 + month - 1, UTC); month 0: of all time.
CREATE TABLE tallies (
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    variant TEXT NOT NULL,
    month INTEGER NOT NULL,
    user INTEGER NOT NULL,
    games INTEGER NOT NULL,
    first INTEGER NOT NULL,
    second INTEGER NOT NULL,
    third INTEGER NOT NULL,
    fourth INTEGER NOT NULL,
    PRIMARY KEY (guild, game, variant, month, user)
) STRICT, WITHOUT ROWID;

-- Who wishes to be left out of boards and profiles.
ALTER TABLE people ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
