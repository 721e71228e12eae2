"""The rules of tables: pure functions from a table to its change, or a refusal."""
