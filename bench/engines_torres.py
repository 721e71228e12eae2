"""Figures of the engine of Torres.

`torres.fast.moves.*` is compared with python-chess, a pure-Python engine of the same branching: 29.7 thousand moves a second,
including listing, at a yardstick of 9.85. Our goal is 45 thousand there.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from functools import partial

from bench.measure import rate, wilson
from engines.contract import Move
from engines.notation import legal_moves, random_game, random_move
from engines.torres import choices, play, scoring
from engines.torres.position import TorresPosition
from engines.torres.rules import TorresGame
from engines.torres.squares import bits
from engines.torres.state import ACT, State

SECONDS = 1.0
"""CPU seconds for which whole games are played."""

GAMES = 24
"""Number of games of the computer player against random players for each win rate."""

GAME = TorresGame()
LEVEL = "normal"
MASTER = {"master": "on"}

UNSCORED = {choices.POINT, choices.END, choices.DRAW}


def lines() -> Iterator[tuple[str, float, str]]:
    """Yields name, value and unit of each figure."""
    for seats in (2, 3, 4):
        yield f"torres.fast.moves.{seats}", moves_a_second(seats, {}), "moves/s"
    yield "torres.fast.moves.4.common", moves_a_second(4, {"deck": "common"}), "moves/s"
    yield "torres.fast.moves.4.master", moves_a_second(4, MASTER), "moves/s"
    yield "torres.fast.playouts.4", rate(partial(playout, 4, {}, random.Random(1))), "playouts/s"
    yield "torres.public.playouts.4", rate(partial(_public_game, random.Random(1)), batch=1), "playouts/s"
    position = middle({})
    yield "torres.copy", 1e6 / rate(position.copy), "us"
    yield "torres.groups", 1e6 / rate(partial(choices.groups, position)), "us"
    yield "torres.choices", 1e6 / rate(partial(position.choices, position.seat)), "us"
    heavy = middle(MASTER)
    yield "torres.choices.master", 1e6 / rate(partial(heavy.choices, heavy.seat)), "us"
    yield "torres.legal.master", len(legal_moves(heavy, heavy.seat)), "moves"
    yield "torres.view", 1e6 / rate(partial(position.view, 1)), "us"
    yield "torres.determinize", 1e6 / rate(partial(GAME.determinize, position.view(1), random.Random(1))), "us"
    yield "torres.snapshot", 1e6 / rate(position.snapshot), "us"
    yield "torres.snapshot.size", len(position.snapshot()), "bytes"
    for seats in (2, 4):
        won, seconds = strength(seats, LEVEL)
        low, high = wilson(won, GAMES)
        yield f"torres.wins.{seats}", won / GAMES, "share"
        yield f"torres.wins.{seats}.low", low, "share"
        yield f"torres.wins.{seats}.high", high, "share"
        yield f"torres.turn.{seats}", 1e3 * seconds, "ms"
    won = sum(newcomer_wins(number) for number in range(GAMES))
    low, high = wilson(won, GAMES)
    yield "torres.newcomer.easy", won / GAMES, "share"
    yield "torres.newcomer.easy.low", low, "share"
    yield "torres.newcomer.easy.high", high, "share"
    for level in GAME.levels:
        choose_move = partial(GAME.choose_move, heavy.view(heavy.seat), random.Random(1), level)
        yield f"torres.choose_move.{level}", 1e3 / rate(choose_move, batch=1), "ms"


def playout(seats: int, options: dict[str, str], rng: random.Random) -> int:
    """Play a game on the fast path, each move uniform among all legal ones. Returns its number of moves."""
    state: State = GAME.start(seats, options, rng.randbytes(16))
    moves = 0
    while found := choices.groups(state):
        play.apply(state, *uniform(found, rng))
        moves += 1
    return moves


def uniform(groups: list[choices.Group], rng: random.Random) -> choices.Atom:
    """Returns one of the moves that the groups stand for, each equally likely."""
    counts = [mask.bit_count() for _, _, mask in groups]
    left = int(rng.random() * sum(counts))
    for (kind, a, mask), count in zip(groups, counts, strict=True):
        if left < count:
            chosen = mask
            for _ in range(left):
                chosen &= chosen - 1
            return kind, a, (chosen & -chosen).bit_length() - 1
        left -= count
    raise AssertionError("groups are not empty")


def moves_a_second(seats: int, options: dict[str, str]) -> float:
    """Returns atomic moves per CPU second, including listing, over whole random games."""
    rng = random.Random(1)
    moves = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        moves += playout(seats, options, rng)
    return moves / spent


def middle(options: dict[str, str]) -> TorresPosition:
    """Returns a position in the middle of a turn and of a game of four, after computer players' turns."""
    rng = random.Random(7)
    position = GAME.start(4, options, b"middle")
    while position.turn < 26 or position.ap < 4:
        level = "easy" if position.turn > 5 else "normal"
        position.play(position.seat, GAME.choose_move(position.view(position.seat), rng, level))
    return position


