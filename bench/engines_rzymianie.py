"""Figures of the engine of Rzymianie do domu!.

`rzymianie.fast.playouts.4` is compared with OpenSpiel's oh_hell of four, C++ played through Python: 9.6 thousand playouts a
second at a yardstick of 9.85. Our goal is 10 thousand there.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from bench.measure import rate
from engines.notation import random_game
from engines.rzymianie.components import PLACES, STACK
from engines.rzymianie.fast import FastGame, plans
from engines.rzymianie.play import arrange_wall
from engines.rzymianie.position import RzymianiePosition
from engines.rzymianie.rules import GAME


def lines() -> Iterator[tuple[str, float, str]]:
    """Yields name, value and unit of each figure."""
    rng = random.Random(1)
    for seats in (2, 3, 4):
        yield f"rzymianie.fast.playouts.{seats}", rate(partial(_playout, seats, rng)), "playouts/s"
    yield "rzymianie.public.playouts.4", rate(lambda: _whole_game(4, rng)), "playouts/s"
    moves = sum(1 for _ in random_game(GAME.start(4, {}, b"seed"), random.Random(2)))
    yield "rzymianie.public.moves.4", rate(lambda: _whole_game(4, rng)) * moves, "moves/s"
    for name, position in (("plan", GAME.start(4, {}, b"seed")), ("round", in_a_round())):
        seat = position.pending()[0]
        view = position.view(seat)
        yield f"rzymianie.{name}.copy", 1e6 / rate(position.copy), "us"
        yield f"rzymianie.{name}.view", 1e6 / rate(partial(position.view, seat)), "us"
        yield f"rzymianie.{name}.determinize", 1e6 / rate(partial(GAME.determinize, view, rng)), "us"
        yield f"rzymianie.{name}.snapshot", 1e6 / rate(position.snapshot), "us"
        yield f"rzymianie.{name}.snapshot.size", len(position.snapshot()), "bytes"
        for level in GAME.levels:
            yield (
                f"rzymianie.{name}.choose_move.{level}",
                1e3 / rate(partial(GAME.choose_move, view, rng, level), batch=1),
                "ms",
            )


def _playout(seats: int, rng: random.Random) -> None:
    unseen = list(STACK)
    row = [unseen.pop(int(rng.random() * len(unseen))) for _ in range(PLACES)]
    playout(FastGame(seats, seats, arrange_wall(row), unseen, [[] for _ in range(seats)]), rng.random)


def playout(game: FastGame, random: Callable[[], float]) -> None:
    """Play to the end at random. `random` returns numbers in 0..1."""

    def choose(step: str, clan: int, options: Sequence[Any]) -> Any:  # noqa: ARG001 - evenly for every clan
        # the current order is already random
        return options if step == "svord" else options[int(random() * len(options))]

    every = plans()
    while True:
        game.turn([every[int(random() * len(every))] for _ in range(game.clans)], choose)
        if game.turns == 0 or game.hecas >= 0:
            return
        unseen = game.unseen
        game.wall = arrange_wall([unseen.pop(int(random() * len(unseen))) for _ in range(PLACES)])


def in_a_round() -> RzymianiePosition:
    """Returns a four-player game whose second turn waits for a decision in an attack round."""
    position = GAME.start(4, {}, b"seed")
    played = random_game(position, random.Random(3))
    while position.game_turn < 2 or position.round == 0:
        next(played)
    return position


def _whole_game(seats: int, rng: random.Random) -> None:
    for _ in random_game(GAME.start(seats, {}, rng.randbytes(16)), rng):
        pass
