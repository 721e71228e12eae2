"""All rows and sequences of a PostgreSQL database, to be put back. The files of a database take ten times as long to copy."""

from __future__ import annotations

TABLES = """
SELECT coalesce(string_agg(format(
    'SELECT %L, (SELECT json_agg(each)::text FROM %s each)', relation::text, relation
), ' UNION ALL ' ORDER BY relation::text), 'SELECT 1, 1 WHERE false')
FROM (SELECT oid::regclass AS relation FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace) tables
"""
"""Returns a query for the rows of each table as a JSON array, or NULL."""

SEQUENCES = """
SELECT coalesce(string_agg(format(
    'SELECT format(''SELECT setval(%%L, %%s, %%L)'', %L, last_value, is_called) FROM %s', relation::text, relation
), ' UNION ALL ' ORDER BY relation::text), 'SELECT 1 WHERE false')
FROM (SELECT oid::regclass AS relation FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace) sequences
"""
"""Returns a query for the statements that set each sequence to what it is."""

SHAPE = """
SELECT md5(string_agg(part, ' ' ORDER BY part)) FROM (
    SELECT concat_ws(' ', c.relname, c.relkind, c.relacl, a.attname, a.atttypid, a.attnotnull)
    FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace
    UNION ALL SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef
    UNION ALL SELECT concat_ws(' ', proname, prosrc) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT tgname FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT concat_ws(' ', nspname, nspacl) FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%'
    UNION ALL SELECT concat_ws(' ', datacl, datallowconn, datconnlimit) FROM pg_database WHERE datname = current_database()
    UNION ALL SELECT setconfig::text FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
    WHERE d.datname = current_database()
) parts(part)
"""
"""Returns a hash of all that is not a row: a database whose shape is another one cannot be used again."""


def put_back(rows: list[tuple[str, str | None]], sequences: list[str]) -> str:
    """Returns the statements that make the rows and sequences those that TABLES and SEQUENCES have found. Whether foreign keys
    hold is not asked: they held before.
    """
    deletes = [f"DELETE FROM {table}" for table, _ in rows]
    inserts = [
        f"INSERT INTO {table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::{table}, $rows${found}$rows$)"
        for table, found in rows
        if found is not None
    ]
    return "; ".join(["BEGIN", "SET LOCAL session_replication_role = replica", *deletes, *inserts, *sequences, "COMMIT"])
