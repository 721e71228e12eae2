"""Replays of finished games, and what happened since a person's last move."""
