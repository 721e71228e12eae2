"""What is derived from choices: legal moves, the written form, random games."""

from __future__ import annotations

import random

import pytest

from engines import games
from engines.contract import Choices, IllegalMove
from engines.notation import combinations, legal_moves, random_game, random_move, read, write


def test_together_lists_each_combination_once_in_offered_order() -> None:
    hand = Choices(("dragon", "peasant", "shepherd", "shepherd"), together=2)
    assert combinations(hand) == [
        ("dragon", "peasant"),
        ("dragon", "shepherd"),
        ("peasant", "shepherd"),
        ("shepherd", "shepherd"),
    ]


def test_a_move_is_read_as_people_type_it() -> None:
    assert read("  Play DRAGON\tshepherd\n") == ("play", "dragon", "shepherd")
    assert write(("play", "dragon", "shepherd")) == "play dragon shepherd"
    assert read(write(("give", "-2"))) == ("give", "-2")


@pytest.mark.parametrize("text", ["", "   ", "play <@123>", "x" * 73, "a " * 50, "play smokżółw", "play\x00dragon"])
def test_what_cannot_be_a_move_is_refused(text: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        read(text)
    assert refusal.value.key == "tables.refusal.unreadable"


def test_a_random_move_is_a_legal_one_and_reaches_all() -> None:
    position = games()["rycerze"].start(2, {}, b"a seed")
    rng = random.Random(0)
    legal = set(legal_moves(position, 1))
    seen = set()
    for _ in range(600):
        move = random_move(position, 1, rng)
        assert position.choices(1, move).complete
        seen.add((move[0], *sorted(move[1:])))
    assert seen == {(move[0], *sorted(move[1:])) for move in legal}


def test_a_random_game_tells_each_move_after_it_was_played() -> None:
    position = games()["rycerze"].start(3, {}, b"a seed")
    told = list(random_game(position, random.Random(1)))
    assert position.pending() == ()
    again = games()["rycerze"].start(3, {}, b"a seed")
    assert [again.play(seat, move) for seat, move, _ in told] == [events for _, _, events in told]
    assert again == position
