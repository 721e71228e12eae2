"""How long the pictures of Budowa zamku take that the common bench does not draw: the end, notes, each decision."""

from __future__ import annotations

import random
from collections.abc import Iterator

from bench import drawing
from engines.budowa.rules import GAME
from engines.contract import Event
from engines.notation import random_game
from render.budowa import RENDERER
from render.contract import Epilogue


def jobs() -> dict[str, drawing.Draw]:
    """Returns by name functions that draw, for a game of four with figures and notes."""
    position = GAME.start(4, {"figures": "on", "notes": "on"}, b"pictures")
    scenes: dict[str, Event] = {}
    middle = position.view(None)
    for number, (_, _, events) in enumerate(random_game(position, random.Random(4))):
        scenes |= {event.kind: event for event in events if event.scene}
        if number == 60:
            middle = position.view(None)
    result = position.result()
    assert result is not None
    audience = drawing.audience()
    found: dict[str, drawing.Draw] = {
        "notes": lambda: RENDERER.board(middle, audience),
        "final": lambda: RENDERER.final(position.view(None), result, Epilogue(), audience),
    }
    return found | {kind: lambda event=event: RENDERER.scene(event, audience) for kind, event in scenes.items()}


def lines() -> Iterator[tuple[str, float, str]]:
    """Yields name, value and unit: by picture its CPU time with cached sprites, and its bytes."""
    RENDERER.warm()
    yield from drawing.figures("budowa", jobs())
