"""The computer player's search: its best moves are tried in many futures, the same ones for all moves.

A future is an order of the tiles left. In it both seats take what promises most by the learned estimate (leaf.py) for some
tiles; the promise of the next tile is the sample. After each round of futures the worse half of the moves is dropped, so that
the others are measured better.
"""

from __future__ import annotations

import heapq
import random

import msgspec

from engines.zamek import choices, laying, leaf, play
from engines.zamek.state import DRAW, LAY, OVER, ZamekState


class Effort(msgspec.Struct, frozen=True):
    """How far a level looks ahead. Measured in tiles, so that a busy machine plays no worse."""

    moves: int
    """Number of moves tried at first."""
    depth: int
    """Number of tiles examined after the move in each future."""
    tiles: int
    """Total number of tiles examined."""


def outlooks(state: ZamekState, rng: random.Random, effort: Effort, also: tuple[int, ...] = ()) -> dict[int, list[float]]:
    """Returns by move the active seat's shares of the win in the futures; late in the game a few points may be worth nothing,
    or everything. `also`: additional moves, tried in as many futures as the first round has.
    """
    seat = state.active
    left = [move for _, move in heapq.nlargest(effort.moves, laying.value_moves(state))]
    samples: dict[int, list[float]] = {move: [] for move in (*left, *also)}
    if not state.pile or len(samples) == 1:
        return {move: [leaf.chance(leaf.after(state, move, seat), len(state.pile))] for move in samples}
    starts = {move: _Played(state, move) for move in samples}
    depth = min(effort.depth, len(state.pile))
    rounds = max(1, (len(left) - 1).bit_length())
    each = effort.tiles // (rounds * depth)
    orders = _Orders(state.pile, rng)
    tried = list(samples)
    while True:
        for _ in range(max(2, each // len(left))):
            order = orders.draw()
            for move in tried:
                samples[move].append(starts[move].future(order, depth, seat))
        if len(left) <= 2:
            return samples
        left = tried = sorted(left, key=lambda move: -_mean(samples[move]))[: (len(left) + 1) // 2]


def best(samples: dict[int, list[float]]) -> dict[int, float]:
    """Returns the moves that were tried most, with their means: two, if two were tried at all."""
    most = max(map(len, samples.values()))
    return {move: _mean(found) for move, found in samples.items() if len(found) == most}


def _mean(found: list[float]) -> float:
    return sum(found, 0.0) / len(found)


class _Orders:
    """Orders of the tiles left. Each tile comes next as often as any other, as nearly as possible."""

    def __init__(self, pile: list[int], rng: random.Random) -> None:
        self._pile = pile
        self._rng = rng
        self._next: list[int] = []

    def draw(self) -> list[int]:
        if not self._next:
            self._next = self._rng.sample(self._pile, len(self._pile))
        rest = self._pile[:]
        first = self._next.pop()
        rest.remove(first)
        self._rng.shuffle(rest)
        return [first, *rest]


class _Played:
    """The state after a move, and cached results about what follows it."""

    def __init__(self, state: ZamekState, move: int) -> None:
        self.state = state.copy()
        self.state.looks = True
        play.step(self.state, move)
        _settle(self.state)
        self._after: dict[int, tuple[float, int]] = {}
        self._then: dict[int, _Played] = {}
        self._laying: laying.Laying | None = None

    def future(self, order: list[int], depth: int, seat: int) -> float:
        """Returns the seat's share of the win when the tiles come in this order."""
        played = self
        for tile in order:
            state = played.state
            if state.phase == OVER:
                break
            if not choices.fits(state, tile):
                continue
            value, move = played.answer(tile)
            depth -= 1
            if not depth:
                return leaf.chance(value if state.active == seat else -value, len(state.pile) - 1)
            played = played.then(tile, move)
        return leaf.chance(leaf.promise(played.state, seat), len(played.state.pile) * (played.state.phase != OVER))

    def answer(self, tile: int) -> tuple[float, int]:
        """Returns what the best way to lay the tile promises the seat that draws it, and that move."""
        if tile not in self._after:
            state = self.state
            state.drawn, state.phase = tile, LAY
            state.pile.remove(tile)
            if state.pile:
                self._laying = self._laying or laying.Laying(state)
                self._after[tile] = max(self._laying.value_moves(tile, choices.legal(state)))
            else:
                self._after[tile] = max(laying.value_moves(state))
            state.drawn, state.phase = -1, DRAW
            state.pile.append(tile)
        return self._after[tile]

    def then(self, tile: int, move: int) -> _Played:
        if tile not in self._then:
            state = self.state
            state.drawn, state.phase = tile, LAY
            state.pile.remove(tile)
            self._then[tile] = _Played(state, move)
            state.drawn, state.phase = -1, DRAW
            state.pile.append(tile)
        return self._then[tile]


def _settle(state: ZamekState) -> None:
    """Play on until a tile must be drawn, or to the end."""
    while state.phase not in (DRAW, OVER):
        play.step(state, laying.greedy(state))
