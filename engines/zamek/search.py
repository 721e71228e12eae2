"""The computer player's look ahead: its best moves are tried in many determinized futures, the same ones for all of them.

In a future both seats take what promises most by the learned estimate (leaf.py) for some tiles, and what is promised then is
the sample. After each round of futures the worse half of the moves is left out, so that the others are known better.
"""

from __future__ import annotations

import random

import msgspec

from engines.zamek import leaf, play
from engines.zamek.state import LAY, OVER, ZamekState


class Effort(msgspec.Struct, frozen=True):
    """How much a level looks ahead. Counted in tiles laid, so that a busy machine plays no worse."""

    moves: int
    """Moves tried at first."""
    depth: int
    """Tiles laid after the move in each future."""
    tiles: int
    """Tiles laid in all."""


def outlooks(state: ZamekState, rng: random.Random, effort: Effort, also: tuple[int, ...] = ()) -> dict[int, list[float]]:
    """By move, what it came to in the futures, in points that the active seat is ahead by. `also`: moves tried besides, in as
    many futures as the first round has.
    """
    seat = state.active
    left = [move for _, move in sorted(leaf.valued(state), reverse=True)[: effort.moves]]
    samples: dict[int, list[float]] = {move: [] for move in (*left, *also)}
    if len(left) == 1 and len(samples) == 1:
        samples[left[0]] = [leaf.after(state, left[0], seat)]
        return samples
    rounds = max(1, (len(left) - 1).bit_length())
    each = effort.tiles // (rounds * effort.depth)
    first = True
    while True:
        tried = list(samples) if first else left
        for _ in range(max(2, each // len(left))):
            seed = rng.randbytes(16)
            for move in tried:
                samples[move].append(_future(state, move, seat, seed, effort.depth))
        first = False
        if len(left) <= 2:
            return samples
        left = sorted(left, key=lambda move: -_mean(samples[move]))[: (len(left) + 1) // 2]


def best(samples: dict[int, list[float]]) -> int:
    """The move with the best mean among those that were tried most."""
    most = max(map(len, samples.values()))
    return max((move for move, found in samples.items() if len(found) == most), key=lambda move: _mean(samples[move]))


def _mean(found: list[float]) -> float:
    return sum(found) / len(found)


def _future(state: ZamekState, move: int, seat: int, seed: bytes, depth: int) -> float:
    future = state.copy()
    future.seed = seed
    future.looks = False
    play.step(future, move)
    while future.phase != OVER:
        if future.phase == LAY:
            if not depth:
                break
            depth -= 1
        play.step(future, leaf.greedy(future))
    return leaf.promise(future, seat)
