-- Not for the leaderboard, by agreement: chosen in the lobby.
ALTER TABLE tables ADD COLUMN friendly INTEGER NOT NULL DEFAULT 0;
-- What a moderator wrote when ending the game.
ALTER TABLE tables ADD COLUMN reason TEXT;
-- JSON: people who gave up their seat to somebody else, and an offer of a seat that is open.
ALTER TABLE tables ADD COLUMN departed TEXT NOT NULL DEFAULT '[]';
ALTER TABLE tables ADD COLUMN offer TEXT;
-- Since when nobody has moved, and when the clock looks at it again (tables without a deadline, lobbies).
ALTER TABLE tables ADD COLUMN idle_since REAL;
ALTER TABLE tables ADD COLUMN idle_due REAL;
-- The first table of a series of games among the same people, the number in it, and of how many it is the best (0: no end).
ALTER TABLE tables ADD COLUMN series INTEGER REFERENCES tables (id);
ALTER TABLE tables ADD COLUMN series_number INTEGER NOT NULL DEFAULT 1;
ALTER TABLE tables ADD COLUMN best_of INTEGER NOT NULL DEFAULT 0;

-- Who agreed to end a game without a result is a vote now.
ALTER TABLE tables DROP COLUMN agreed;

-- Whether to mention a person once when a game of theirs ends.
ALTER TABLE people ADD COLUMN mention_end INTEGER NOT NULL DEFAULT 1;

-- Who handed on their seat has a result beside the one who plays it to the end: one a person, not one a seat. `departed`: they
-- left before the end. `void`: the game ended without a result, and `place` is 0.
CREATE TABLE results_by_person (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    user INTEGER NOT NULL,
    name TEXT NOT NULL,
    place INTEGER NOT NULL,
    rating_place INTEGER NOT NULL,
    score INTEGER NOT NULL,
    rated INTEGER NOT NULL,
    at REAL NOT NULL,
    departed INTEGER NOT NULL,
    friendly INTEGER NOT NULL,
    void INTEGER NOT NULL,
    computers INTEGER NOT NULL,
    series INTEGER,
    series_number INTEGER NOT NULL,
    PRIMARY KEY (table_id, user)
) STRICT, WITHOUT ROWID;
INSERT INTO results_by_person
    SELECT
        results.table_id, results.seat, guild, game, results.user, results.name, place, rating_place, score, rated, at,
        coalesce(seats.resigned, 0), 0, 0,
        EXISTS (SELECT 1 FROM seats AS other WHERE other.table_id = results.table_id AND other.user IS NULL),
        NULL, 1
    FROM results LEFT JOIN seats ON seats.table_id = results.table_id AND seats.seat = results.seat;
DROP TABLE results;
ALTER TABLE results_by_person RENAME TO results;
CREATE INDEX results_guild ON results (guild, game) WHERE rated = 1;
CREATE INDEX results_series ON results (series) WHERE series IS NOT NULL;
