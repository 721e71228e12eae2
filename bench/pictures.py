"""How long pictures take: cold in a fresh process, warm as on a busy evening, and what they weigh."""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

from data.words import words
from engines import games
from engines.contract import Event, View
from engines.notation import random_game
from render import rooms
from render.contract import Person, Picture, Setting

ROUNDS = 15


def samples(key: str, seats: int) -> tuple[View, View, list[Event], Setting]:
    """A spectator's view and a seat's own in mid-game, the scenes so far, and the setting."""
    position = games()[key].start(seats, {}, seats.to_bytes(32, "big"))
    scenes: list[Event] = []
    for _, _, events in random_game(position, random.Random(seats)):
        scenes += [event for event in events if event.scene]
        if len(scenes) > 3:
            break
    people = tuple(Person(name) for name in ("Grażyna", "Łucja", "Świętosława", "Jędrzej")[:seats])
    return position.view(None), position.view(0), scenes, Setting(people, words("pl"))


def jobs(key: str) -> dict[str, Callable[[], Picture | None]]:
    """The pictures of a game with as many players as it takes."""
    room, seats = rooms()[key], games()[key].seats[-1]
    public, own, scenes, setting = samples(key, seats)
    found: dict[str, Callable[[], Picture | None]] = {
        "board": lambda: room.board(public, setting),
        "hand": lambda: room.hand(own, setting),
    }
    if scenes:
        found[f"scene-{scenes[-1].kind}"] = lambda: room.scene(scenes[-1], setting)
    return found


def cold(key: str, name: str) -> float:
    """CPU milliseconds of the first picture in a fresh process, imports and views not counted."""
    code = (
        "import time; from bench.pictures import jobs; draw = jobs(%r)[%r]; start = time.process_time(); draw(); "
        "print((time.process_time() - start) * 1000)"
    )
    done = subprocess.run([sys.executable, "-c", code % (key, name)], capture_output=True, text=True, check=True)
    return float(done.stdout)


def lines() -> Iterator[tuple[str, float, str]]:
    """Name, value and unit of each figure: warming up, and by game and picture CPU time warm and cold, and bytes."""
    for key, room in rooms().items():
        start = time.process_time()
        room.warm()
        yield f"{key} warming up", (time.process_time() - start) * 1000, "ms"
        for name, draw in jobs(key).items():
            picture = draw()
            if picture is None:
                continue
            taken = []
            for _ in range(ROUNDS):
                start = time.process_time()
                draw()
                taken.append((time.process_time() - start) * 1000)
            yield f"{key} {name} warm", statistics.median(taken), "ms"
            yield f"{key} {name} cold", cold(key, name), "ms"
            yield f"{key} {name}", len(picture.data), "bytes"
