-- The last month of the season whose leaderboard a server was shown last.
CREATE TABLE seasons_ended (guild INTEGER PRIMARY KEY, month INTEGER NOT NULL) STRICT;

-- What people have achieved in finished games that count, as each game names it: made of their last positions and results, and
-- made anew with the ratings.
CREATE TABLE crests (
    guild INTEGER NOT NULL,
    user INTEGER NOT NULL,
    game TEXT NOT NULL,
    crest TEXT NOT NULL,
    table_id INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (guild, user, game, crest, table_id)
) STRICT, WITHOUT ROWID;
