-- What a server is told of the castles of the day, if it wants that.
CREATE TABLE day_cards (
    id INTEGER PRIMARY KEY REFERENCES subjects (id),
    guild INTEGER NOT NULL UNIQUE
) STRICT;
