"""The film of a whole game of Torres with four computer players of the weakest level: CPU seconds, bytes, pictures, memory."""

from __future__ import annotations

import random
import resource
import time
from collections.abc import Iterator

from bench.drawing import audience
from engines import games
from render import film, renderers
from render.contract import Picture


def lines() -> Iterator[tuple[str, float, str]]:
    """Yields name, value and unit of each figure."""
    game, rendered, people, luck = games()["torres"], renderers()["torres"], audience(4), random.Random(5)
    position = game.start(4, {}, bytes(16))
    views = [position.view(None)]
    while pending := position.pending():
        position.play(pending[0], game.choose_move(position.view(pending[0]), luck, game.levels[0]))
        views.append(position.view(None))

    def draw(number: int) -> Picture:
        return rendered.board(views[number], people)

    draw(0)
    before, began = _memory(), time.process_time()
    made = film.make(draw, film.durations(len(views)), "", 10 * 2**20, film.Reporter())
    yield "film of a game of torres", time.process_time() - began, "CPU s"
    yield "film of a game of torres, pictures", float(len(views)), ""
    yield "film of a game of torres, file", len(made.data) / 1024, "KiB"
    yield "film of a game of torres, memory more at most", (_memory() - before) / 1024, "MiB"


def _memory() -> float:
    """Returns the highest memory use so far, in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
