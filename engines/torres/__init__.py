"""Torres: its rules (docs/rules/torres.md) and its computer player."""

from engines.torres.rules import GAME

__all__ = ["GAME"]
