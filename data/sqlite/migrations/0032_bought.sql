-- Which of a person's rated games was the last in which they proved themselves; 0: none.
ALTER TABLE ratings ADD COLUMN proof INTEGER NOT NULL DEFAULT 0;

-- Whether a game like it, with the same people on the same day, counts on the boards by wins, places and games already: on those
-- of its own game, and on those of all games. NULL: the game ended before this was so, and counts.
ALTER TABLE results ADD COLUMN repeated INTEGER;
ALTER TABLE results ADD COLUMN repeated_overall INTEGER;

-- Meetings are counted over the last 24 hours, no longer by days that turn at midnight.
DROP TABLE meetings;
CREATE TABLE meetings (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    pair TEXT NOT NULL,
    guild INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, pair)
) STRICT, WITHOUT ROWID;
CREATE INDEX meetings_pair ON meetings (guild, pair);

DROP INDEX results_recent;
CREATE INDEX results_recent ON results (guild, rated, at, game, variant, user, rating_place, repeated, repeated_overall);
