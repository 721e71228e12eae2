"""Checks of a game's short form, and of chance that does not depend on how a game is played."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from engines import games
from engines.contract import Position, Short, ShortForm
from engines.notation import random_move
from tests.support import golden_games

SHORT: dict[str, ShortForm] = {key: game.short for key, game in games().items() if isinstance(game, Short)}

PLAYS, WHOLE_PLAYS = 6, 3

SEED = b"the same seed..."


def begin(key: str, seed: bytes) -> Position:
    """A new short game."""
    position: Position = games()[key].start(SHORT[key].seats, SHORT[key].options, seed)
    return position


def check_same_luck(key: str, left: Callable[[Any], Mapping[str, Any]], turns: range) -> None:
    """Several random games of one seed: what chance has not brought yet (`left`, by what it is drawn for) is the same whenever
    there is equally much of it. The last turn is one of `turns`.
    """
    first = begin(key, SEED)
    assert not differing(first, left, PLAYS)
    for luck in range(PLAYS):
        position, rng = first.copy(), random.Random(luck)
        while pending := position.pending():
            seat = rng.choice(pending)
            position.play(seat, random_move(position, seat, rng))
        assert position.view(None).turn in turns


def check_same_luck_in_whole_games(key: str, left: Callable[[Any], Mapping[str, Any]]) -> None:
    """The same for whole games of each number of seats, with each value of each option."""
    for case in golden_games.wanted(key):
        assert not differing(case.game.start(case.seats, dict(case.options), SEED), left, WHOLE_PLAYS)


def differing(first: Position, left: Callable[[Any], Mapping[str, Any]], plays: int) -> set[str]:
    """Plays several random games from this position; returns for what (`left`) they have met other things in another order."""
    known: dict[tuple[str, int], list[Any]] = {}
    found: set[str] = set()
    for luck in range(plays):
        rng, position = random.Random(luck), first.copy()
        while pending := position.pending():
            found |= {
                name for name, pool in left(position).items() if known.setdefault((name, len(pool)), list(pool)) != list(pool)
            }
            seat = rng.choice(pending)
            position.play(seat, random_move(position, seat, rng))
    return found
