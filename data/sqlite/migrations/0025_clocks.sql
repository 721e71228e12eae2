-- A table with a clock that nothing was due at any more stood for ever: it is looked at again.
UPDATE tables SET due = changed WHERE state = 'playing' AND due IS NULL AND thinking = 0 AND pace <> 'none';

-- Who has met whom in rated games today, by a keyed hash of the pair, so that the daily limit outlives the people's forgetting.
CREATE TABLE meetings (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    pair TEXT NOT NULL,
    guild INTEGER NOT NULL,
    day INTEGER NOT NULL,
    PRIMARY KEY (table_id, pair)
) STRICT, WITHOUT ROWID;
CREATE INDEX meetings_pair ON meetings (guild, pair);
INSERT INTO meta VALUES ('meetings', lower(hex(randomblob(16))));

-- A win before the winner has moved: it counts for nothing, but for the loss of who left.
ALTER TABLE results ADD COLUMN unearned INTEGER NOT NULL DEFAULT 0;

-- What was published of a game's chance, as it was published, and what its seed is made of: the bot's part and the presses of
-- those who joined and started.
ALTER TABLE tables ADD COLUMN promise TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN commitment TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN secret BLOB NOT NULL DEFAULT x'';
ALTER TABLE tables ADD COLUMN presses TEXT NOT NULL DEFAULT '[]';
