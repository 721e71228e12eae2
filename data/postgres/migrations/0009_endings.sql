-- See data/sqlite/migrations/0009_endings.sql.
ALTER TABLE tables ADD COLUMN friendly boolean NOT NULL DEFAULT false;
ALTER TABLE tables ADD COLUMN reason text;
ALTER TABLE tables ADD COLUMN departed text NOT NULL DEFAULT '[]';
ALTER TABLE tables ADD COLUMN offer text;
ALTER TABLE tables ADD COLUMN idle_since double precision;
ALTER TABLE tables ADD COLUMN idle_due double precision;
ALTER TABLE tables ADD COLUMN series bigint REFERENCES tables (id);
ALTER TABLE tables ADD COLUMN series_number bigint NOT NULL DEFAULT 1;
ALTER TABLE tables ADD COLUMN best_of bigint NOT NULL DEFAULT 0;

ALTER TABLE tables DROP COLUMN agreed;

ALTER TABLE people ADD COLUMN mention_end boolean NOT NULL DEFAULT true;

ALTER TABLE results DROP CONSTRAINT results_pkey;
ALTER TABLE results ADD PRIMARY KEY (table_id, "user");
ALTER TABLE results ADD COLUMN departed boolean NOT NULL DEFAULT false;
ALTER TABLE results ADD COLUMN friendly boolean NOT NULL DEFAULT false;
ALTER TABLE results ADD COLUMN void boolean NOT NULL DEFAULT false;
ALTER TABLE results ADD COLUMN computers boolean NOT NULL DEFAULT false;
ALTER TABLE results ADD COLUMN series bigint;
ALTER TABLE results ADD COLUMN series_number bigint NOT NULL DEFAULT 1;
UPDATE results SET departed = seats.resigned FROM seats WHERE seats.table_id = results.table_id AND seats.seat = results.seat;
UPDATE results SET computers = true
    WHERE EXISTS (SELECT 1 FROM seats WHERE seats.table_id = results.table_id AND seats."user" IS NULL);
CREATE INDEX results_series ON results (series) WHERE series IS NOT NULL;
