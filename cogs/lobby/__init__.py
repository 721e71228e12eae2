"""Lobbies of tables."""
