"""The rules of tables: pure functions that return a table's `Change` or raise a `Refusal`."""
