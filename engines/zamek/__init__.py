"""Zamek: rules Z1-Z22 (docs/rules/zamek.md) and the computer player."""

from engines.zamek.rules import GAME

__all__ = ["GAME"]
