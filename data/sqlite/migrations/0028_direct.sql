-- Somebody is written to directly who has said so (1). NULL: has said neither yes nor no. Until now everybody was who had not said
-- no: people who have played and did not refuse the messages keep them, as do those who chose to be reminded directly.
INSERT INTO people (user, dm, private, dm_closed)
    SELECT user, 1, 1, 0 FROM (
        SELECT user FROM results UNION SELECT user FROM seats UNION SELECT user FROM messages WHERE kind = 'hand'
    ) WHERE user > 0 AND user NOT IN (SELECT user FROM people);
ALTER TABLE people RENAME COLUMN dm TO dm_before;
ALTER TABLE people ADD COLUMN dm INTEGER;
-- The conversation with them, and when one was opened last.
ALTER TABLE people ADD COLUMN dm_channel INTEGER;
ALTER TABLE people ADD COLUMN dm_opened REAL NOT NULL DEFAULT 0;
UPDATE people SET dm_channel = (SELECT max(channel) FROM messages WHERE messages.user = people.user AND kind = 'hand');
UPDATE people SET dm = CASE
    WHEN NOT dm_before THEN 0
    WHEN dm_channel IS NOT NULL OR json_extract(plan, '$.where') = 'direct' THEN 1
    WHEN NOT dm_closed AND (user IN (SELECT user FROM results) OR user IN (SELECT user FROM seats)) THEN 1
END;
ALTER TABLE people DROP COLUMN dm_before;
CREATE INDEX people_opened ON people (dm_opened);
-- The threads of running games are kept open from now on, beginning with those there are.
UPDATE tables SET due = 0, document = substr(document, 1, length(document) - 1) || ',"keep_due":0}'
    WHERE state = 'playing' AND home IS NOT NULL AND home <> channel;
