"""Tables of Zamek to draw: real positions of games played at random or by the computer player from fixed seeds."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable

from data.words import words
from engines.contract import Event, Result, Seat
from engines.notation import random_move
from engines.zamek.position import ZamekPosition
from engines.zamek.rules import GAME
from engines.zamek.view import ZamekView
from render.contract import Person, Picture, Setting
from render.zamek import ROOM

NAMES = ("Grażyna", "Świętosława")
NASTY = ("🦄🔥", "Z̸̢̛a̶l̵g̷o \u202e*_`~|\n@everyone")
LONGEST = ("W" * 32, "Ż" * 32)
ASKS = ("lay", "score", "use", "again", "target")


def setting(language: str = "pl", names: tuple[str, ...] = NAMES) -> Setting:
    return Setting(tuple(Person(name) for name in names), words(language))


@functools.cache
def game(seed: int = 3, player: str = "easy") -> tuple[tuple[ZamekPosition, ...], tuple[Event, ...], ZamekPosition]:
    """All positions in which a move is owed, all events, and the end; `player`: a level or `random`."""
    rng = random.Random(seed)
    position = GAME.start(2, {}, seed.to_bytes(32, "big"))
    waiting: list[ZamekPosition] = []
    events: list[Event] = []
    while pending := position.pending():
        waiting.append(position.copy())
        seat = pending[0]
        move = random_move(position, seat, rng) if player == "random" else GAME.advise(position.view(seat), rng, player)
        events += position.play(seat, move)
    return tuple(waiting), tuple(events), position


def views(seed: int = 3, player: str = "easy") -> list[ZamekView]:
    return [position.view(None) for position in game(seed, player)[0]]


@functools.cache
def asking(ask: str, least: int = 0) -> ZamekPosition:
    """A position with such a question, and at least so many tiles laid."""
    for seed in range(3, 60):
        for position in game(seed, "easy" if seed < 12 else "random")[0]:
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
        return [Event("out", {"tile": "G2", "left": 3}, reveals=True)]
    for seed in range(3, 40):
        found += [event for event in game(seed, "easy" if seed < 8 else "random")[1] if event.kind == kind]
        if len(found) > 2:
            break
    return found


def ended(seed: int = 3) -> tuple[ZamekView, Result]:
    position = game(seed)[2]
    result = position.result()
    assert result is not None
    return position.view(None), result


def drawings() -> dict[str, Callable[[Setting], Picture | None]]:
    """All kinds of pictures by name."""
    view, result = ended()
    found: dict[str, Callable[[Setting], Picture | None]] = {
        "start": lambda setting: ROOM.board(views()[0], setting),
        "early": lambda setting: ROOM.board(views()[6], setting),
        "middle": lambda setting: ROOM.board(views()[36], setting),
        "late": lambda setting: ROOM.board(views()[-2], setting),
        "over": lambda setting: ROOM.board(view, setting),
        "final": lambda setting: ROOM.final(view, result, setting),
    }
    for ask in ASKS[1:]:
        found[ask] = lambda setting, ask=ask: ROOM.board(asking(ask).view(None), setting)
    for kind in ("final-meadows", "final-keeps", "final-areas"):
        found[kind] = lambda setting, kind=kind: ROOM.scene(events(kind)[0], setting)
    middle, _ = own(asking("lay", 30))
    spot = max(middle.spots, key=lambda spot: len(spot.rotations))
    found["turns"] = lambda setting: ROOM.preview(middle, ("lay", spot.square), setting)
    found["areas"] = lambda setting: ROOM.preview(middle, ("lay", spot.square, str(spot.rotations[-1])), setting)
    return found
