-- contracts: earlier versions read and write the columns that become the document.
-- See data/sqlite/migrations/0027_document.sql.
ALTER TABLE tables ADD COLUMN document text NOT NULL DEFAULT '{}';
UPDATE tables SET document =
    '{"reason":' || coalesce(to_json(reason)::text, 'null') ||
    ',"friendly":' || friendly ||
    ',"series_number":' || series_number ||
    ',"best_of":' || best_of ||
    ',"company":' || coalesce(to_json(company)::text, 'null') ||
    ',"departed":' || departed ||
    ',"offer":' || coalesce(offer, 'null') ||
    ',"idle_since":' || coalesce(idle_since::text, 'null') ||
    ',"idle_due":' || coalesce(idle_due::text, 'null') ||
    ',"random_order":' || random_order ||
    ',"created":' || created ||
    ',"rules_version":' || rules_version ||
    ',"commitment":' || to_json(commitment)::text ||
    ',"promise":' || to_json(promise)::text ||
    ',"presses":' || presses ||
    ',"drawn":' || drawn ||
    ',"turn":' || turn ||
    ',"pending":' || pending ||
    ',"log":' || log ||
    ',"overdue":' || overdue ||
    ',"result":' || coalesce(result, 'null') ||
    ',"timing":' || timing ||
    ',"display":' || to_json(display)::text ||
    ',"theme":' || to_json(theme)::text ||
    ',"deadline":' || coalesce(deadline::text, 'null') ||
    ',"remind":' || coalesce(remind::text, 'null') ||
    ',"asking":' || coalesce(asking, 'null') ||
    ',"ahead":' || ahead ||
    ',"votes":' || votes ||
    ',"guests":' || guests || '}';
DROP INDEX tables_company;
ALTER TABLE tables
    DROP COLUMN reason,
    DROP COLUMN friendly,
    DROP COLUMN series_number,
    DROP COLUMN best_of,
    DROP COLUMN company,
    DROP COLUMN departed,
    DROP COLUMN offer,
    DROP COLUMN idle_since,
    DROP COLUMN idle_due,
    DROP COLUMN random_order,
    DROP COLUMN created,
    DROP COLUMN rules_version,
    DROP COLUMN commitment,
    DROP COLUMN promise,
    DROP COLUMN presses,
    DROP COLUMN drawn,
    DROP COLUMN turn,
    DROP COLUMN pending,
    DROP COLUMN log,
    DROP COLUMN overdue,
    DROP COLUMN result,
    DROP COLUMN timing,
    DROP COLUMN display,
    DROP COLUMN theme,
    DROP COLUMN deadline,
    DROP COLUMN remind,
    DROP COLUMN asking,
    DROP COLUMN ahead,
    DROP COLUMN votes,
    DROP COLUMN guests;
