-- The database of version 1.0.0, the first that was released: it has the number 28.

-- Values of the installation as a whole (hash of the published commands, the ratings' version, …).
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- A row a table, from the lobby to the archive: what is searched for, locked by, or kept as bytes. `document` is JSON with all
-- other fields (tables/model/table.py). `home`: the channel that its thread was opened from. `follows`: the game that it plays
-- again. `series`: the first table of its series.
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
    changed REAL NOT NULL,
    version INTEGER NOT NULL,
    seed BLOB NOT NULL,
    stage INTEGER NOT NULL,
    number INTEGER NOT NULL,
    due REAL,
    thinking INTEGER NOT NULL,
    follows INTEGER REFERENCES tables (id),
    closed TEXT,
    series INTEGER REFERENCES tables (id),
    home INTEGER,
    secret BLOB NOT NULL DEFAULT x'',
    document TEXT NOT NULL DEFAULT '{}'
) STRICT;
CREATE INDEX tables_open_in_guild ON tables (guild) WHERE state IN ('lobby', 'playing');
CREATE INDEX tables_open_in_channel ON tables (channel) WHERE state IN ('lobby', 'playing');
CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
CREATE INDEX tables_thinking ON tables (id) WHERE thinking = 1;
CREATE INDEX tables_follows ON tables (follows) WHERE follows IS NOT NULL;
CREATE INDEX tables_over ON tables (guild, game, pace) WHERE state = 'over';
CREATE INDEX tables_open_at_home ON tables (home) WHERE home IS NOT NULL AND state IN ('lobby', 'playing');
CREATE INDEX tables_over_in_channel ON tables (channel) WHERE state = 'over';

-- The position of a game, apart from its table so that lists of tables are read quickly.
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

-- The moves. `snapshot` is the position before the move, kept only while the move can be taken back.
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

-- What Discord has yet to be told: per table in the order of `serial`. `id` stays when a row is replaced by a newer one. `beside`:
-- the row waits beside its table's queue and blocks nothing. `after`: its time runs for so many seconds from when the board is sent.
CREATE TABLE outbox (
    serial INTEGER PRIMARY KEY AUTOINCREMENT,
    id INTEGER NOT NULL,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    key TEXT NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    due REAL NOT NULL,
    attempts INTEGER NOT NULL,
    beside INTEGER NOT NULL DEFAULT 0,
    after REAL,
    UNIQUE (table_id, key)
) STRICT;

-- Where our messages are, and what they show: each kind uses other columns (`data.records.Shows`).
CREATE TABLE messages (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    kind TEXT NOT NULL,
    user INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    turn INTEGER,
    stage INTEGER,
    line INTEGER,
    scene INTEGER,
    request INTEGER,
    PRIMARY KEY (table_id, kind, user)
) STRICT, WITHOUT ROWID;

-- Posts that were sent off and are not in `messages` yet: if the process dies now, a message may be there that nobody knows.
CREATE TABLE posts_begun (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    kind TEXT NOT NULL,
    user INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    nonce TEXT NOT NULL,
    turn INTEGER,
    stage INTEGER,
    line INTEGER,
    scene INTEGER,
    request INTEGER,
    PRIMARY KEY (table_id, kind, user)
) STRICT, WITHOUT ROWID;

-- Messages that others have replaced, until their buttons (`remove`: the messages themselves) are gone. `turn`: see
-- `data.records.RetiredMessage`.
CREATE TABLE retired (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    remove INTEGER NOT NULL,
    turn INTEGER,
    PRIMARY KEY (table_id, message)
) STRICT, WITHOUT ROWID;

