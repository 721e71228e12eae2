"""How long the pictures of Rzymianie do domu! take that the common bench does not draw: a plan, a round, the end."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator

from data.words import words
from engines.notation import random_game
from engines.rzymianie.rules import GAME
from render.contract import Person, Picture, Setting
from render.rzymianie import ROOM

ROUNDS = 15


def jobs() -> dict[str, Callable[[], Picture | None]]:
    """By name: functions that draw, of a game of four."""
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
    setting = Setting(tuple(Person(name) for name in ("Grażyna", "Łucja", "Świętosława", "Jędrzej")), words("pl"))
    return {
        "plan": lambda: ROOM.preview(plan, said, setting),
        "round": lambda: ROOM.board(middle, setting),
        "final": lambda: ROOM.final(position.view(None), result, setting),
    }


def lines() -> Iterator[tuple[str, float, str]]:
    """Name, value and unit: by picture CPU time when its sprites are there, and bytes."""
    ROOM.warm()
    for name, draw in jobs().items():
        picture = draw()
        assert picture is not None
        taken = []
        for _ in range(ROUNDS):
            start = time.process_time()
            draw()
            taken.append((time.process_time() - start) * 1000)
        yield f"rzymianie {name} warm", statistics.median(taken), "ms"
        yield f"rzymianie {name}", len(picture.data), "bytes"
