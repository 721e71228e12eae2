"""Every kind of picture of Goofspiel, by name."""

from __future__ import annotations

import random
from collections.abc import Callable

from engines.goof import GAME
from engines.goof.events import RoundEnded
from render.contract import Audience, Picture
from render.goof import RENDERER
from tests.support import samples


def drawings(seats: int) -> dict[str, Callable[[Audience], Picture | None]]:
    """The pictures of one game: begun, in the middle, its scenes and its end."""
    start = GAME.start(seats, {}, bytes(16))
    end = start.copy()
    waiting, told = samples.played(end, random.Random(1))
    scenes = [event for event in told if event.scene]
    shared = next((event for event in scenes if isinstance(event.data, RoundEnded) and event.data.winner is None), scenes[0])
    result = end.result()
    assert result is not None
    return {
        "start": lambda audience: RENDERER.board(start.view(None), audience),
        "board": lambda audience: RENDERER.board(waiting[3].view(None), audience),
        "hand": lambda audience: RENDERER.hand(waiting[3].view(seats - 1), audience),
        "chosen": lambda audience: RENDERER.hand(waiting[0].view(0), audience),
        "round": lambda audience: RENDERER.scene(scenes[-1], audience),
        "nobody": lambda audience: RENDERER.scene(shared, audience),
        "final": lambda audience: RENDERER.final(end.view(None), result, audience),
    }
