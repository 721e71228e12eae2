"""Players to measure levels against. Those here know no game: they use only the public contract (`determinize`, `choices`,
`play`).

A good player of a game must beat them. They are the same for all games, so they cannot be tuned to look weak in one. A game can
have more yardsticks of its own in `games/<game>.py`.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import math
import random
import time
from collections.abc import Callable, Mapping
from typing import TypeAlias

from engines.contract import Game, Move, Position, Seat, View
from engines.notation import random_move

CANDIDATES = 60
"""Maximum number of moves that flat Monte Carlo examines; if there are more, they are drawn at random."""

WIDENING = 1.5
"""At a node, the tree search examines this times the root of its visits as the number of moves (progressive widening)."""

EXPLORATION = 0.7
"""The constant of UCB1, for rewards from 0 to 1."""

GREEDY_WORLDS = 4
"""Number of newly drawn positions in which `greedy` tries a move."""

DECIDED = 1000
"""Points that a game won immediately is worth; a game lost counts as much less."""

Yardstick: TypeAlias = Callable[[Game, View, random.Random, float], Move]


def random_player(game: Game, view: View, rng: random.Random, _seconds: float) -> Move:
    """Returns any legal move."""
    assert view.seat is not None
    return random_move(game.determinize(view, rng), view.seat, rng)


def flat(game: Game, view: View, rng: random.Random, seconds: float) -> Move:
    """Flat Monte Carlo: tries each candidate equally often, each time in a newly drawn position, played out at random."""
    seat = view.seat
    assert seat is not None
    candidates = _candidates(game.determinize(view, rng), seat, rng)
    worth = dict.fromkeys(candidates, 0.0)
    ends = time.process_time() + seconds
    rounds = 0
    while len(candidates) > 1 and (rounds == 0 or time.process_time() < ends):
        for move in candidates:
            position = game.determinize(view, rng)
            position.play(seat, move)
            worth[move] += _playout(position, rng)[seat]
        rounds += 1
    return max(candidates, key=worth.__getitem__)


def greedy(game: Game, view: View, rng: random.Random, _seconds: float) -> Move:
    """A beginner: takes the move after which it leads by most points on the rules alone, whatever the others choose at the same
    time; ties are random. It looks ahead to the next question of the same kind (from plan to plan), whatever is chosen in
    between, and sees whether the game is won or lost there. If every card is a point, as in Budowa zamku, it takes whatever
    comes, as no beginner would.
    """
    seat = view.seat
    assert seat is not None
    ahead = {move: rng.random() * 1e-6 for move in _candidates(game.determinize(view, rng), seat, rng)}
    for move in ahead if len(ahead) > 1 else ():
        for _ in range(GREEDY_WORLDS):
            position = game.determinize(view, rng)
            stage = position.stage
            position.play(seat, move)
            while (pending := position.pending()) and (position.stage == stage or not _asks(position, move[0])):
                position.play(pending[0], random_move(position, pending[0], rng))
            if result := position.result():
                ahead[move] += DECIDED if result.rating_places[seat] == 1 else -DECIDED
            points = game.standing(position.view(None))
            ahead[move] += points[seat] - max(each for other, each in enumerate(points) if other != seat)
    return max(ahead, key=ahead.__getitem__)


def _asks(position: Position, verb: str) -> bool:
    """Returns whether the next to choose may say this verb."""
    return verb in position.choices(position.pending()[0]).words


class _Node:
    """What is known of the moves after one line of moves: by move its visits, the worth for its seat, and the next node."""

    __slots__ = ("moves", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.moves: dict[Move, tuple[list[float], _Node]] = {}


def tree(game: Game, view: View, rng: random.Random, seconds: float) -> Move:
    """Plain determinised Monte Carlo tree search: one tree for all drawn positions, UCB1 over the moves that are legal in the
    drawn one; simultaneous choices are made one after the other, without seeing each other.
    """
    seat = view.seat
    assert seat is not None
    root = _Node()
    ends = time.process_time() + seconds
    while root.visits < 2 or time.process_time() < ends:
        _descend(root, game.determinize(view, rng), seat, rng)
    return max(root.moves, key=lambda move: root.moves[move][0][0])


def _descend(root: _Node, position: Position, first: Seat, rng: random.Random) -> None:
    """One descent: down the tree, one new leaf, a random game, and back up."""
    path: list[tuple[_Node, Move, Seat]] = []
    node = root
    seat = first
    while True:
        node.visits += 1
        if len(node.moves) < WIDENING * math.sqrt(node.visits):
            drawn = random_move(position, seat, rng)
            fresh = drawn not in node.moves
            node.moves.setdefault(drawn, ([0.0, 0.0], _Node()))
        else:
            fresh = False
            drawn = ()
        move = drawn if fresh else _best(node, position, seat)
        if not move:
            move = random_move(position, seat, rng)
            node.moves.setdefault(move, ([0.0, 0.0], _Node()))
        path.append((node, move, seat))
        position.play(seat, move)
        pending = position.pending()
        if fresh or not pending:
            break
        node = node.moves[move][1]
        seat = pending[0]
    worth = _playout(position, rng)
    for passed, move, mover in path:
        known = passed.moves[move][0]
        known[0] += 1
        known[1] += worth[mover]


def _best(node: _Node, position: Position, seat: Seat) -> Move:
    """Returns the known move with the best upper bound that is legal here; () if there is none."""
    best: Move = ()
    bound = -1.0
    for move, ((visits, worth), _) in node.moves.items():
        value = math.inf if not visits else worth / visits + EXPLORATION * math.sqrt(math.log(node.visits + 1) / visits)
        if value > bound and _legal(position, seat, move):
            best, bound = move, value
    return best


def _legal(position: Position, seat: Seat, move: Move) -> bool:
    said: Move = ()
    while len(said) < len(move):
        choices = position.choices(seat, said)
        some = move[len(said) : len(said) + choices.together]
        if len(some) < choices.together or any(some.count(word) > choices.words.count(word) for word in some):
            return False
        said = (*said, *some)
    return position.choices(seat, said).complete


def _candidates(position: Position, seat: Seat, rng: random.Random) -> list[Move]:
    """Returns different legal moves: all if they are few, a random selection if they are many."""
    found = {random_move(position, seat, rng): None}
    misses = 0
    while len(found) < CANDIDATES and misses < CANDIDATES:
        move = random_move(position, seat, rng)
        misses = misses + 1 if move in found else 0
        found[move] = None
    return list(found)


def _playout(position: Position, rng: random.Random) -> list[float]:
    """Play to the end at random and in place; returns each seat's share of the win."""
    while pending := position.pending():
        position.play(pending[0], random_move(position, pending[0], rng))
    result = position.result()
    assert result is not None
    winners = result.rating_places.count(1)
    return [1 / winners if place == 1 else 0.0 for place in result.rating_places]


YARDSTICKS: dict[str, Yardstick] = {
    "random": random_player,
    "greedy": greedy,
    "flat": flat,
    "tree": tree,
}


@functools.cache
def own(game: str) -> Mapping[str, Yardstick]:
    """Returns the yardsticks of this game alone, by name."""
    module = f"bench.arena.games.{game}"
    if importlib.util.find_spec(module) is None:
        return {}
    found: Mapping[str, Yardstick] = importlib.import_module(module).YARDSTICKS
    return found


def of(game: str) -> Mapping[str, Yardstick]:
    """Returns all yardsticks that play a game, by name."""
    return {**YARDSTICKS, **own(game)}
