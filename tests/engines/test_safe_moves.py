"""What is done for somebody who is late where the table wants no computer player: a legal move, the same for whoever asks."""

from __future__ import annotations

import random

import pytest

from engines import games
from engines.contract import Successive
from engines.notation import random_move, safe_move
from tests.support.toy_games import games as toys


@pytest.mark.long
@pytest.mark.parametrize("key", games())
def test_it_is_always_legal_and_says_as_little_as_it_can(key: str) -> None:
    game, rng = games()[key], random.Random(7)
    for players in (game.seats[0], game.seats[-1]):
        position = game.start(players, {}, rng.randbytes(32))
        for _ in range(60):
            if not position.pending():
                break
            for seat in position.pending():
                move = game.safe_move(position, seat)
                assert position.choices(seat, move).complete
                assert move == game.safe_move(position.copy(), seat)
            seat = position.pending()[0]
            move = game.safe_move(position, seat) if rng.random() < 0.5 else random_move(position, seat, rng)
            position.play(seat, move)


def test_games_that_keep_nothing_of_it_have_one_too() -> None:
    game = toys()["steps"]
    position = game.start(2, {"length": "short"}, bytes(32))
    assert safe_move(position, 0) == ("add", "1")
    assert safe_move(position, 0, ("end",)) == ("end",)


def test_a_turn_of_torres_ends_and_nothing_of_zamek_is_spent() -> None:
    rng = random.Random(2)
    torres = games()["torres"]
    position = torres.start(2, {}, rng.randbytes(32))
    ended = 0
    for _ in range(30):
        seat = position.pending()[0]
        move = torres.safe_move(position, seat)
        ended += move == ("end",)
        assert move == ("end",) or not position.choices(seat, ("end",)).complete
        position.play(seat, move)
    assert ended > 5


@pytest.mark.long
@pytest.mark.parametrize("key", [key for key, game in games().items() if isinstance(game, Successive)])
def test_who_comes_next_is_who_plays_next(key: str) -> None:
    """Two exceptions in a hundred are allowed: a new round may begin with somebody else."""
    game, rng, right, all_of_them = games()[key], random.Random(3), 0, 0
    assert isinstance(game, Successive)
    for players in (*game.seats, *[game.seats[0]] * 4):  # a short game changes seats only a few times
        position = game.start(players, {}, rng.randbytes(32))
        for _ in range(150):
            if not position.pending():
                break
            before, told = position.pending(), game.following(position)
            position.play(before[0], random_move(position, before[0], rng))
            if position.pending() and position.pending() != before:
                all_of_them += 1
                right += position.pending() == (told,)
    assert all_of_them > 10
    assert right >= 0.9 * all_of_them
