"""Figures of the engine of Budowa zamku: whole games, frequent operations, the worth of memory."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

from bench.measure import rate
from engines.budowa import bots
from engines.budowa.rules import BudowaGame
from engines.notation import random_game, random_move

GAME = BudowaGame()


def lines() -> Iterator[tuple[str, float, str]]:
    """Yields name, value and unit of each figure; for a match the share of games that one seat wins among another level."""
    rng = random.Random(1)
    yield "budowa.public.playouts.4", rate(partial(_whole_game, 4, rng)), "playouts/s"
    position = GAME.start(4, {"figures": "on"}, b"seed")
    for number, _ in enumerate(random_game(position, random.Random(3))):
        if number == 60:
            break
    view = position.view(2)
    yield "budowa.copy", 1e6 / rate(position.copy), "us"
    yield "budowa.view", 1e6 / rate(lambda: position.view(2)), "us"
    yield "budowa.recall", 1e6 / rate(lambda: GAME.recall(position, 2, "normal")), "us"
    yield "budowa.determinize", 1e6 / rate(lambda: GAME.determinize(view, rng)), "us"
    yield "budowa.snapshot", 1e6 / rate(position.snapshot), "us"
    yield "budowa.snapshot.size", len(position.snapshot()), "bytes"
    for level, other in (("easy", "random"), ("normal", "easy"), ("hard", "normal"), ("hard", "easy")):
        yield f"budowa.{level}-against-{other}.2", match(level, other, 2, 300), "share"
    yield "budowa.hard-against-normal.4", match("hard", "normal", 4, 200), "share"


def match(level: str, other: str, seats: int, count: int) -> float:
    """Returns the share of games that one seat of the level wins among others of another level; its seat rotates."""
    won = 0.0
    for number in range(count):
        rng = random.Random(number)
        position, mine = GAME.start(seats, {}, rng.randbytes(16)), number % seats
        while pending := position.pending():
            seat = pending[0]
            mind = level if seat == mine else other
            if mind == "random":
                move = random_move(position, seat, rng)
            else:
                move = bots.choose_move(GAME.recall(position, seat, mind), rng, "hard")
            position.play(seat, move)
        result = position.result()
        assert result is not None
        won += (result.places[mine] == 1) / result.places.count(1)
    return won / count


def _whole_game(seats: int, rng: random.Random) -> None:
    for _ in random_game(GAME.start(seats, {}, rng.randbytes(16)), rng):
        pass
