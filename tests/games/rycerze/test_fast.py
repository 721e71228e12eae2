"""The fast path and the public rules are the same game."""

from __future__ import annotations

import random
from functools import partial

import pytest

from bench.engines_rycerze import listed_playout
from engines.rycerze import GAME
from engines.rycerze.components import CARDS, DRUM
from engines.rycerze.fast import standing, table_of
from engines.rycerze.policy import policy
from tests.games.rycerze.both_ways import compare_round, mask


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, *(pytest.param(each, marks=pytest.mark.long) for each in (3, 4))])
@pytest.mark.parametrize("match", ["off", "on"])
def test_both_agree_move_by_move_on_random_games(seats: int, match: str) -> None:
    rng = random.Random(seats)
    for _ in range(40):
        position = GAME.start(seats, {"match": match}, rng.randbytes(16))
        while position.pending():
            compare_round(position, rng)


def test_a_playout_ends_like_a_game() -> None:
    rng = random.Random(9)
    for _ in range(300):
        fast = table_of(GAME.start(4, {}, rng.randbytes(16)))
        fast.led_playout(rng.random, policy(4))
        assert fast.tile == -1
        assert len(fast.unseen) == 1
        assert [fast.legal(seat) for seat in range(4)] == [()] * 4
        put_out = fast.unseen[0]
        assert sum(fast.points) == 9 - (0 if put_out == DRUM else 2 - put_out % 2)
        assert fast.points[fast.sword] == min(fast.points)


def any_of(rng: random.Random, tiles: list[int]) -> int:
    return tiles[int(rng.random() * len(tiles))]


def test_a_playout_is_a_game_of_steps() -> None:
    for number in range(300):
        rng, same, seats = random.Random(number), random.Random(number), 2 + number % 3
        stepped = table_of(GAME.start(seats, {}, number.to_bytes(2, "big")))
        played = stepped.copy()
        played.led_playout(rng.random, policy(seats))
        while stepped.tile >= 0:
            choices = [stepped.draw_choice(seat, same.random, policy(seats)) for seat in range(seats)]
            stepped.step(choices, partial(any_of, same))
        assert (played.hands, played.points, played.sword) == (stepped.hands, stepped.points, stepped.sword)
        assert played.unseen == stepped.unseen


@pytest.mark.long
def test_random_games_and_public_games_have_the_same_odds() -> None:
    rng = random.Random(4)
    wins = [0, 0]
    for _ in range(4000):
        fast = table_of(GAME.start(2, {}, rng.randbytes(16)))
        listed_playout(fast, rng)
        places = standing(fast.points, fast.hands)
        wins[places.index(max(places))] += 1
    # R10: the youngest has an edge of 54 : 46 (four standard errors are 3.2 %)
    assert 0.508 < wins[0] / 4000 < 0.572


def test_words_and_masks_name_the_same_cards() -> None:
    assert [mask(("recruit", word)) for word in CARDS] == [1, 2, 4, 8, 16, 32, 0]
