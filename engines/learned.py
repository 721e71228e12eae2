"""Where what computer players have learned by playing against themselves is kept: a file a game, made by `tools/learn_*.py`."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parents[1] / "data" / "learned"


def learned(game: str) -> Path:
    """The file of a game."""
    return FOLDER / f"{game}.json"
