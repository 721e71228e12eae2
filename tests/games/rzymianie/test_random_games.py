"""A great many random games of Rzymianie do domu!: no exception, no broken law, every combination of clans and variants."""

from __future__ import annotations

import itertools
import random

import pytest

from engines.notation import random_move
from engines.rzymianie.rules import GAME
from tests.games.rzymianie.laws import laws
from tests.support.random_game_count import plenty

GAMES = plenty(100_000)
CASES = [
    (seats, {"neutrals": str(neutrals), "tied_forts": tied, "druhid": druhid})
    for seats, neutrals in itertools.product(range(1, 5), range(4))
    if 2 <= seats + neutrals <= 4
    for tied, druhid in itertools.product(("discard", "stay"), ("swap", "slide"))
]


def play_one(seats: int, options: dict[str, str], rng: random.Random, every: int = 1) -> None:
    """A random game; its laws are looked at after every so many moves, and at the end."""
    position = GAME.start(seats, options, rng.randbytes(16))
    moves = 0
    while pending := position.pending():
        if moves % every == 0:
            laws(position)
        moves += 1
        seat = rng.choice(pending)
        position.play(seat, random_move(position, seat, rng))
    laws(position)
    result = position.result()
    assert result is not None
    assert min(result.places) == 1


@pytest.mark.long
def test_some_random_games_of_every_kind_keep_the_laws() -> None:
    rng = random.Random(0)
    for seats, options in CASES:
        for _ in range(6):
            play_one(seats, options, rng)


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("part", range(4))
def test_a_great_many_random_games_keep_the_laws(part: int) -> None:
    rng = random.Random(1 + part)
    for number in range(GAMES // 4):
        play_one(*CASES[number % len(CASES)], rng, every=3)
