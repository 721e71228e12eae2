"""How long the pictures of Zamek take, early and at the end of a game: cold in a fresh process, warm, and what they weigh."""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

from data.words import words
from engines.contract import Event
from engines.zamek.rules import GAME
from engines.zamek.view import ZamekView
from render.contract import Person, Picture, Setting
from render.zamek import ROOM

ROUNDS = 15


def jobs() -> dict[str, Callable[[], Picture | None]]:
    """The board with 12 tiles, with 30 and with the last one in hand, the preview of a tile, a step of the final scoring."""
    setting = Setting((Person("Grażyna"), Person("Łucja")), words("pl"))
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


def cold(name: str) -> float:
    """CPU milliseconds of the first picture in a fresh process, imports and the game not counted."""
    code = (
        "import time; from bench.pictures_zamek import jobs; draw = jobs()[%r]; start = time.process_time(); draw(); "
        "print((time.process_time() - start) * 1000)"
    )
    done = subprocess.run([sys.executable, "-c", code % name], capture_output=True, text=True, check=True)
    return float(done.stdout)


def lines() -> Iterator[tuple[str, float, str]]:
    """Name, value and unit of each figure: warming up, and by picture CPU time warm and cold, and bytes."""
    start = time.process_time()
    ROOM.warm()
    yield "zamek warming up", (time.process_time() - start) * 1000, "ms"
    for name, draw in jobs().items():
        picture = draw()
        assert picture is not None
        taken = []
        for _ in range(ROUNDS):
            start = time.process_time()
            draw()
            taken.append((time.process_time() - start) * 1000)
        yield f"zamek {name} warm", statistics.median(taken), "ms"
        yield f"zamek {name} cold", cold(name), "ms"
        yield f"zamek {name}", len(picture.data), "bytes"
