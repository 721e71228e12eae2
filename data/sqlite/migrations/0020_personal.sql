-- When people last asked for their data (`export`) or to be forgotten (`erase`); kept for a day.
CREATE TABLE data_requests (
    user INTEGER NOT NULL,
    kind TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (user, kind)
) STRICT, WITHOUT ROWID;
-- Servers that the bot has left, and when; all that is stored of them goes after a while, unless it comes back.
CREATE TABLE departures (guild INTEGER NOT NULL PRIMARY KEY, at REAL NOT NULL) STRICT;
