"""What was learned for the features of prospect.py: data/learned/torres.json."""

from __future__ import annotations

import functools

import msgspec

from engines.learned import learned

FILE = learned("torres")

Line = tuple[float, ...]
"""A weight for each feature."""

Known = tuple[tuple[Line, ...], ...]
"""The weights by phase (from 0) and turns that the seat has left in it."""


class Learned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file holds."""

    made: str
    """How it was made."""
    lines: dict[int, Known]
    """By number of players."""


@functools.cache
def lines() -> dict[int, Known]:
    """The weights learned, as `Learned.lines`."""
    return msgspec.json.decode(FILE.read_bytes(), type=Learned).lines
