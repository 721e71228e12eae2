-- A table with a clock that nothing was due at any more stood for ever: it is looked at again.
UPDATE tables SET due = changed WHERE state = 'playing' AND due IS NULL AND NOT thinking AND pace <> 'none';

-- Who has met whom in rated games today, by a keyed hash of the pair, so that the daily limit outlives the people's forgetting.
CREATE TABLE meetings (
    table_id bigint NOT NULL REFERENCES tables (id),
    pair text NOT NULL,
    guild bigint NOT NULL,
    day bigint NOT NULL,
    PRIMARY KEY (table_id, pair)
);
CREATE INDEX meetings_pair ON meetings (guild, pair);
INSERT INTO meta VALUES ('meetings', replace(gen_random_uuid()::text, '-', ''));

-- A win before the winner has moved: it counts for nothing, but for the loss of who left.
ALTER TABLE results ADD COLUMN unearned boolean NOT NULL DEFAULT false;

-- What was published of a game's chance, as it was published, and what its seed is made of: the bot's part and the presses of
-- those who joined and started.
ALTER TABLE tables ADD COLUMN promise text NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN commitment text NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN secret bytea NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN presses text NOT NULL DEFAULT '[]';
