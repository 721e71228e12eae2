"""Tables of Rzymianie do domu! to draw: real positions, played at random from a fixed seed, and rounds put together."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable

from engines.contract import Event, Position, Result
from engines.rzymianie.events import AttackOver
from engines.rzymianie.rules import GAME
from engines.rzymianie.view import RzymianieView
from render.contract import Audience, Picture
from render.rzymianie import RENDERER
from tests.support import samples
from tests.support.event_data import data_of

Options = tuple[tuple[str, str], ...]

TABLES: tuple[tuple[int, Options], ...] = (
    (4, ()),
    (3, (("neutrals", "1"),)),
    (2, ()),
    (2, (("neutrals", "2"), ("tied_forts", "stay"), ("druhid", "slide"))),
    (1, (("neutrals", "1"),)),
    (1, (("neutrals", "3"),)),
)
"""Seats and options."""

audience = samples.audience


@functools.cache
def game(seats: int, options: Options = (), seed: int = 1) -> tuple[tuple[Position, ...], tuple[Event, ...], Position]:
    """The positions in which the last choice of a stage is owed, all events, and the end."""
    rng = random.Random(seed)
    position = GAME.start(seats, dict(options), seed.to_bytes(32, "big"))
    waiting, events = samples.played(position, rng)
    return waiting, events, position


def view_of(position: Position, seat: int | None = None) -> RzymianieView:
    view = position.view(seat)
    assert isinstance(view, RzymianieView)
    return view


@functools.cache
def asking(what: str, seats: int = 4, options: Options = ()) -> Position:
    """A position in which this is asked, late enough that much has happened."""
    for seed in range(1, 200):
        for position in game(seats, options, seed)[0]:
            view = view_of(position)
            late = view.game_turn > 1 if what == "plan" else view.round > (1 if what == "keep" else 2)
            if view.asking == what and late:
                return position
    raise AssertionError(what)


def asked(what: str, seats: int = 4, options: Options = ()) -> RzymianieView:
    """The same as the seat that is asked last sees it."""
    position = asking(what, seats, options)
    return view_of(position, position.pending()[-1])


def scenes(seats: int = 4, options: Options = (), games: int = 12) -> list[Event]:
    return [event for seed in range(1, games) for event in game(seats, options, seed)[1] if event.scene]


@functools.cache
def _weight(event: Event) -> int:
    attack = data_of(event, AttackOver)
    return len(attack.discards) + 3 * len(attack.cancelled)


def scene(outcome: str, seats: int = 4, options: Options = ()) -> Event:
    """The round with this outcome (or `druhid`, `hecas`, `seduces`) that has most to tell."""

    def as_told(attack: AttackOver) -> bool:
        return attack.outcome == outcome

    tests: dict[str, Callable[[AttackOver], bool]] = {
        "druhid": lambda attack: attack.place not in {0, attack.round},
        "hecas": lambda attack: attack.hecas,
        "seduces": lambda attack: attack.seduced is not None,
    }
    fits = tests.get(outcome, as_told)
    found: list[Event] = []
    seed = 0
    while not found or seed < 12:
        seed += 1
        rounds = [event for event in game(seats, options, seed)[1] if event.scene]
        found += [event for event in rounds if fits(data_of(event, AttackOver))]
    return max(found, key=_weight)


def ended(seats: int = 4, options: Options = (), seed: int = 1) -> tuple[RzymianieView, Result]:
    position = game(seats, options, seed)[2]
    result = position.result()
    assert result is not None
    return view_of(position), result


ASKED = ("plan", "seduce", "take", "keep", "horsie", "svord", "fokus", "give")
OUTCOMES = ("highest", "archr", "tie", "druhid", "seduces", "hecas")


def drawings(seats: int = 4, options: Options = ()) -> dict[str, Callable[[Audience], Picture | None]]:
    """All kinds of pictures by name, as functions of a audience."""

    def board(what: str) -> Callable[[Audience], Picture | None]:
        return lambda audience: RENDERER.board(view_of(asking(what, seats, options)), audience)

    def hand(what: str) -> Callable[[Audience], Picture | None]:
        return lambda audience: RENDERER.hand(asked(what, seats, options), audience)

    def round_(outcome: str) -> Callable[[Audience], Picture | None]:
        return lambda audience: RENDERER.scene(scene(outcome, seats, options), audience)

    def final(seed: int) -> Callable[[Audience], Picture | None]:
        return lambda audience: RENDERER.final(*ended(seats, options, seed), samples.EPILOGUE, audience)

    plan = asked("plan", seats, options)
    kinds = ASKED if seats == 4 else ("plan", "seduce", "give") if plan.clans > 2 else ("plan", "svord", "give")
    found: dict[str, Callable[[Audience], Picture | None]] = {f"board-{what}": board(what) for what in kinds}
    found |= {f"hand-{what}": hand(what) for what in kinds}
    found |= {f"scene-{outcome}": round_(outcome) for outcome in (OUTCOMES if seats in {2, 4} else OUTCOMES[:2])}
    found["preview"] = lambda audience: RENDERER.preview(plan, ("plan", *plan.hand[1:4]), audience)
    found["final"] = final(1)
    found["over"] = lambda audience: RENDERER.board(ended(seats, options)[0], audience)
    return found
