-- Where one process alone may use the database there are no claims: SQLite keeps them in memory.
SELECT 1;
