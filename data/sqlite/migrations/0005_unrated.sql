-- A game that nobody played to its end was stored as a win for everybody: it counts for nobody.
UPDATE results SET rated = 0 WHERE NOT EXISTS (
    SELECT 1 FROM seats WHERE seats.table_id = results.table_id AND user IS NOT NULL AND resigned = 0
);
