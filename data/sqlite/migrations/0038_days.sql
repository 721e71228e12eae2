-- The castle of the day: its title and deal, the same for everybody, and who has tried it.

-- `seed`: in hex, secret until the day is over.
CREATE TABLE days (
    day TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    seed TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A person's first try of a day. `ended`, `place`, `score`: NULL until the game is over.
CREATE TABLE day_tries (
    day TEXT NOT NULL,
    user INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    name TEXT NOT NULL,
    table_id INTEGER NOT NULL,
    at REAL NOT NULL,
    ended REAL,
    place INTEGER,
    score INTEGER,
    PRIMARY KEY (day, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX day_tries_guild ON day_tries (guild, day);
CREATE INDEX day_tries_user ON day_tries (user);
CREATE INDEX day_tries_table ON day_tries (table_id);
