"""Looking for a game: who waits, what suits them, and the question when there is one."""
