-- JSON: who is invited to a lobby, who waits for a seat, whom the host has turned away.
ALTER TABLE tables ADD COLUMN guests TEXT NOT NULL DEFAULT '{}';
-- People who are never seated or invited together; it counts in both directions.
CREATE TABLE blocks (
    user INTEGER NOT NULL,
    other INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (user, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_other ON blocks (other);
-- Who wants to be told when somebody opens a table of a game in a server; `told`: when they were last, anywhere.
CREATE TABLE subscriptions (
    user INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    told REAL NOT NULL,
    PRIMARY KEY (user, guild, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX subscriptions_guild ON subscriptions (guild, game);
