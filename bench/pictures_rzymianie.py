"""How long the pictures of Rzymianie do domu! take that the common bench does not draw: a plan, a round, the end."""

from __future__ import annotations

import random
from collections.abc import Iterator

from bench import drawing
from engines.notation import random_game
from engines.rzymianie.rules import GAME
from render.contract import Epilogue
from render.rzymianie import RENDERER


def jobs() -> dict[str, drawing.Draw]:
    """Returns by name functions that draw, for a game of four."""
    position = GAME.start(4, {}, b"pictures")
    plan = position.view(0)
    said = ("plan", *plan.hand[:3])
    middle = position.view(None)
    for _ in random_game(position, random.Random(4)):
        view = position.view(None)
        if view.asking not in {"plan", ""}:
            middle = view
    result = position.result()
    assert result is not None
    audience = drawing.audience()
    return {
        "plan": lambda: RENDERER.preview(plan, said, audience),
        "round": lambda: RENDERER.board(middle, audience),
        "final": lambda: RENDERER.final(position.view(None), result, Epilogue(), audience),
    }


def lines() -> Iterator[tuple[str, float, str]]:
    """Yields name, value and unit: by picture its CPU time with cached sprites, and its bytes."""
    RENDERER.warm()
    yield from drawing.figures("rzymianie", jobs())
