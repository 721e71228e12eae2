"""Tables in memory and in the store: locks, claims, the outbox, deadlines, retention."""
