"""Gives a level more or less time: the counts that limit its thinking are multiplied temporarily.

`hard@2` tries twice as much as `hard`. `games/<game>.toml` says which counts determine a level's time, by their names in the
game's computer player. The levels of a game without that file have no such counts.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

GAMES = Path(__file__).with_name("games")


class Effort(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What determines a computer player's time."""

    levels: str = ""
    """The name in `engines.<game>.bots` of the mapping from a level to its effort; "" if there is none."""
    note: str = ""
    """Notes for the page of the results, as Markdown."""
    games: str = ""
    """How it opens and ends, judged from some games of `bench.openings`, as Markdown for the end of the page."""
    counts: Mapping[str, float] = {}
    """The counts in an effort, each with its power of the scale (two that are multiplied with each other share it). Without
    any, the effort is a count itself.
    """


@functools.cache
def effort(game: str) -> Effort:
    """Returns what determines the time of a game's computer player."""
    path = GAMES / f"{game}.toml"
    return msgspec.toml.decode(path.read_bytes(), type=Effort) if path.exists() else Effort()


def efforts(game: str) -> dict[str, Any]:
    """Returns the effort of each level."""
    name = effort(game).levels
    found: dict[str, Any] = getattr(importlib.import_module(f"engines.{game}.bots"), name) if name else {}
    return found


@contextlib.contextmanager
def scaled(game: str, level: str, scale: float) -> Iterator[None]:
    """Let a level try `scale` times as much as usual. Raises KeyError for a level without an effort."""
    if scale == 1.0:
        yield
        return
    known = efforts(game)
    usual = known[level]
    known[level] = _times(game, usual, scale)
    try:
        yield
    finally:
        known[level] = usual


def tries(game: str, level: str) -> bool:
    """Returns whether the level's time is a count that can be multiplied."""
    return level in efforts(game)


def _times(game: str, usual: Any, scale: float) -> Any:
    fields = effort(game).counts
    if not fields:
        return max(1, round(usual * scale))
    # What a level does not do at all, it does not do with more time either.
    grown = {field: max(1, round(count * scale**power)) for field, power in fields.items() if (count := getattr(usual, field))}
    return msgspec.structs.replace(usual, **grown)
