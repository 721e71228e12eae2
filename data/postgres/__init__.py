"""The store in a PostgreSQL database (15 or newer), by asyncpg, which is an optional dependency."""
