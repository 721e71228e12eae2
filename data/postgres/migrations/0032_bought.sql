-- See data/sqlite/migrations/0032_bought.sql.
ALTER TABLE ratings ADD COLUMN proof bigint NOT NULL DEFAULT 0;

ALTER TABLE results ADD COLUMN repeated boolean;
ALTER TABLE results ADD COLUMN repeated_overall boolean;

DROP TABLE meetings;
CREATE TABLE meetings (
    table_id bigint NOT NULL REFERENCES tables (id),
    pair text NOT NULL,
    guild bigint NOT NULL,
    at double precision NOT NULL,
    PRIMARY KEY (table_id, pair)
);
CREATE INDEX meetings_pair ON meetings (guild, pair);

DROP INDEX results_recent;
CREATE INDEX results_recent ON results (guild, rated, at, game, variant, "user", rating_place, repeated, repeated_overall);
