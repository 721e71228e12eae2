"""What was learned for the features of leaf.py: data/learned/zamek.json."""

from __future__ import annotations

import msgspec

from engines.learned import learned

FILE = learned("zamek")


class Learned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file holds."""

    made: str
    """How it was made."""
    weights: tuple[tuple[float, ...], ...]
    """By knot and feature, in points."""


def read() -> Learned:
    """What the file holds now."""
    return msgspec.json.decode(FILE.read_bytes(), type=Learned)
