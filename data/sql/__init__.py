"""The statements of the store, each written once for SQLite and PostgreSQL."""
