"""Leagues: signing up, divisions, and how a season was."""
