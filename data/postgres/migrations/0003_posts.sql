-- Stands in 0001_first.sql: no PostgreSQL database is older than version 5. (The driver wants a statement.)
SELECT;
