-- Leaderboards of the last days are read from the index alone; what counts is marked in it as in the other store.
DROP INDEX results_recent;
CREATE INDEX results_recent ON results (guild, rated, at, game, variant, "user", rating_place);
