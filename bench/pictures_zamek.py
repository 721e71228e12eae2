"""How long the pictures of Zamek take, early and at the end of a game: the first one, warm, and their size."""

from __future__ import annotations

import random
from collections.abc import Iterator

from bench import drawing
from bench.measure import milliseconds
from engines.contract import Event
from engines.zamek.rules import GAME
from engines.zamek.view import ZamekView
from render.zamek import RENDERER


def jobs() -> dict[str, drawing.Draw]:
    """Returns the board with 12 tiles, with 30 and before the last one, the preview of a tile, a step of the final scoring."""
    audience = drawing.audience(2)
    rng = random.Random(2)
    position = GAME.start(2, {}, (2).to_bytes(32, "big"))
    views: list[ZamekView] = []
    scenes: list[Event] = []
    while pending := position.pending():
        view = position.view(pending[0])
        if view.ask == "lay":
            views.append(view)
        scenes += [event for event in position.play(pending[0], GAME.choose_move(view, rng, "easy")) if event.scene]
    said = ("lay", views[30].spots[0].square, str(views[30].spots[0].rotations[0]))
    return {
        "board of 12 tiles": lambda: RENDERER.board(views[12], audience),
        "board of 30 tiles": lambda: RENDERER.board(views[30], audience),
        "board of all tiles": lambda: RENDERER.board(views[-1], audience),
        "preview": lambda: RENDERER.preview(views[30], said, audience),
        f"scene-{scenes[0].kind}": lambda: RENDERER.scene(scenes[0], audience),
    }


def lines() -> Iterator[tuple[str, float, str]]:
    """Yields name, value and unit of each figure: warming up, and by picture warm, the first, and bytes."""
    yield "zamek warming up", milliseconds(RENDERER.warm), "ms"
    yield from drawing.figures("zamek", jobs(), lambda name: drawing.first("pictures_zamek", f"jobs()[{name!r}]"))
