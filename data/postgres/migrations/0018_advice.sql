-- See data/sqlite/migrations/0018_advice.sql.
CREATE TABLE hints (
    table_id bigint NOT NULL REFERENCES tables (id),
    seat bigint NOT NULL,
    stage bigint NOT NULL,
    PRIMARY KEY (table_id, seat, stage)
);

CREATE TABLE reviews (
    table_id bigint PRIMARY KEY REFERENCES tables (id),
    guild bigint NOT NULL,
    begun double precision NOT NULL,
    result text
);
CREATE INDEX reviews_guild ON reviews (guild, begun);
