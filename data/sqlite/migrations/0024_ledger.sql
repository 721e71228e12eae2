-- What somebody had the bot say to others or do for them, for a day: how often they may is counted here.
CREATE TABLE ledger (
    user INTEGER NOT NULL,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    other INTEGER NOT NULL,
    place INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (user, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX ledger_place ON ledger (place, kind);
CREATE INDEX ledger_at ON ledger (at);
-- When Discord refused a direct message last: it is tried again after a while.
ALTER TABLE people ADD COLUMN dm_refused REAL NOT NULL DEFAULT 0;
