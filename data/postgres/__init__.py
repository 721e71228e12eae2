"""The store in a PostgreSQL database (15 or newer), using asyncpg, an optional dependency."""
