-- Presses whose private answers are still awaited. A process that starts ends those that a killed one has left.
CREATE TABLE answers (
    interaction bigint PRIMARY KEY,
    token text NOT NULL,
    language text NOT NULL,
    at double precision NOT NULL
);
