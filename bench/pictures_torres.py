"""How long the pictures of Torres take that bench/pictures.py has no sample of, and what they weigh."""

from __future__ import annotations

import random
from collections.abc import Iterator

from bench import drawing
from engines.torres.rules import TorresGame
from render import sprite_cache
from render.contract import Picture
from render.torres import RENDERER


def jobs() -> dict[str, drawing.Draw]:
    """Pictures of a game of four in its last phase, each once with everything cached and the board with a new terrain."""
    rules, rng = TorresGame(), random.Random(4)
    position = rules.start(4, {}, bytes(16))
    last = position.copy()
    scenes = []
    while pending := position.pending():
        if position.view(None).asks == "act" and position.ap > 2:
            last = position.copy()
        events = position.play(pending[0], rules.choose_move(position.view(pending[0]), rng, rules.levels[0]))
        scenes += [event for event in events if event.scene]
    audience = drawing.audience()
    public, own = last.view(None), last.view(last.seat)
    result = position.result()
    assert result is not None

    def built() -> Picture:
        sprite_cache.clear()
        return RENDERER.board(public, audience)

    return {
        "board": lambda: RENDERER.board(public, audience),
        "board after building": built,
        "walk": lambda: RENDERER.preview(own, ("move", own.knights[own.acting][0]), audience),
        "scoring": lambda: RENDERER.scene(scenes[-1], audience),
        "final": lambda: RENDERER.final(position.view(None), result, audience),
    }


def lines() -> Iterator[tuple[str, float, str]]:
    """Name, value and unit: CPU milliseconds of a warm picture, and its bytes."""
    RENDERER.warm()
    yield from drawing.figures("torres late", jobs())
