"""For whom pictures and texts of the tests are made, and games played at random to draw."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from data.themes import DEFAULT
from data.words import words
from engines.contract import Event, Position
from engines.notation import random_move
from render.contract import Audience, Person
from render.theme import using

NAMES = ("Grażyna", "Łucja", "Świętosława", "Jędrzej")
NASTY = ("🦄🔥", "W" * 32, "سعيد بن محمد", "Z̸̢̛a̶l̵g̷o \u202e*_`~|\n@everyone")
LONGEST = ("W" * 32, "Ż" * 32, "M" * 32, "Ш" * 32)


THEME: ContextVar[str] = ContextVar("the samples' theme", default=DEFAULT)


@contextmanager
def themed(theme: str) -> Iterator[None]:
    """Whatever is drawn meanwhile for an audience of the samples, or for none, is drawn in this theme."""
    token = THEME.set(theme)
    try:
        with using(theme):
            yield
    finally:
        THEME.reset(token)


def audience(seats: int, language: str = "pl", names: tuple[str, ...] = NAMES) -> Audience:
    return Audience(tuple(Person(name) for name in names[:seats]), words(language), THEME.get())


def played(position: Position, rng: random.Random) -> tuple[tuple[Position, ...], tuple[Event, ...]]:
    """Plays to the end at random: the positions in which the last choice of a stage is owed, and all events."""
    waiting: list[Position] = []
    events: list[Event] = []
    while pending := position.pending():
        for seat in pending[:-1]:
            events += position.play(seat, random_move(position, seat, rng))
        waiting.append(position.copy())
        events += position.play(pending[-1], random_move(position, pending[-1], rng))
    return tuple(waiting), tuple(events)
