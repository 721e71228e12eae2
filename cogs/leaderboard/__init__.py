"""Leaderboards of servers."""
