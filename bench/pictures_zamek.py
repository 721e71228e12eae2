"""How long the pictures of Zamek take, early and at the end of a game: cold in a fresh process, warm, and what they weigh."""

from __future__ import annotations

import random
from collections.abc import Iterator

from bench import drawing
from bench.measure import milliseconds
from engines.contract import Event
from engines.zamek.rules import GAME
from engines.zamek.view import ZamekView
from render.zamek import ROOM


def jobs() -> dict[str, drawing.Draw]:
    """The board with 12 tiles, with 30 and with the last one in hand, the preview of a tile, a step of the final scoring."""
    setting = drawing.setting(2)
    rng = random.Random(2)
    position = GAME.start(2, {}, (2).to_bytes(32, "big"))
    views: list[ZamekView] = []
    scenes: list[Event] = []
    while pending := position.pending():
        view = position.view(pending[0])
        if view.ask == "lay":
            views.append(view)
        scenes += [event for event in position.play(pending[0], GAME.advise(view, rng, "easy")) if event.scene]
    said = ("lay", views[30].spots[0].square, str(views[30].spots[0].rotations[0]))
    return {
        "board of 12 tiles": lambda: ROOM.board(views[12], setting),
        "board of 30 tiles": lambda: ROOM.board(views[30], setting),
        "board of all tiles": lambda: ROOM.board(views[-1], setting),
        "preview": lambda: ROOM.preview(views[30], said, setting),
        f"scene-{scenes[0].kind}": lambda: ROOM.scene(scenes[0], setting),
    }


def lines() -> Iterator[tuple[str, float, str]]:
    """Name, value and unit of each figure: warming up, and by picture CPU time warm and cold, and bytes."""
    yield "zamek warming up", milliseconds(ROOM.warm), "ms"
    yield from drawing.figures("zamek", jobs(), lambda name: drawing.first("pictures_zamek", f"jobs()[{name!r}]"))
