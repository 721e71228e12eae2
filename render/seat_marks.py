"""Marks that tell people apart in messages: the shape and the colour that pictures draw for the same seat."""

from collections import Counter
from collections.abc import Sequence

from engines.contract import Seat
from render import theme

MARKS = ("●", "■", "▲", "◆", "○", "□", "△", "◇")
"""By seat. The first four are `render.theme.SHAPES`; no game seats more people, but a test's may."""

MOST_SEATS = len(theme.SHAPES)
"""The most seats that have a colour each."""


def marked_name(seat: Seat, name: str) -> str:
    """The name after the mark of its seat: "● Ada"."""
    return f"{MARKS[seat]} {name}"


def seat_colour(seat: Seat, chosen: tuple[str, ...], shown_in: str) -> tuple[str, tuple[int, int, int]]:
    """The word of the colour of a seat, and how its outlines look in this theme. `chosen`: the colours that the players have
    chosen, by seat; no more than `MOST_SEATS`.
    """
    with theme.using(shown_in, chosen=chosen):
        return theme.share_colours(chosen, len(chosen))[seat], theme.rgb(theme.player(seat, len(chosen)).rim)


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """The names by seat; those that several people have get the marks of their seats, so that no two are equal."""
    found = tuple(names)
    while doubles := {name for name, n in Counter(found).items() if n > 1}:
        found = tuple(marked_name(seat, name) if name in doubles else name for seat, name in enumerate(found))
    return found
