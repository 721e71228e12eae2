"""Watching games again: finished ones, and what happened since one's last move."""
