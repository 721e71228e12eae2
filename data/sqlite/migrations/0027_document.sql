-- What nobody searches for in a table, locks it by or must keep as bytes becomes one document (tables/model/table.py): a new field
-- of it needs no migration. Every part is put into it as the text it was.

-- The searches for it went with the migration before.
DROP INDEX tables_company;
CREATE TABLE documents (id INTEGER PRIMARY KEY, document TEXT NOT NULL) STRICT;
-- `quote` writes a number with as many digits as it takes to be read as the same.
INSERT INTO documents SELECT id,
    '{"reason":' || json_quote(reason) ||
    ',"friendly":' || CASE WHEN friendly THEN 'true' ELSE 'false' END ||
    ',"series_number":' || series_number ||
    ',"best_of":' || best_of ||
    ',"company":' || json_quote(company) ||
    ',"departed":' || departed ||
    ',"offer":' || coalesce(offer, 'null') ||
    ',"idle_since":' || lower(quote(idle_since)) ||
    ',"idle_due":' || lower(quote(idle_due)) ||
    ',"random_order":' || CASE WHEN random_order THEN 'true' ELSE 'false' END ||
    ',"created":' || lower(quote(created)) ||
    ',"rules_version":' || rules_version ||
    ',"commitment":' || json_quote(commitment) ||
    ',"promise":' || json_quote(promise) ||
    ',"presses":' || presses ||
    ',"drawn":' || drawn ||
    ',"turn":' || turn ||
    ',"pending":' || pending ||
    ',"log":' || log ||
    ',"overdue":' || overdue ||
    ',"result":' || coalesce(result, 'null') ||
    ',"timing":' || timing ||
    ',"display":' || json_quote(display) ||
    ',"theme":' || json_quote(theme) ||
    ',"deadline":' || lower(quote(deadline)) ||
    ',"remind":' || lower(quote(remind)) ||
    ',"asking":' || coalesce(asking, 'null') ||
    ',"ahead":' || ahead ||
    ',"votes":' || votes ||
    ',"guests":' || guests || '}'
FROM tables;

-- Each of these rewrites the whole table: the largest go first, and the documents come last.
ALTER TABLE tables DROP COLUMN log;
ALTER TABLE tables DROP COLUMN timing;
ALTER TABLE tables DROP COLUMN guests;
ALTER TABLE tables DROP COLUMN ahead;
ALTER TABLE tables DROP COLUMN votes;
ALTER TABLE tables DROP COLUMN asking;
ALTER TABLE tables DROP COLUMN departed;
ALTER TABLE tables DROP COLUMN offer;
ALTER TABLE tables DROP COLUMN result;
ALTER TABLE tables DROP COLUMN presses;
ALTER TABLE tables DROP COLUMN reason;
ALTER TABLE tables DROP COLUMN friendly;
ALTER TABLE tables DROP COLUMN series_number;
ALTER TABLE tables DROP COLUMN best_of;
ALTER TABLE tables DROP COLUMN company;
ALTER TABLE tables DROP COLUMN idle_since;
ALTER TABLE tables DROP COLUMN idle_due;
ALTER TABLE tables DROP COLUMN random_order;
ALTER TABLE tables DROP COLUMN created;
ALTER TABLE tables DROP COLUMN rules_version;
ALTER TABLE tables DROP COLUMN commitment;
ALTER TABLE tables DROP COLUMN promise;
ALTER TABLE tables DROP COLUMN drawn;
ALTER TABLE tables DROP COLUMN turn;
ALTER TABLE tables DROP COLUMN pending;
ALTER TABLE tables DROP COLUMN overdue;
ALTER TABLE tables DROP COLUMN display;
ALTER TABLE tables DROP COLUMN theme;
ALTER TABLE tables DROP COLUMN deadline;
ALTER TABLE tables DROP COLUMN remind;
ALTER TABLE tables ADD COLUMN document TEXT NOT NULL DEFAULT '{}';
UPDATE tables SET document = (SELECT document FROM documents WHERE documents.id = tables.id);
DROP TABLE documents;
