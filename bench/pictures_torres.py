"""How long the pictures of Torres take that bench/pictures.py has no sample of, and their size."""

from __future__ import annotations

import random
from collections.abc import Iterator

from bench import drawing
from engines.torres.rules import TorresGame
from engines.torres.view import TorresView
from render.contract import Epilogue
from render.torres import RENDERER


def jobs() -> dict[str, drawing.Draw]:
    """Returns pictures of a game of four in its last phase with everything cached, and the board after something was built,
    with a terrain that was never drawn before.
    """
    rules, rng = TorresGame(), random.Random(4)
    position = rules.start(4, {}, bytes(16))
    last = position.copy()
    scenes = []
    built: dict[tuple[int, ...], TorresView] = {}
    while pending := position.pending():
        if position.view(None).asks == "act" and position.ap > 2:
            last = position.copy()
        events = position.play(pending[0], rules.choose_move(position.view(pending[0]), rng, rules.levels[0]))
        scenes += [event for event in events if event.scene]
        reading = position.view(None)
        built.setdefault(reading.heights, reading)
    audience = drawing.audience()
    public, own = last.view(None), last.view(last.seat)
    result = position.result()
    assert result is not None

    anew = iter(reversed(built.values()))

    return {
        "board": lambda: RENDERER.board(public, audience),
        "board after building": lambda: RENDERER.board(next(anew), audience),
        "walk": lambda: RENDERER.preview(own, ("move", own.knights[own.acting][0]), audience),
        "scoring": lambda: RENDERER.scene(scenes[-1], audience),
        "final": lambda: RENDERER.final(position.view(None), result, Epilogue(), audience),
    }


def lines() -> Iterator[tuple[str, float, str]]:
    """Yields name, value and unit: CPU milliseconds of a warm picture, and its bytes."""
    RENDERER.warm()
    yield from drawing.figures("torres late", jobs())
