"""A level that is given more or less time: the counts by which it thinks are multiplied while it does.

`hard@2` tries twice as much as `hard`. Which counts make a level's time stands in `games/<game>.toml` beside this, by the names
that the game's computer player gives them. The levels of a game without that file try nothing that could be multiplied.
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
    """What takes a computer player's time."""

    levels: str = ""
    """The mapping of `engines.<game>.bots` from a level to what it may try; "": there is none."""
    note: str = ""
    """What the page of the results must say about them, as Markdown."""
    games: str = ""
    """How it opens and ends, read from some games of `bench.openings`, as Markdown; stands at the end of the page."""
    counts: Mapping[str, float] = {}
    """The counts in it, each with its power of the scale (two that are multiplied with each other share it); none: it is a
    count itself.
    """


@functools.cache
def effort(game: str) -> Effort:
    """What takes the time of a game's computer player."""
    path = GAMES / f"{game}.toml"
    return msgspec.toml.decode(path.read_bytes(), type=Effort) if path.exists() else Effort()


def efforts(game: str) -> dict[str, Any]:
    """By level, what it may try."""
    name = effort(game).levels
    found: dict[str, Any] = getattr(importlib.import_module(f"engines.{game}.bots"), name) if name else {}
    return found


@contextlib.contextmanager
def scaled(game: str, level: str, scale: float) -> Iterator[None]:
    """Let a level try `scale` times as much as it does. Raises KeyError for a level that tries nothing."""
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
    """Whether the level's time is a count that can be multiplied."""
    return level in efforts(game)


def _times(game: str, usual: Any, scale: float) -> Any:
    fields = effort(game).counts
    if not fields:
        return max(1, round(usual * scale))
    # What a level does not do at all it does not do with more time either.
    grown = {field: max(1, round(count * scale**power)) for field, power in fields.items() if (count := getattr(usual, field))}
    return msgspec.structs.replace(usual, **grown)
