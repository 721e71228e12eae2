-- People who look for a game in a channel, and what they are asked about.

-- `due`: when the list must be looked at next. `document`: all other fields, as JSON (tables/matchmaking/wish_rows.py).
CREATE TABLE wish_lists (
    id INTEGER PRIMARY KEY REFERENCES subjects (id),
    guild INTEGER NOT NULL,
    language TEXT NOT NULL,
    due REAL,
    document TEXT NOT NULL
) STRICT;
CREATE INDEX wish_lists_guild ON wish_lists (guild);
CREATE INDEX wish_lists_due ON wish_lists (due) WHERE due IS NOT NULL;

-- `ended`: when it ended, and `how`; NULL while it is open.
CREATE TABLE wishes (
    subject_id INTEGER NOT NULL REFERENCES wish_lists (id),
    number INTEGER NOT NULL,
    user INTEGER NOT NULL,
    name TEXT NOT NULL,
    since REAL NOT NULL,
    until REAL NOT NULL,
    ended REAL,
    how TEXT,
    document TEXT NOT NULL,
    PRIMARY KEY (subject_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX wishes_user ON wishes (user);
CREATE INDEX wishes_ended ON wishes (ended) WHERE ended IS NOT NULL;

-- How long people have waited until they were asked about a game.
CREATE TABLE waits (
    subject_id INTEGER NOT NULL REFERENCES wish_lists (id),
    number INTEGER NOT NULL,
    speed TEXT NOT NULL,
    at REAL NOT NULL,
    seconds REAL NOT NULL,
    PRIMARY KEY (subject_id, number)
) STRICT, WITHOUT ROWID;
