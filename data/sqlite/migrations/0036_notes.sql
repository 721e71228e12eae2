-- What a person writes down for themselves at a table.
CREATE TABLE notes (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, user)
) STRICT, WITHOUT ROWID;
