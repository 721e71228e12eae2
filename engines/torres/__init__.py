"""Torres: rules T1-T21, the fast path for searching and the computer player."""

from engines.torres.rules import GAME

__all__ = ["GAME"]
