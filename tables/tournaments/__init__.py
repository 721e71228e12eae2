"""Tournaments: their rules and pairings, what people may do about them, and how they are stored."""
