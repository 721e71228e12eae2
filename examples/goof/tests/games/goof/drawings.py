"""Every kind of picture of Goofspiel, by name."""

from __future__ import annotations

import random
from collections.abc import Callable

from engines.contract import Event
from engines.goof import GAME
from engines.goof.events import RoundEnded
from engines.goof.position import GoofPosition
from engines.notation import random_move
from render.contract import Audience, Picture
from render.goof import RENDERER

Draw = Callable[[Audience], Picture | None]


def played(seats: int, moves: int, seed: int = 1, cards: str = "7") -> tuple[GoofPosition, list[Event]]:
    """A position after so many random moves, and what has happened."""
    rng = random.Random(seed)
    position, told = GAME.start(seats, {"cards": cards}, bytes([seed] * 16)), []
    while (pending := position.pending()) and moves:
        told += position.play(pending[0], random_move(position, pending[0], rng))
        moves -= 1
    return position, told


def drawings(seats: int) -> dict[str, Draw]:
    """The pictures of one game: begun, in the middle, its scenes and its end."""
    start, middle = GAME.start(seats, {}, bytes(16)), played(seats, 3 * seats + 1)[0]
    end, told = played(seats, 100)
    scenes = [event for event in told if event.scene]
    shared = next((event for event in scenes if isinstance(event.data, RoundEnded) and event.data.winner is None), scenes[0])
    result = end.result()
    assert result is not None
    return {
        "start": lambda audience: RENDERER.board(start.view(None), audience),
        "board": lambda audience: RENDERER.board(middle.view(None), audience),
        "hand": lambda audience: RENDERER.hand(middle.view(0), audience),
        "chosen": lambda audience: RENDERER.hand(played(seats, 1)[0].view(0), audience),
        "round": lambda audience: RENDERER.scene(scenes[-1], audience),
        "nobody": lambda audience: RENDERER.scene(shared, audience),
        "final": lambda audience: RENDERER.final(end.view(None), result, audience),
    }
