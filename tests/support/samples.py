"""Audiences for pictures and texts in tests, random games to draw, and results and refusals."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias

import pytest

from data.shapes import AUTO
from data.themes import DEFAULT
from data.words import words
from engines.contract import Event, EventData, Game, IllegalMove, Move, Position, Result, Seat
from engines.notation import random_move
from render.contract import Audience, Epilogue, Person, Picture, Renderer
from render.theme import using

NAMES = ("Grażyna", "Łucja", "Świętosława", "Jędrzej")
NASTY = ("🦄🔥", "W" * 32, "سعيد بن محمد", "Z̸̢̛a̶l̵g̷o \u202e*_`~|\n@everyone")
LONGEST = ("W" * 32, "Ż" * 32, "M" * 32, "Ш" * 32)

EPILOGUE = Epilogue("Grażyna takes 12 points in turn 17, and Łucja overtakes in turn 28.", "Table 12 · Zamek nad Wisłą")
"""A story and a place, for the picture of an end."""

Drawings: TypeAlias = dict[str, Callable[[Audience], Picture | None]]
"""Pictures by name, as functions of an audience."""


THEME: ContextVar[str] = ContextVar("the samples' theme", default=DEFAULT)
SHAPE: ContextVar[str] = ContextVar("the samples' shape", default=AUTO)


@contextmanager
def themed(theme: str, shape: str = AUTO) -> Iterator[None]:
    """Use this theme and shape for everything drawn in the block for an audience of the samples, or for none."""
    tokens = THEME.set(theme), SHAPE.set(shape)
    try:
        with using(theme, shape):
            yield
    finally:
        THEME.reset(tokens[0])
        SHAPE.reset(tokens[1])


def audience(seats: int, language: str = "pl", names: tuple[str, ...] = NAMES) -> Audience:
    return Audience(tuple(Person(name) for name in names[:seats]), words(language), THEME.get(), SHAPE.get())


def played(position: Position, rng: random.Random) -> tuple[tuple[Position, ...], tuple[Event, ...]]:
    """Play to the end at random. Returns the positions in which the last choice of a stage is owed, and all events."""
    waiting: list[Position] = []
    events: list[Event] = []
    while pending := position.pending():
        for seat in pending[:-1]:
            events += position.play(seat, random_move(position, seat, rng))
        waiting.append(position.copy())
        events += position.play(pending[-1], random_move(position, pending[-1], rng))
    return tuple(waiting), tuple(events)


def drawings(game: Game, renderer: Renderer, seats: int, **scenes: Callable[[EventData], bool]) -> Drawings:
    """Returns the pictures of one random game by name: the beginning and the middle, a hand and one with a choice made if the
    game has hands, the last scene of each kind, the end; and the first scene that satisfies each further name (else the first).
    """
    start = game.start(seats, {}, bytes(16))
    end = start.copy()
    waiting, told = played(end, random.Random(1))
    middle, result, all_scenes = waiting[len(waiting) // 2], end.result(), [event for event in told if event.scene]
    assert result is not None
    shown = {event.kind: event for event in all_scenes}
    for name, wanted in scenes.items():
        shown[name] = next((event for event in all_scenes if wanted(event.data)), all_scenes[0])
    hands: Drawings = {
        "hand": functools.partial(renderer.hand, middle.view(seats - 1)),
        "chosen": functools.partial(renderer.hand, waiting[0].view(0)),
    }
    return {
        "start": functools.partial(renderer.board, start.view(None)),
        "board": functools.partial(renderer.board, middle.view(None)),
        **(hands if middle.view(seats - 1).private else {}),
        **{name: functools.partial(renderer.scene, event) for name, event in shown.items()},
        "final": functools.partial(renderer.final, end.view(None), result, EPILOGUE),
    }


def ended(position: Position) -> Result:
    """Returns the result of a position that must be over."""
    result = position.result()
    assert result is not None
    return result


def refused(position: Position, seat: Seat, move: Move) -> IllegalMove:
    """Returns why the move is refused; it changes nothing."""
    before = position.snapshot()
    with pytest.raises(IllegalMove) as caught:
        position.play(seat, move)
    assert position.snapshot() == before
    return caught.value