-- How people want to be told, and what is known of the conversation with them (`data.records.PersonRow`).
CREATE TABLE people (
    user INTEGER PRIMARY KEY,
    language TEXT,
    private INTEGER NOT NULL,
    dm_closed INTEGER NOT NULL,
    locale TEXT,
    plan TEXT NOT NULL DEFAULT '{}',
    mention_end INTEGER NOT NULL DEFAULT 1,
    lessons TEXT NOT NULL DEFAULT '{}',
    display TEXT NOT NULL DEFAULT 'picture',
    theme TEXT,
    hidden INTEGER NOT NULL DEFAULT 0,
    untold INTEGER,
    dm_refused REAL NOT NULL DEFAULT 0,
    dm INTEGER,
    dm_channel INTEGER,
    dm_opened REAL NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX people_opened ON people (dm_opened);

-- Languages of servers.
CREATE TABLE guilds (guild INTEGER PRIMARY KEY, language TEXT) STRICT;

-- Settings of servers: JSON (tables/model/server.py).
CREATE TABLE servers (guild INTEGER PRIMARY KEY, settings TEXT NOT NULL) STRICT;

-- What was changed and done in a server, for those who look after it. `about`: JSON.
CREATE TABLE server_log (
    guild INTEGER NOT NULL,
    number INTEGER NOT NULL,
    at REAL NOT NULL,
    user INTEGER NOT NULL,
    what TEXT NOT NULL,
    about TEXT NOT NULL,
    PRIMARY KEY (guild, number)
) STRICT, WITHOUT ROWID;

-- Who may not sit at a server's tables, and until when.
CREATE TABLE exclusions (
    guild INTEGER NOT NULL,
    user INTEGER NOT NULL,
    until REAL NOT NULL,
    by INTEGER NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (guild, user)
) STRICT, WITHOUT ROWID;

-- Who wants to hear nothing of a table.
CREATE TABLE mutes (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user INTEGER NOT NULL,
    PRIMARY KEY (table_id, user)
) STRICT, WITHOUT ROWID;

-- One row a person. `departed`: they left before the end. `void`: the game ended without a result, and `place` is 0. `number`: the
-- order in which the server's games ended; 0: not counted yet.
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
    departed INTEGER NOT NULL,
    friendly INTEGER NOT NULL,
    void INTEGER NOT NULL,
    computers INTEGER NOT NULL,
    series INTEGER,
    series_number INTEGER NOT NULL,
    variant TEXT NOT NULL DEFAULT '',
    number INTEGER NOT NULL DEFAULT 0,
    unearned INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX results_series ON results (series) WHERE series IS NOT NULL;
CREATE INDEX results_unnumbered ON results (guild) WHERE number = 0;
CREATE INDEX results_order ON results (guild, number);
CREATE INDEX results_person ON results (guild, user, number);
CREATE INDEX results_recent ON results (guild, rated, at, game, variant, user, rating_place);

-- How many games of a server have ended; who counts a game locks this row.
CREATE TABLE games_ended (guild INTEGER PRIMARY KEY, number INTEGER NOT NULL) STRICT;

-- Who has met whom in rated games, by a keyed hash of the pair, so that the limit outlives the people's forgetting.
CREATE TABLE meetings (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    pair TEXT NOT NULL,
    guild INTEGER NOT NULL,
    day INTEGER NOT NULL,
    PRIMARY KEY (table_id, pair)
) STRICT, WITHOUT ROWID;
CREATE INDEX meetings_pair ON meetings (guild, pair);

-- All of the next four tables is computed from `results` (`bot.py recompute`). Game '' is all games together.
CREATE TABLE ratings (
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    variant TEXT NOT NULL,
    user INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    games INTEGER NOT NULL,
    met TEXT NOT NULL,
    at REAL NOT NULL,
    streak INTEGER NOT NULL,
    longest INTEGER NOT NULL,
    PRIMARY KEY (guild, game, variant, user)
) STRICT, WITHOUT ROWID;

-- A person's rating after each of their rated games; `field`: the mean mu of the others before it.
CREATE TABLE rating_points (
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    variant TEXT NOT NULL,
    user INTEGER NOT NULL,
    number INTEGER NOT NULL,
    table_id INTEGER NOT NULL,
    at REAL NOT NULL,
    mu REAL NOT NULL,
    field REAL NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (guild, game, variant, user, number)
) STRICT, WITHOUT ROWID;

-- How often at which place, by month (year * 12 + month - 1, UTC); month 0: of all time.
CREATE TABLE tallies (
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    variant TEXT NOT NULL,
    month INTEGER NOT NULL,
    user INTEGER NOT NULL,
    games INTEGER NOT NULL,
    first INTEGER NOT NULL,
    second INTEGER NOT NULL,
    third INTEGER NOT NULL,
    fourth INTEGER NOT NULL,
    PRIMARY KEY (guild, game, variant, month, user)
) STRICT, WITHOUT ROWID;

-- What people have achieved in finished games that count.
CREATE TABLE crests (
    guild INTEGER NOT NULL,
    user INTEGER NOT NULL,
    game TEXT NOT NULL,
    crest TEXT NOT NULL,
    table_id INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (guild, user, game, crest, table_id)
) STRICT, WITHOUT ROWID;

-- The last month of the season whose leaderboard a server was shown last.
CREATE TABLE seasons_ended (guild INTEGER PRIMARY KEY, month INTEGER NOT NULL) STRICT;

-- A tournament. Its number is that of a row of `tables` without a game, which has its server, channel and host.
CREATE TABLE tournaments (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    guild INTEGER NOT NULL,
    state TEXT NOT NULL,
    rules TEXT NOT NULL,
    rounds TEXT NOT NULL,
    due REAL
) STRICT;
CREATE INDEX tournaments_due ON tournaments (due) WHERE due IS NOT NULL;
CREATE INDEX tournaments_open ON tournaments (guild) WHERE state IN ('lobby', 'running');

-- Who takes part; rounds name them by number.
CREATE TABLE entrants (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,
    user INTEGER NOT NULL,
    name TEXT NOT NULL,
    withdrawn INTEGER NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX entrants_user ON entrants (user);

-- The tables of a tournament's rounds. `ended`: the game has ended, and the tournament has not noted it yet.
CREATE TABLE tournament_games (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    tournament INTEGER NOT NULL,
    round INTEGER NOT NULL,
    number INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    UNIQUE (tournament, round, number)
) STRICT;
CREATE INDEX tournament_games_ended ON tournament_games (tournament) WHERE ended = 1;

-- Interactions already carried out, so that one that arrives twice changes nothing; forgotten after a day.
CREATE TABLE requests (id INTEGER PRIMARY KEY, table_id INTEGER NOT NULL, at REAL NOT NULL) STRICT;
CREATE INDEX requests_at ON requests (at);

-- For which questions the person on a seat has asked the computer player.
CREATE TABLE hints (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    stage INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat, stage)
) STRICT, WITHOUT ROWID;

-- Reviews of finished games: `result` is JSON, NULL until it is complete.
CREATE TABLE reviews (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    guild INTEGER NOT NULL,
    begun REAL NOT NULL,
    result TEXT
) STRICT;
CREATE INDEX reviews_guild ON reviews (guild, begun);

-- People who are never seated or invited together; it counts in both directions.
CREATE TABLE blocks (
    user INTEGER NOT NULL,
    other INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (user, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_other ON blocks (other);

-- Who wants to hear of new tables of a game in a server; `told`: when they last were, anywhere.
CREATE TABLE subscriptions (
    user INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    told REAL NOT NULL,
    PRIMARY KEY (user, guild, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX subscriptions_guild ON subscriptions (guild, game);

-- What somebody had the bot say to others or do for them, for a day: it is limited.
CREATE TABLE ledger (
    user INTEGER NOT NULL,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    other INTEGER NOT NULL,
    place INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (user, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX ledger_place ON ledger (place, kind);
CREATE INDEX ledger_at ON ledger (at);

-- When people last asked for their data (`export`) or to be forgotten (`erase`); kept for a day.
CREATE TABLE data_requests (
    user INTEGER NOT NULL,
    kind TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (user, kind)
) STRICT, WITHOUT ROWID;

-- Servers that the bot has left, and when.
CREATE TABLE departures (guild INTEGER NOT NULL PRIMARY KEY, at REAL NOT NULL) STRICT;

-- Presses whose private answers are still awaited. A process that starts ends those that a killed one has left.
CREATE TABLE answers (
    interaction INTEGER PRIMARY KEY,
    token TEXT NOT NULL,
    language TEXT NOT NULL,
    at REAL NOT NULL
) STRICT;

-- Living processes, the shards that each of them holds, and the turns in which shards log in. What is older than `until` is free.
CREATE TABLE processes (process TEXT NOT NULL PRIMARY KEY, until REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE shards (
    shard INTEGER NOT NULL PRIMARY KEY,
    count INTEGER NOT NULL,
    process TEXT NOT NULL,
    until REAL NOT NULL
);
CREATE TABLE logins (bucket INTEGER NOT NULL PRIMARY KEY, at REAL NOT NULL);

INSERT INTO meta VALUES ('meetings', lower(hex(randomblob(16))));
