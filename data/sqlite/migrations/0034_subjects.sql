-- What Discord is told hangs on what it is about, a subject: a table, a tournament, the seasons of a server. Rows to be sent,
-- messages and claims refer to it. A tournament is no longer a row of `tables`, and a season is no longer told by a table.

-- `channel` and `version`: where it is told, and a count of its changes. NULL for a table, which has both in its own row.
CREATE TABLE subjects (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    guild INTEGER NOT NULL,
    channel INTEGER,
    version INTEGER
) STRICT;
INSERT INTO subjects SELECT id, 'table', guild, NULL, NULL FROM tables WHERE id NOT IN (SELECT table_id FROM tournaments);
INSERT INTO subjects
    SELECT id, 'tournament', guild, coalesce(home, channel), version FROM tables WHERE id IN (SELECT table_id FROM tournaments);
-- No number is given twice. (`tables` still counts, as SQLite cannot change that, but gives no numbers any more.)
DELETE FROM sqlite_sequence WHERE name = 'subjects';
INSERT INTO sqlite_sequence SELECT 'subjects', seq FROM sqlite_sequence WHERE name = 'tables';

-- `month`: the last one of the season whose leaderboard the server was shown last.
CREATE TABLE seasons (
    id INTEGER PRIMARY KEY REFERENCES subjects (id),
    guild INTEGER NOT NULL UNIQUE,
    month INTEGER NOT NULL
) STRICT;
INSERT INTO subjects (kind, guild, channel, version)
    SELECT 'season', guild, coalesce((SELECT json_extract(settings, '$.monthly') FROM servers WHERE servers.guild = ended.guild), 0), 0
    FROM seasons_ended AS ended ORDER BY guild;
INSERT INTO seasons SELECT id, guild, month FROM seasons_ended JOIN subjects USING (guild) WHERE kind = 'season';
DROP TABLE seasons_ended;

-- `document`: all other fields, as JSON (tables/tournaments/tournament_rows.py). `quote` writes all digits of a number.
CREATE TABLE tournaments_new (
    id INTEGER PRIMARY KEY REFERENCES subjects (id),
    guild INTEGER NOT NULL,
    state TEXT NOT NULL,
    game TEXT NOT NULL,
    host INTEGER NOT NULL,
    language TEXT NOT NULL,
    changed REAL NOT NULL,
    rules TEXT NOT NULL,
    rounds TEXT NOT NULL,
    due REAL,
    secret BLOB NOT NULL,
    document TEXT NOT NULL
) STRICT;
INSERT INTO tournaments_new
    SELECT
        table_id, tournaments.guild, tournaments.state, game, host, language, changed, rules, rounds, tournaments.due, secret,
        '{"options":' || options ||
        ',"display":' || json_quote(json_extract(document, '$.display')) ||
        ',"theme":' || json_quote(json_extract(document, '$.theme')) ||
        ',"created":' || quote(json_extract(document, '$.created')) ||
        ',"reason":' || json_quote(coalesce(json_extract(document, '$.reason'), '')) ||
        ',"closed":' || json_quote(coalesce(closed, '')) ||
        ',"promise":' || json_quote(json_extract(document, '$.promise')) ||
        ',"paused":' || lower(quote(json_extract(document, '$.timing.pause.since'))) ||
        ',"presses":' || json_extract(document, '$.presses') ||
        ',"drawn":' || json_extract(document, '$.drawn') || '}'
    FROM tournaments JOIN tables ON tables.id = table_id;

