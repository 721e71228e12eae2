-- Values that belong to the installation as a whole (hash of the published commands and the like).
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- One row a table, from the lobby to the archive. JSON columns hold lists and maps that are only read whole.
CREATE TABLE tables (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    pace TEXT NOT NULL,
    language TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('lobby', 'playing', 'over', 'cancelled')),
    host INTEGER NOT NULL,
    random_order INTEGER NOT NULL,
    created REAL NOT NULL,
    changed REAL NOT NULL,
    version INTEGER NOT NULL,
    rules_version INTEGER NOT NULL,
    seed BLOB NOT NULL,
    drawn TEXT NOT NULL,
    stage INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    pending TEXT NOT NULL,
    number INTEGER NOT NULL,
    story TEXT NOT NULL,
    agreed TEXT NOT NULL,
    overdue TEXT NOT NULL,
    result TEXT,
    deadline REAL,
    remind REAL,
    due REAL,
    thinking INTEGER NOT NULL
) STRICT;
CREATE INDEX tables_open_in_guild ON tables (guild) WHERE state IN ('lobby', 'playing');
CREATE INDEX tables_open_in_channel ON tables (channel) WHERE state IN ('lobby', 'playing');
CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
CREATE INDEX tables_thinking ON tables (id) WHERE thinking = 1;

-- The truth of a game in progress, apart from its table so that lists of tables stay quick to read.
CREATE TABLE snapshots (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    snapshot BLOB NOT NULL
) STRICT;

CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    user INTEGER,
    name TEXT NOT NULL,
    level TEXT,
    resigned INTEGER NOT NULL,
    missed INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_user ON seats (user) WHERE user IS NOT NULL;

-- The history. `snapshot` is the position before the move, kept only while the move can be taken back.
CREATE TABLE journal (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    seat INTEGER,
    move TEXT NOT NULL,
    events TEXT NOT NULL,
    stage INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    request INTEGER,
    undone INTEGER NOT NULL DEFAULT 0,
    at REAL NOT NULL,
    snapshot BLOB,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

-- What Discord has yet to be told: per table in the order of `serial`. `id` stays when a row is replaced by a newer one.
CREATE TABLE outbox (
    serial INTEGER PRIMARY KEY AUTOINCREMENT,
    id INTEGER NOT NULL,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    key TEXT NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    due REAL NOT NULL,
    attempts INTEGER NOT NULL,
    UNIQUE (table_id, key)
) STRICT;

-- Where our messages stand: a table's lobby card, board, hands by person, …
CREATE TABLE messages (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    kind TEXT NOT NULL,
    user INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    PRIMARY KEY (table_id, kind, user)
) STRICT, WITHOUT ROWID;

CREATE TABLE habits (
    user INTEGER PRIMARY KEY,
    language TEXT,
    dm INTEGER NOT NULL,
    private INTEGER NOT NULL,
    dm_closed INTEGER NOT NULL
) STRICT;

CREATE TABLE guilds (guild INTEGER PRIMARY KEY, language TEXT) STRICT;

CREATE TABLE results (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    user INTEGER NOT NULL,
    name TEXT NOT NULL,
    place INTEGER NOT NULL,
    rating_place INTEGER NOT NULL,
    score INTEGER NOT NULL,
    rated INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX results_guild ON results (guild, game) WHERE rated = 1;

-- Interactions already carried out, so that one that arrives twice changes nothing; forgotten after a day.
CREATE TABLE requests (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL,
    at REAL NOT NULL
) STRICT;
CREATE INDEX requests_at ON requests (at);
