"""A great many random games of Rycerze i zamki: no exception, no broken law, the same places as the fast path gives."""

from __future__ import annotations

import random

import pytest

from engines.notation import random_move
from engines.rycerze import GAME
from tests.games.rycerze.both_ways import compare_round
from tests.games.rycerze.laws import laws
from tests.support.random_game_count import plenty

GAMES = plenty(300_000)


def play_one(seats: int, match: str, rng: random.Random) -> None:
    position = GAME.start(seats, {"match": match}, rng.randbytes(16))
    laws(position)
    while pending := position.pending():
        seat = rng.choice(pending)
        position.play(seat, random_move(position, seat, rng))
        if len(pending) == 1:
            laws(position)
    end = position.result()
    assert end is not None
    assert sorted(end.places) == list(range(1, seats + 1))


@pytest.mark.long
def test_some_random_games_keep_the_laws() -> None:
    rng = random.Random(0)
    for number in range(300):
        play_one(2 + number % 3, "off" if number % 4 else "on", rng)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_great_many_random_games_keep_the_laws(seats: int) -> None:
    rng = random.Random(seats)
    for number in range(GAMES // 3):
        play_one(seats, "off" if number % 10 else "on", rng)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_many_random_games_agree_with_the_fast_path(seats: int) -> None:
    rng = random.Random(100 + seats)
    for _ in range(plenty(10_000)):
        position = GAME.start(seats, {}, rng.randbytes(16))
        while position.pending():
            compare_round(position, rng)
