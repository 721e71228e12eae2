"""How long the pictures of Torres take that bench/pictures.py has no sample of, and what they weigh."""

from __future__ import annotations

import random
from collections.abc import Iterator

from bench import drawing
from engines.torres.rules import TorresGame
from render.contract import Picture
from render.torres import ROOM, ground


def jobs() -> dict[str, drawing.Draw]:
    """Pictures of a game of four in its last phase, each once with everything cached and the board with a new terrain."""
    rules, rng = TorresGame(), random.Random(4)
    position = rules.start(4, {}, bytes(16))
    last = position.copy()
    scenes = []
    while pending := position.pending():
        if position.view(None).asks == "act" and position.ap > 2:
            last = position.copy()
        events = position.play(pending[0], rules.advise(position.view(pending[0]), rng, rules.levels[0]))
        scenes += [event for event in events if event.scene]
    setting = drawing.setting()
    public, own = last.view(None), last.view(last.seat)
    result = position.result()
    assert result is not None

    def built() -> Picture:
        ground.terrain.cache_clear()
        return ROOM.board(public, setting)

    return {
        "board": lambda: ROOM.board(public, setting),
        "board after building": built,
        "walk": lambda: ROOM.preview(own, ("move", own.knights[own.acting][0]), setting),
        "scoring": lambda: ROOM.scene(scenes[-1], setting),
        "final": lambda: ROOM.final(position.view(None), result, setting),
    }


def lines() -> Iterator[tuple[str, float, str]]:
    """Name, value and unit: CPU milliseconds of a warm picture, and its bytes."""
    ROOM.warm()
    yield from drawing.figures("torres late", jobs())
