"""How long pictures take, the first after start-up and warm as on a busy evening, and their size in bytes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

from bench import drawing
from bench.measure import milliseconds
from engines import games
from engines.contract import Event, View
from engines.notation import random_game
from render import renderers
from render.contract import Audience


def samples(key: str, seats: int) -> tuple[View, View, list[Event], Audience]:
    """Returns a spectator's view and a seat's own in mid-game, the scenes so far, and the audience."""
    position = games()[key].start(seats, {}, seats.to_bytes(32, "big"))
    scenes: list[Event] = []
    for _, _, events in random_game(position, random.Random(seats)):
        scenes += [event for event in events if event.scene]
        if len(scenes) > 3:
            break
    return position.view(None), position.view(0), scenes, drawing.audience(seats)


def jobs(key: str) -> dict[str, drawing.Draw]:
    """Returns the pictures of a game with its maximum number of players."""
    room, seats = renderers()[key], games()[key].seats[-1]
    public, own, scenes, audience = samples(key, seats)
    found: dict[str, drawing.Draw] = {
        "board": lambda: room.board(public, audience),
        "hand": lambda: room.hand(own, audience),
    }
    if scenes:
        found[f"scene-{scenes[-1].kind}"] = lambda: room.scene(scenes[-1], audience)
    return found


def earliest(key: str, name: str) -> float:
    """Returns the CPU milliseconds of a game's first picture after start-up."""
    return drawing.first("pictures", f"jobs({key!r})[{name!r}]")


def lines() -> Iterator[tuple[str, float, str]]:
    """Yields name, value and unit of each figure: warming up, and by game and picture warm, the first, and bytes."""
    for key, room in renderers().items():
        yield f"{key} warming up", milliseconds(room.warm), "ms"
        yield from drawing.figures(key, jobs(key), partial(earliest, key))
