-- Presses whose private answers are still awaited. A process that starts ends those that a killed one has left.
CREATE TABLE answers (
    interaction INTEGER PRIMARY KEY,
    token TEXT NOT NULL,
    language TEXT NOT NULL,
    at REAL NOT NULL
) STRICT;
