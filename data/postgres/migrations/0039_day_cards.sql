-- See data/sqlite/migrations/0039_day_cards.sql.
CREATE TABLE day_cards (
    id bigint PRIMARY KEY REFERENCES subjects (id),
    guild bigint NOT NULL UNIQUE
);
