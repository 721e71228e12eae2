"""The values of a table, its changes, and the outbox rows for Discord."""
