"""How seats are called."""

from __future__ import annotations


def letter(seat: int) -> str:
    """Returns the name of a seat."""
    return "ABCDEFGH"[seat]
