"""A level that is given more or less time: the counts by which it thinks are multiplied while it does.

`hard@2` tries twice as much as `hard`. Which counts make a level's time is named here for each game, by the names that its
computer player gives them.
"""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

COUNTS: Mapping[str, tuple[str, Mapping[str, float]]] = {
    "budowa": ("GAMES", {}),
    "rycerze": ("EFFORT", {"iterations": 1.0}),
    "rzymianie": ("EFFORT", {"plans": 0.5, "met": 0.5, "worlds": 1.0}),
    "torres": ("EFFORTS", {"breadth": 1.0, "answers": 1.0}),
    "zamek": ("EFFORT", {"tiles": 1.0}),
}
"""By game: the mapping of its `bots` from a level to what it may try, and the counts in it, each with its power of the scale
(two that are multiplied with each other share it); none: it is a count itself.
"""


@contextlib.contextmanager
def scaled(game: str, level: str, scale: float) -> Iterator[None]:
    """Let a level try `scale` times as much as it does. Raises KeyError for a level that tries nothing."""
    if scale == 1.0:
        yield
        return
    efforts: dict[str, Any] = getattr(importlib.import_module(f"engines.{game}.bots"), COUNTS[game][0])
    usual = efforts[level]
    efforts[level] = _times(game, usual, scale)
    try:
        yield
    finally:
        efforts[level] = usual


def tries(game: str, level: str) -> bool:
    """Whether the level's time is a count that can be multiplied."""
    efforts: Mapping[str, Any] = getattr(importlib.import_module(f"engines.{game}.bots"), COUNTS[game][0])
    return level in efforts


def _times(game: str, usual: Any, scale: float) -> Any:
    fields = COUNTS[game][1]
    if not fields:
        return max(1, round(usual * scale))
    # What a level does not do at all it does not do with more time either.
    grown = {field: max(1, round(count * scale**power)) for field, power in fields.items() if (count := getattr(usual, field))}
    return msgspec.structs.replace(usual, **grown)