CREATE TABLE entrants_new (
    tournament INTEGER NOT NULL REFERENCES tournaments_new (id),
    number INTEGER NOT NULL,
    user INTEGER NOT NULL,
    name TEXT NOT NULL,
    withdrawn INTEGER NOT NULL,
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;
INSERT INTO entrants_new SELECT * FROM entrants;

CREATE TABLE outbox_new (
    serial INTEGER PRIMARY KEY AUTOINCREMENT,
    id INTEGER NOT NULL,
    subject_id INTEGER NOT NULL REFERENCES subjects (id),
    key TEXT NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    due REAL NOT NULL,
    attempts INTEGER NOT NULL,
    beside INTEGER NOT NULL,
    after REAL,
    UNIQUE (subject_id, key)
) STRICT;
INSERT INTO outbox_new
    SELECT
        serial, outbox.id,
        coalesce((SELECT seasons.id FROM seasons JOIN tables USING (guild) WHERE tables.id = table_id AND outbox.kind = 'season'), table_id),
        CASE outbox.kind WHEN 'season' THEN 'season:' || json_extract(payload, '$.last') ELSE key END,
        outbox.kind, payload, due, attempts, beside, after
    FROM outbox;
DELETE FROM sqlite_sequence WHERE name = 'outbox_new';
INSERT INTO sqlite_sequence SELECT 'outbox_new', seq FROM sqlite_sequence WHERE name = 'outbox';

CREATE TABLE messages_new (
    subject_id INTEGER NOT NULL REFERENCES subjects (id),
    kind TEXT NOT NULL,
    user INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    turn INTEGER,
    stage INTEGER,
    line INTEGER,
    scene INTEGER,
    request INTEGER,
    seat INTEGER,
    PRIMARY KEY (subject_id, kind, user)
) STRICT, WITHOUT ROWID;
INSERT INTO messages_new
    SELECT table_id, kind, user, channel, message, turn, stage, line, scene, request, seat FROM messages;

CREATE TABLE posts_begun_new (
    subject_id INTEGER NOT NULL REFERENCES subjects (id),
    kind TEXT NOT NULL,
    user INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    nonce TEXT NOT NULL,
    turn INTEGER,
    stage INTEGER,
    line INTEGER,
    scene INTEGER,
    request INTEGER,
    seat INTEGER,
    PRIMARY KEY (subject_id, kind, user)
) STRICT, WITHOUT ROWID;
INSERT INTO posts_begun_new
    SELECT table_id, kind, user, channel, nonce, turn, stage, line, scene, request, seat FROM posts_begun;
-- A season that waits may have been sent off already, with this nonce.
INSERT OR IGNORE INTO posts_begun_new (subject_id, kind, user, channel, nonce, turn)
    SELECT
        subject_id, 'season', 0, json_extract(payload, '$.channel'), substr('season-' || id || '-' || serial, -25),
        json_extract(payload, '$.last')
    FROM outbox_new WHERE kind = 'season' ORDER BY serial;

CREATE TABLE retired_new (
    subject_id INTEGER NOT NULL REFERENCES subjects (id),
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    remove INTEGER NOT NULL,
    turn INTEGER,
    PRIMARY KEY (subject_id, message)
) STRICT, WITHOUT ROWID;
INSERT INTO retired_new SELECT table_id, channel, message, remove, turn FROM retired;

CREATE TABLE mutes_new (
    subject_id INTEGER NOT NULL REFERENCES subjects (id),
    user INTEGER NOT NULL,
    PRIMARY KEY (subject_id, user)
) STRICT, WITHOUT ROWID;
INSERT INTO mutes_new SELECT table_id, user FROM mutes;

DELETE FROM seats WHERE table_id IN (SELECT id FROM tournaments_new);
DROP TABLE entrants;
DROP TABLE tournaments;
DROP TABLE outbox;
DROP TABLE messages;
DROP TABLE posts_begun;
DROP TABLE retired;
DROP TABLE mutes;
DELETE FROM tables WHERE id IN (SELECT id FROM tournaments_new);
ALTER TABLE tournaments_new RENAME TO tournaments;
ALTER TABLE entrants_new RENAME TO entrants;
ALTER TABLE outbox_new RENAME TO outbox;
ALTER TABLE messages_new RENAME TO messages;
ALTER TABLE posts_begun_new RENAME TO posts_begun;
ALTER TABLE retired_new RENAME TO retired;
ALTER TABLE mutes_new RENAME TO mutes;
ALTER TABLE requests RENAME COLUMN table_id TO subject_id;
CREATE INDEX tournaments_due ON tournaments (due) WHERE due IS NOT NULL;
CREATE INDEX tournaments_open ON tournaments (guild) WHERE state IN ('lobby', 'running');
CREATE INDEX entrants_user ON entrants (user);
