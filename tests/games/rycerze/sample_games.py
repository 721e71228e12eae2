"""Tables of Rycerze i zamki to draw: real positions, played at random from fixed seeds."""

from __future__ import annotations

import functools
import random

from engines.contract import Event, Position, Result
from engines.rycerze import GAME
from engines.rycerze.view import RycerzeView
from tests.support.samples import played


@functools.cache
def game(seats: int, match: str = "off", seed: int = 1) -> tuple[tuple[tuple[Position, ...], tuple[Event, ...]], Position]:
    """The positions in which the last choice of a stage is owed, all events, and the end."""
    rng = random.Random(seed)
    position = GAME.start(seats, {"match": match}, seed.to_bytes(32, "big"))
    return played(position, rng), position


def views(seats: int, seat: int | None = None, match: str = "off", seed: int = 1) -> list[RycerzeView]:
    (waiting, _), _ = game(seats, match, seed)
    found = [position.view(seat) for position in waiting]
    assert all(isinstance(view, RycerzeView) for view in found)
    return [view for view in found if isinstance(view, RycerzeView)]


def battle_view(seats: int, seat: int | None = None) -> RycerzeView:
    """A castle is at stake, some rounds have been played."""
    return next(view for view in views(seats, seat) if view.tile and view.tile != "drum" and view.round > 2)


def drum_view(seats: int, seat: int | None = None) -> RycerzeView:
    """A recruitment."""
    for seed in range(1, 30):
        for view in views(seats, seat, seed=seed):
            if view.tile == "drum":
                return view
    raise AssertionError("no recruitment in thirty games")


def events(kind: str, seats: int, match: str = "off", by: str | None = None) -> list[Event]:
    """Events of a kind in a few games, castles perhaps only those won `by` strength or sword."""
    found: list[Event] = []
    for seed in range(1, 40):
        (_, told), _ = game(seats, match, seed)
        found += [event for event in told if event.kind == kind and by in {None, getattr(event.data, "by", None)}]
        if len(found) > 2:
            break
    return found


def ended(seats: int, match: str = "off") -> tuple[RycerzeView, Result]:
    _, position = game(seats, match)
    view, result = position.view(None), position.result()
    assert isinstance(view, RycerzeView)
    assert result is not None
    return view, result
