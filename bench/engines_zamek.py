"""Zamek: whole games, the parts of a move, and the strength of the computer player.

Random games by numbers are compared with the fastest public pure-Python engine of Carcassonne: 242 games a second at a
yardstick of 9.85. Our goal is 700 there.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator

import msgspec

from bench.measure import wilson
from engines.notation import legal_moves, random_move
from engines.zamek import bots, choices, play
from engines.zamek.position import ZamekPosition
from engines.zamek.rules import GAME
from engines.zamek.state import LAY, OVER

Line = tuple[str, float, str]


def lines() -> Iterator[Line]:
    """Yields all figures. For a match: the share of games won (a shared win is half), its 95 % interval and the mean lead."""
    yield "zamek: random games by numbers, as the computer player searches", games_a_second(), "games/s"
    yield "zamek: random games in words with events", spoken_games_a_second(), "games/s"
    position = middle()
    yield "zamek: copy in the middle of a game", microseconds(position.copy), "us"
    yield "zamek: list the legal moves in words", microseconds(lambda: legal_moves(position, position.active)), "us"
    yield "zamek: what may follow `lay`", microseconds(lambda: position.choices(position.active, ("lay",))), "us"
    yield "zamek: a view", microseconds(lambda: position.view(0)), "us"
    yield "zamek: a view in bytes", len(msgspec.json.encode(position.view(0))), "bytes"
    yield "zamek: snapshot", microseconds(position.snapshot), "us"
    yield "zamek: snapshot in bytes", len(position.snapshot()), "bytes"
    stored, seen, rng = position.snapshot(), position.view(0), random.Random(1)
    yield "zamek: load", microseconds(lambda: GAME.load(stored)), "us"
    yield "zamek: determinize", microseconds(lambda: GAME.determinize(seen, rng)), "us"
    yield from match("easy", "random", 100)
    yield from match("normal", "random", 100)
    yield from match("normal", "easy", 100)
    yield from match("hard", "normal", 100)


def games_a_second(count: int = 300) -> float:
    """Returns whole games with random moves per CPU second."""
    rng = random.Random(1)
    began = time.process_time()
    for seed in range(count):
        state = GAME.start(2, {}, seed.to_bytes(16, "big"))
        while found := choices.legal(state):
            play.step(state, found[int(rng.random() * len(found))])
    return count / (time.process_time() - began)


def spoken_games_a_second(count: int = 40) -> float:
    """The same by words, as people play."""
    rng = random.Random(1)
    began = time.process_time()
    for seed in range(count):
        position = GAME.start(2, {}, seed.to_bytes(16, "big"))
        while pending := position.pending():
            position.play(pending[0], random_move(position, pending[0], rng))
    return count / (time.process_time() - began)


def middle() -> ZamekPosition:
    """Returns a position after 30 tiles."""
    rng = random.Random(5)
    position = GAME.start(2, {}, bytes(16))
    while len(position.board.laid) < 30 or position.phase != LAY:
        play.step(position, rng.choice(choices.legal(position)))
    return position


def microseconds(act: Callable[[], object]) -> float:
    """Returns the CPU time of one call, the best of some rounds."""
    best = math.inf
    for _ in range(5):
        began, count = time.process_time(), 0
        while time.process_time() - began < 0.05:
            act()
            count += 1
        best = min(best, (time.process_time() - began) / count)
    return best * 1e6


def choice(position: ZamekPosition, level: str, rng: random.Random) -> int:
    """Returns the move of a level, which cannot see the true future."""
    if level == "random":
        return rng.choice(choices.legal(position))
    blind = position.copy()
    blind.seed = rng.randbytes(16)
    return bots.choose(blind, rng, level)


def match(one: str, other: str, count: int) -> Iterator[Line]:
    """Play a match, every deal from both seats, and yield its lines."""
    won, lead, spent, moves = 0.0, 0, 0.0, 0
    for game in range(count):
        rng = random.Random(game)
        position = GAME.start(2, {}, (game // 2).to_bytes(16, "big"))
        mine = game % 2
        while position.phase != OVER:
            me = position.pending()[0] == mine
            began = time.process_time()
            move = choice(position, one if me else other, rng)
            spent += (time.process_time() - began) * me
            moves += me
            play.step(position, move)
        difference = position.scores[mine] - position.scores[1 - mine]
        won += 0.5 if difference == 0 else difference > 0
        lead += difference
    low, high = wilson(won, count)
    title = f"zamek: {one} against {other}"
    yield f"{title}, share of {count} games", won / count, "share"
    yield f"{title}, lower end of the interval", low, "share"
    yield f"{title}, upper end of the interval", high, "share"
    yield f"{title}, mean lead", lead / count, "points"
    yield f"{title}, a decision of {one}", 1000 * spent / moves, "ms"
