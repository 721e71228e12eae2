"""Tables of Zamek to draw: real positions of games played at random or by the computer player from fixed seeds. They are played
by the first version of the rules, so that the golden pictures stay.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Callable
from functools import partial

from data.words import words
from engines.contract import Event, Move, Result, Seat
from engines.notation import random_move
from engines.zamek.events import FinalStep, TileOut
from engines.zamek.position import ZamekPosition
from engines.zamek.rules import FIRST, GAME
from engines.zamek.view import ZamekView
from render.contract import Audience, Person, Picture
from render.zamek import RENDERER, prose
from tests.support.event_data import data_of
from tests.support.samples import EPILOGUE, SHAPE, THEME

NAMES = ("Grażyna", "Świętosława")
NASTY = ("🦄🔥", "Z̸̢̛a̶l̵g̷o \u202e*_`~|\n@everyone")
LONGEST = ("W" * 32, "Ż" * 32)
STEPS = ("final-meadows", "final-keeps", "final-areas")
ASKS = ("lay", "draw", "score", "use", "again", "target")


def audience(language: str = "pl", names: tuple[str, ...] = NAMES) -> Audience:
    return Audience(tuple(Person(name) for name in names), words(language), THEME.get(), SHAPE.get())


@functools.cache
def game(seed: int = 3, player: str = "easy") -> tuple[tuple[ZamekPosition, ...], tuple[Event, ...], ZamekPosition]:
    """All positions in which something is decided, all events, and the end; `player`: a level or `random`."""
    rng = random.Random(seed)
    position = FIRST.start(2, {}, seed.to_bytes(32, "big"))
    waiting: list[ZamekPosition] = []
    events: list[Event] = []
    while pending := position.pending():
        seat = pending[0]
        if (reading := GAME.reveal_move(position)) is not None:
            events += position.play(seat, reading)
            continue
        waiting.append(position.copy())
        move = random_move(position, seat, rng) if player == "random" else GAME.choose_move(position.view(seat), rng, player)
        events += position.play(seat, move)
    return tuple(waiting), tuple(events), position


def views(seed: int = 3, player: str = "easy") -> list[ZamekView]:
    return [position.view(None) for position in game(seed, player)[0]]


@functools.cache
def asking(ask: str, least: int = 0) -> ZamekPosition:
    """A position with such a question, and at least so many tiles laid."""
    if ask == "draw":
        position = asking("lay", least).copy()
        GAME.wait_for_looks(position)
        rng = random.Random(1)
        while GAME.reveal_move(position) is None:
            seat = position.pending()[0]
            position.play(seat, random_move(position, seat, rng))
        return position
    for position in game({"again": 7, "target": 4}.get(ask, 3))[0]:
        view = position.view(None)
        if view.ask == ask and len(view.laid) >= least:
            return position
    raise AssertionError(ask)


def own(position: ZamekPosition) -> tuple[ZamekView, Seat]:
    """The view of who is asked."""
    seat = position.pending()[0]
    return position.view(seat), seat


def events(kind: str) -> list[Event]:
    """Events of a kind in a few games; that a tile fits nowhere is too rare to wait for."""
    found: list[Event] = []
    if kind == "out":
        return [Event(TileOut("G2", left=3), reveals=True)]
    for seed in itertools.count(3):
        found += [event for event in game(seed, "easy" if seed < 4 else "random")[1] if event.kind == kind]
        if found:
            break
    return found


def ended(seed: int = 3) -> tuple[ZamekView, Result]:
    position = game(seed)[2]
    result = position.result()
    assert result is not None
    return position.view(None), result


def drawings() -> dict[str, Callable[[Audience], Picture | None]]:
    """All kinds of finished pictures by name."""
    view, result = ended()
    found: dict[str, Callable[[Audience], Picture | None]] = {
        name: partial(RENDERER.board, view) for name, view in boards().items()
    }
    found["final"] = lambda audience: RENDERER.final(view, result, EPILOGUE, audience)
    for kind in STEPS:
        found[kind] = partial(RENDERER.scene, events(kind)[0])
    for name, (own, said) in previews().items():
        found[name] = partial(RENDERER.preview, own, said)
    return found


def alts(audience: Audience) -> list[str]:
    """The words beside them."""
    view, result = ended()
    return [
        *(prose.board_alt(each, audience) for each in boards().values()),
        prose.final_alt(view, result, audience),
        *(prose.scene_alt(data_of(events(kind)[0], FinalStep), audience) for kind in STEPS),
        *(prose.preview_alt(own, said, audience) for own, said in previews().values()),
    ]


def boards() -> dict[str, ZamekView]:
    """Public views from the start to the end, and of each question."""
    found = {"start": views()[0], "early": views()[6], "middle": views()[36], "late": views()[-2], "over": ended()[0]}
    return found | {ask: asking(ask).view(None) for ask in ASKS[1:]}


def previews() -> dict[str, tuple[ZamekView, Move]]:
    """A tile that is being laid: the areas of its last rotation."""
    middle, _ = own(asking("lay", 30))
    spot = max(middle.spots, key=lambda spot: len(spot.rotations))
    return {"areas": (middle, ("lay", spot.square, str(spot.rotations[-1])))}
