"""Leagues: who signs up for a season, its divisions, and who goes up and down. Pure."""
