"""Computer players: who owes a move, and the process that thinks."""
