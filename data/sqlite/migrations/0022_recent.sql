-- Leaderboards of the last days are read from the index alone: it has `rated`, of which the former had only that it is true.
DROP INDEX results_recent;
CREATE INDEX results_recent ON results (guild, rated, at, game, variant, user, rating_place);
