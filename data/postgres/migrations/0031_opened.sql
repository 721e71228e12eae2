-- Empty here: it says which -wal file belongs to an SQLite file.
CREATE TABLE opened (mark text NOT NULL);
