-- A post that was sent off and not yet noted in `messages`: were we to die now, a message may stand that nobody knows.
CREATE TABLE posts_begun (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    kind TEXT NOT NULL,
    user INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    nonce TEXT NOT NULL,
    turn INTEGER NOT NULL,
    PRIMARY KEY (table_id, kind, user)
) STRICT, WITHOUT ROWID;

-- Messages that others have taken the place of, until their buttons (`remove` = 1: the messages themselves) are gone.
CREATE TABLE retired (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    remove INTEGER NOT NULL,
    PRIMARY KEY (table_id, message)
) STRICT, WITHOUT ROWID;
