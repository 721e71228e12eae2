"""Marks that tell people apart in texts: the shape that pictures draw for the same seat."""

from collections import Counter
from collections.abc import Sequence

from engines.contract import Seat

MARKS = ("●", "■", "▲", "◆", "○", "□", "△", "◇")
"""By seat. The first four are `render.theme.SHAPES`; no game seats more people, but a test's may."""


def marked_name(seat: Seat, name: str) -> str:
    """The name after the mark of its seat: "● Ada"."""
    return f"{MARKS[seat]} {name}"


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """The names by seat; those that several people have get the marks of their seats, so that no two are equal."""
    found = tuple(names)
    while doubles := {name for name, n in Counter(found).items() if n > 1}:
        found = tuple(marked_name(seat, name) if name in doubles else name for seat, name in enumerate(found))
    return found
