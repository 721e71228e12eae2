-- What somebody had the bot say to others or do for them, for a day: how often they may is counted here.
CREATE TABLE ledger (
    "user" bigint NOT NULL,
    number bigint NOT NULL,
    kind text NOT NULL,
    other bigint NOT NULL,
    place bigint NOT NULL,
    at double precision NOT NULL,
    PRIMARY KEY ("user", number)
);
CREATE INDEX ledger_place ON ledger (place, kind);
CREATE INDEX ledger_at ON ledger (at);
-- When Discord refused a direct message last: it is tried again after a while.
ALTER TABLE people ADD COLUMN dm_refused double precision NOT NULL DEFAULT 0;
