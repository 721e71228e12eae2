"""Tables of Budowa zamku to draw: real games, played by chance or by the computer player from fixed seeds."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from typing import TypeAlias

from engines.budowa.position import BudowaPosition
from engines.budowa.rules import BudowaGame
from engines.budowa.view import BudowaView
from engines.contract import Event, Result
from render.budowa import RENDERER
from render.contract import Audience, Picture
from tests.support.samples import EPILOGUE

GAME = BudowaGame()
SEATS = (2, 3, 4)


Step: TypeAlias = tuple[BudowaPosition, tuple[Event, ...]]
Wanted: TypeAlias = Callable[[BudowaPosition, tuple[Event, ...]], bool]


@functools.cache
def played(seats: int, seed: int, figures: str, notes: str) -> tuple[tuple[Step, ...], BudowaPosition]:
    """Each position with the events that led to it, and the end."""
    rng = random.Random(seed)
    position = GAME.start(seats, {"figures": figures, "notes": notes}, seed.to_bytes(16, "big"))
    steps: list[Step] = [(position.copy(), ())]
    while pending := position.pending():
        move = GAME.choose_move(GAME.recall(position, pending[0], "normal"), rng, "normal")
        events = position.play(pending[0], move)
        steps.append((position.copy(), tuple(events)))
    return tuple(steps), position


def find(wanted: Wanted, seats: int, *, figures: str = "off", notes: str = "off", skip: int = 0) -> Step:
    """The first step that is wanted after `skip` moves, in one of many games."""
    for seed in range(200):
        steps, _ = played(seats, seed, figures, notes)
        for position, events in steps[skip:]:
            if wanted(position, events):
                return position, events
    raise AssertionError("no such step in two hundred games")


def view(wanted: Wanted, seats: int, *, figures: str = "off", notes: str = "off", skip: int = 0) -> BudowaView:
    return find(wanted, seats, figures=figures, notes=notes, skip=skip)[0].view(None)


def event(kind: str, seats: int, *, figures: str = "off", skip: int = 0) -> Event:
    _, events = find(lambda _, told: any(each.kind == kind for each in told), seats, figures=figures, skip=skip)
    return next(each for each in events if each.kind == kind)


def ended(seats: int, figures: str = "off") -> tuple[BudowaView, Result]:
    _, position = played(seats, 1, figures, "off")
    result = position.result()
    assert result is not None
    return position.view(None), result


def stalled() -> BudowaView:
    """Two players, three high cards left, both have put back."""
    position = GAME.start(2, {}, b"stall")
    position.castles = [[30], [31]]
    position.grid = [*(44, 45, 46), *([-1] * 42)]
    position.out = list(position.unseen_cards())
    for words in ("flip a1", "back", "flip a2", "back"):
        position.play(position.active, tuple(words.split()))
    return position.view(None)


def drawings(seats: int) -> dict[str, Callable[[Audience], Picture]]:
    """Every kind of picture by name, as functions of a audience."""
    plain, result = ended(seats)
    rich, rich_result = ended(seats, "on")
    views = {
        "start": view(lambda position, _: not position.moves, seats),
        "build": view(lambda position, _: position.deciding, seats, skip=20),
        "insert": view(lambda position, _: position.deciding and "insert" in position.decisions(), seats, figures="on"),
        "forced": view(lambda position, _: position.forced, seats, figures="on", skip=20),
        "flip": view(lambda position, _: position.up < 0 and position.moves > 0, seats, figures="on", skip=30),
        "notes": view(lambda position, _: len(position.view(None).board.notes) > 8, seats, notes="on"),
        "over": plain,
    }
    events = {kind: event(kind, seats, figures="on", skip=10) for kind in ("build", "back", "out", "insert")}
    found: dict[str, Callable[[Audience], Picture]] = {
        name: functools.partial(RENDERER.board, shown) for name, shown in views.items()
    }
    found |= {f"scene-{kind}": functools.partial(RENDERER.scene, told) for kind, told in events.items()}
    found["final"] = lambda audience: RENDERER.final(plain, result, EPILOGUE, audience)
    found["final-figures"] = lambda audience: RENDERER.final(rich, rich_result, EPILOGUE, audience)
    if seats == 2:
        shown = stalled()
        found["stall"] = lambda audience: RENDERER.board(shown, audience)
    return found
