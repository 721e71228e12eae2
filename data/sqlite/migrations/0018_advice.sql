-- For which questions the person on a seat has asked the computer player.
CREATE TABLE hints (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    stage INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat, stage)
) STRICT, WITHOUT ROWID;

-- What the computer player said of finished games: `result` is JSON, NULL until it has said all.
CREATE TABLE reviews (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    guild INTEGER NOT NULL,
    begun REAL NOT NULL,
    result TEXT
) STRICT;
CREATE INDEX reviews_guild ON reviews (guild, begun);
