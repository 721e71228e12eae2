"""Zamek: rules Z1-Z18, the computer player and the fast path for searching."""

from engines.zamek.rules import GAME

__all__ = ["GAME"]
