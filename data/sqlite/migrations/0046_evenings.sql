-- Evenings of game nights at which games were drawn; they outlast the nights. `tables`: their numbers, as JSON.
-- `came`: how many people said that they were there.
CREATE TABLE evenings (
    night INTEGER NOT NULL,
    date INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    starts REAL NOT NULL,
    game TEXT NOT NULL,
    came INTEGER NOT NULL,
    tables TEXT NOT NULL,
    PRIMARY KEY (night, date)
) STRICT, WITHOUT ROWID;
CREATE INDEX evenings_guild ON evenings (guild, starts);
