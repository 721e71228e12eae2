"""Tables of Torres to draw: real positions, played from a fixed seed by the computer player or at random. They are played by
the first version of the rules, so that the golden pictures stay.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable

import msgspec

from engines.contract import Event, Move, Result
from engines.notation import random_move
from engines.torres.components import CARDS
from engines.torres.position import TorresPosition
from engines.torres.rules import FIRST
from engines.torres.view import TorresView
from render.contract import Audience, Picture
from render.torres import RENDERER
from tests.support.samples import EPILOGUE

OPTIONS = {"plain": {}, "common": {"deck": "common"}, "master": {"master": "on"}}
ASKS = ("start", "crown", "act", "keep", "king", "first")


@functools.cache
def game(seats: int, variant: str = "plain", seed: int = 3) -> tuple[tuple[TorresPosition, ...], tuple[Event, ...]]:
    """All positions of a game, the last one over, and all events: four players play with some sense, fewer at random."""
    rules, rng = FIRST, random.Random(seed)
    position = rules.start(seats, OPTIONS[variant], bytes([seed]) * 16)
    found, events = [position.copy()], list[Event]()
    while pending := position.pending():
        seat = pending[0]
        sensible = seats == 4 or variant == "master"
        move = rules.choose_move(position.view(seat), rng, rules.levels[0]) if sensible else random_move(position, seat, rng)
        events += position.play(seat, move)
        found.append(position.copy())
    return tuple(found), tuple(events)


def asking(ask: str, seats: int, variant: str = "plain") -> TorresPosition:
    """A position in which this is asked, the middle one of the game."""
    found = [position for position in game(seats, variant)[0] if position.view(None).asks == ask]
    return found[len(found) // 2]


def own(ask: str, seats: int, variant: str = "plain") -> TorresView:
    """The view of the one who is asked."""
    position = asking(ask, seats, variant)
    return position.view(position.seat)


def events(kind: str, seats: int, variant: str = "plain") -> list[Event]:
    return [event for event in game(seats, variant)[1] if event.kind == kind]


def ended(seats: int, variant: str = "plain") -> tuple[TorresView, Result]:
    position = game(seats, variant)[0][-1]
    result = position.result()
    assert result is not None
    return position.view(None), result


def walking(seats: int) -> tuple[TorresView, Move]:
    """A view in mid-turn, and a move of which the knight is said."""
    view = next(
        view
        for position in game(seats)[0][80:]
        if (view := position.view(position.seat)).asks == "act" and view.ap > 2 and view.knights[view.acting] and view.hand
    )
    return view, ("move", view.knights[view.acting][0])


def drawings(seats: int) -> dict[str, Callable[[Audience], Picture | None]]:
    """All kinds of pictures by name, as functions of a audience."""
    view, said = walking(seats)
    waiting = msgspec.structs.replace(view, seat=view.acting, pending=())
    over, result = ended(seats)
    master_over, master_result = ended(seats, "master")
    many = msgspec.structs.replace(waiting, hand=CARDS, fresh=(), master="levels", decks=(), tops=(), bottoms=())
    found: dict[str, Callable[[Audience], Picture | None]] = {
        **{ask: functools.partial(RENDERER.board, asking(ask, seats).view(None)) for ask in ASKS},
        "castle": lambda audience: RENDERER.board(asking("castle", seats, "master").view(None), audience),
        "master": lambda audience: RENDERER.board(asking("act", seats, "master").view(None), audience),
        "over": lambda audience: RENDERER.board(over, audience),
        "desk": lambda audience: RENDERER.hand(view, audience),
        "walk": lambda audience: RENDERER.preview(view, said, audience),
        "playing": lambda audience: RENDERER.preview(view, ("card",), audience),
        "looking": lambda audience: RENDERER.hand(own("keep", seats), audience),
        "cards": lambda audience: RENDERER.hand(waiting, audience),
        "no-cards": lambda audience: RENDERER.hand(msgspec.structs.replace(waiting, hand=(), fresh=()), audience),
        "all-cards": lambda audience: RENDERER.hand(many, audience),
        "scoring": lambda audience: RENDERER.scene(events("scoring", seats)[-1], audience),
        "scoring-master": lambda audience: RENDERER.scene(events("scoring", seats, "master")[-1], audience),
        "final": lambda audience: RENDERER.final(over, result, EPILOGUE, audience),
        "final-master": lambda audience: RENDERER.final(master_over, master_result, EPILOGUE, audience),
    }
    return found
