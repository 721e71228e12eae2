"""Computer players: which seats they move, and the process in which they think."""
