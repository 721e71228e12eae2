-- See data/sqlite/migrations/0047_weeks.sql.
CREATE TABLE weeks (
    id bigint PRIMARY KEY REFERENCES subjects (id),
    guild bigint NOT NULL UNIQUE,
    until double precision NOT NULL
);
