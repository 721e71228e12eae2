"""Figures of the engine of Rycerze i zamki."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

from bench.exploit_rycerze import by_chance, exploitability, last_rounds, strategy_of
from bench.measure import rate
from engines import games
from engines.notation import random_game
from engines.rycerze.bots import EFFORT
from engines.rycerze.fast import Table, table_of
from engines.rycerze.policy import policy
from engines.rycerze.position import RycerzePosition


def lines() -> Iterator[tuple[str, float, str]]:
    """Yields name, value and unit of each figure."""
    rng = random.Random(1)
    for seats in (2, 3, 4):
        yield f"rycerze.fast.playouts.{seats}", rate(partial(_playout, seats, rng)), "playouts/s"
    yield "rycerze.fast.listed.4", rate(lambda: listed_playout(table(4), rng)), "playouts/s"
    game = games()["rycerze"]
    yield "rycerze.public.playouts.4", rate(lambda: _whole_game(4, rng)), "playouts/s"
    moves = sum(1 for _ in random_game(game.start(4, {}, b"seed"), random.Random(2)))
    yield "rycerze.public.moves.4", rate(lambda: _whole_game(4, rng)) * moves, "moves/s"
    position = middle()
    view = position.view(2)
    fast = table_of(position)
    yield "rycerze.fast.copy", 1e6 / rate(fast.copy), "us"
    yield "rycerze.copy", 1e6 / rate(position.copy), "us"
    yield "rycerze.view", 1e6 / rate(lambda: position.view(2)), "us"
    yield "rycerze.determinize", 1e6 / rate(lambda: game.determinize(view, rng)), "us"
    yield "rycerze.snapshot", 1e6 / rate(position.snapshot), "us"
    yield "rycerze.snapshot.size", len(position.snapshot()), "bytes"
    for level in game.levels:
        yield f"rycerze.choose_move.{level}", 1e3 / rate(partial(game.choose_move, view, rng, level), batch=1), "ms"
    yield "rycerze.exploitability.chance", exploitability(last_rounds(), by_chance), "shares"
    for level in EFFORT:
        yield f"rycerze.exploitability.{level}", exploitability(last_rounds(), strategy_of(level)), "shares"


def _playout(seats: int, rng: random.Random) -> None:
    table(seats).led_playout(rng.random, policy(seats))


def table(seats: int) -> Table:
    """Returns the start of a game whose first tile is the large stone castle."""
    return Table([63] * seats, [0] * seats, 0, 0, [1, 2, 3, 4, 5, 6, 6])


def listed_playout(played: Table, rng: random.Random) -> None:
    """Plays a random game through `legal` and `step`, as a search uses them."""
    random_, choice = rng.random, rng.choice
    seats = range(len(played.hands))
    while played.tile >= 0:
        choices = []
        for seat in seats:
            offered = played.legal(seat)
            choices.append(offered[int(random_() * len(offered))] if offered else 0)
        played.step(choices, choice)


def middle() -> RycerzePosition:
    """Returns a four-player game in its fifth round."""
    position = games()["rycerze"].start(4, {}, b"seed")
    assert isinstance(position, RycerzePosition)
    played = random_game(position, random.Random(3))
    while len(position.seen) < 5:
        next(played)
    return position


def _whole_game(seats: int, rng: random.Random) -> None:
    for _ in random_game(games()["rycerze"].start(seats, {}, rng.randbytes(16)), rng):
        pass
