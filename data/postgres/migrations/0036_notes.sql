-- See data/sqlite/migrations/0036_notes.sql.
CREATE TABLE notes (
    table_id bigint NOT NULL REFERENCES tables (id),
    "user" bigint NOT NULL,
    text text NOT NULL,
    PRIMARY KEY (table_id, "user")
);
