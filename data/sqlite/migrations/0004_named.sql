-- What `meta` hid under prefixes of its keys gets columns, and each message says by name what it shows.

ALTER TABLE tables RENAME COLUMN story TO log;
-- The game that this table plays once more.
ALTER TABLE tables ADD COLUMN follows INTEGER REFERENCES tables (id);
UPDATE tables SET follows = (SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'before:' || tables.id);
UPDATE tables SET follows = (
    SELECT CAST(substr(key, 7) AS INTEGER) FROM meta WHERE key LIKE 'again:%' AND value = CAST(tables.id AS TEXT)
) WHERE follows IS NULL;
DELETE FROM meta WHERE key LIKE 'again:%' OR key LIKE 'before:%';
CREATE INDEX tables_follows ON tables (follows) WHERE follows IS NOT NULL;
-- Why a lobby was closed: 'host', 'moderator', 'time' or 'empty'; NULL where it was not, or nobody noted it.
ALTER TABLE tables ADD COLUMN closed TEXT;

-- How people want to be told, and the locale that Discord told last of each.
ALTER TABLE habits RENAME TO people;
ALTER TABLE people ADD COLUMN locale TEXT;
INSERT INTO people (user, language, dm, private, dm_closed, locale)
    SELECT CAST(substr(key, 7) AS INTEGER), NULL, 1, 1, 0, value FROM meta WHERE key LIKE 'heard:%'
    ON CONFLICT (user) DO UPDATE SET locale = excluded.locale;
DELETE FROM meta WHERE key LIKE 'heard:%';

-- `beside`: the row waits beside its table's line and holds nothing up. `after`: its time runs so many seconds from when the
-- table's board has been sent.
ALTER TABLE outbox ADD COLUMN beside INTEGER NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN after REAL;
UPDATE outbox SET kind = 'cover', key = 'cover', after = json_extract(payload, '$.after') WHERE kind = 'settle';
UPDATE outbox SET beside = 1 WHERE kind IN ('cover', 'tidy');
UPDATE outbox SET payload = json_set(payload, '$.kind', kind);

-- What a message shows: `turn` of boards, hands, mentions and ends (NULL: of none any more), `stage` of what is to be seen for a
-- while only, `line` and `scene` (journal line and which of its scenes) of scenes, `request` of requests to take back.
CREATE TABLE messages_named (
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
INSERT INTO messages_named
    SELECT
        table_id, kind, user, channel, message,
        CASE WHEN kind IN ('board', 'hand', 'ping', 'final') AND turn >= 0 THEN turn END,
        CASE WHEN kind = 'fleeting' THEN turn END,
        CASE WHEN kind = 'scene' THEN turn / 1000 END,
        CASE WHEN kind = 'scene' THEN turn % 1000 END,
        CASE WHEN kind = 'asking' THEN turn END
    FROM messages;
DROP TABLE messages;
ALTER TABLE messages_named RENAME TO messages;

CREATE TABLE posts_named (
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
INSERT INTO posts_named
    SELECT
        table_id, kind, user, channel, nonce,
        CASE WHEN kind IN ('board', 'hand', 'final') THEN turn END,
        NULL,
        CASE WHEN kind = 'scene' THEN turn / 1000 END,
        CASE WHEN kind = 'scene' THEN turn % 1000 END,
        CASE WHEN kind = 'asking' THEN turn END
    FROM posts_begun;
DROP TABLE posts_begun;
ALTER TABLE posts_named RENAME TO posts_begun;
