"""Rycerze i zamki: rules R1-R10, the computer player and the fast path for searching."""

from engines.rycerze.game import GAME

__all__ = ["GAME"]
