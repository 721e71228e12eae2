"""Rzymianie do domu!: rules H1-H13, the computer player and the fast path for searching."""

from engines.rzymianie.rules import GAME

__all__ = ["GAME"]
