"""Goofspiel played from its texts alone: they contain all that a seat may know, and enough to decide."""

import pytest

from tests.games.goof.blind import BLIND


@pytest.mark.parametrize(("language", "seats", "cards"), [("pl", 2, "7"), ("en", 4, "5")])
def test_a_game_is_read_and_played_from_texts(language: str, seats: int, cards: str) -> None:
    assert BLIND.play(seats, {"cards": cards}, language).result() is not None
