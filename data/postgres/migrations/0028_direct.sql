-- See data/sqlite/migrations/0028_direct.sql.
INSERT INTO people ("user", dm, private, dm_closed)
    SELECT "user", true, true, false FROM (
        SELECT "user" FROM results UNION SELECT "user" FROM seats UNION SELECT "user" FROM messages WHERE kind = 'hand'
    ) AS known WHERE "user" > 0 AND "user" NOT IN (SELECT "user" FROM people);
ALTER TABLE people ALTER COLUMN dm DROP NOT NULL;
ALTER TABLE people ADD COLUMN dm_channel bigint;
ALTER TABLE people ADD COLUMN dm_opened double precision NOT NULL DEFAULT 0;
UPDATE people SET dm_channel = (SELECT max(channel) FROM messages WHERE messages."user" = people."user" AND kind = 'hand');
UPDATE people SET dm = CASE
    WHEN NOT dm THEN false
    WHEN dm_channel IS NOT NULL OR plan::json ->> 'where' = 'direct' THEN true
    WHEN NOT dm_closed AND ("user" IN (SELECT "user" FROM results) OR "user" IN (SELECT "user" FROM seats)) THEN true
END;
CREATE INDEX people_opened ON people (dm_opened);
-- The threads of running games are kept open from now on, beginning with those there are.
UPDATE tables SET due = 0, document = substr(document, 1, length(document) - 1) || ',"keep_due":0}'
    WHERE state = 'playing' AND home IS NOT NULL AND home <> channel;