def strength(seats: int, level: str) -> tuple[int, float]:
    """Returns the games that one computer player, at rotating seats, won against random ones, and its mean seconds a turn."""
    won = turns = 0
    spent = 0.0
    for number in range(GAMES):
        rng = random.Random(number)
        computer = number % seats
        position = GAME.start(seats, {}, rng.randbytes(16))
        while position.pending():
            seat = position.seat
            if seat == computer:
                began = time.process_time()
                move = GAME.choose_move(position.view(seat), rng, level)
                spent += time.process_time() - began
                turns += move[0] == "end"
            else:
                move = random_move(position, seat, rng)
            position.play(seat, move)
        result = position.result()
        assert result is not None
        won += result.places[computer] == 1
    return won, spent / turns


def newcomer(position: TorresPosition, rng: random.Random) -> Move:
    """Returns the move of somebody who has only just read the rules: the single move that scores most if the phase ended now,
    without a thought for later turns or the rest of this one. If nothing scores, points are bought and the turn ended.
    """
    if position.mode != ACT:
        return random_move(position, position.seat, rng)
    best, chosen = _if_over(position, position.seat), None
    for kind, a, mask in choices.groups(position):
        for b in bits(mask) if kind not in UNSCORED else ():
            child = position.copy()
            play.apply(child, kind, a, b)
            worth = _if_over(child, position.seat) + 1e-3 * rng.random()
            if worth > best + 1e-3:
                best, chosen = worth, (kind, a, b)
    if chosen is None:
        if position.ap:
            return ("point",)
        return next(move for move in legal_moves(position, position.seat) if move[0] == "end")
    return choices.write(position, *chosen)


def _if_over(state: State, seat: int) -> float:
    """Returns by how much the seat would lead the others' mean if the phase ended now, with points bought for the AP left."""
    land, royal = state.terrain, state.royal_castle()
    points = [
        scoring.castle_points(land, knights) + scoring.royal_points(land, royal, knights, state.phase)
        for knights in state.knights
    ]
    if state.masters:
        points = [one + more for one, more in zip(points, scoring.master_points(state), strict=True)]
    return state.ap + points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


def newcomer_wins(number: int) -> bool:
    """Returns whether the newcomer wins this game of two against `easy`."""
    rng = random.Random(number)
    position = GAME.start(2, {}, rng.randbytes(16))
    while position.pending():
        if position.seat == number % 2:
            move = newcomer(GAME.determinize(position.view(position.seat), rng), rng)
        else:
            move = GAME.choose_move(position.view(position.seat), rng, "easy")
        position.play(position.seat, move)
    result = position.result()
    assert result is not None
    return result.places[number % 2] == 1


def _public_game(rng: random.Random) -> None:
    for _ in random_game(GAME.start(4, {}, b"bench"), rng):
        pass
