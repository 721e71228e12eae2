"""Budowa zamku: rules B1-B11, the computer player and the fast path for searching."""

from engines.budowa.rules import GAME

__all__ = ["GAME"]
