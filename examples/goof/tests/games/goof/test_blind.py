"""Goofspiel played from texts alone: what is read is all that one may know, and enough to decide."""

import pytest

from tests.games.goof.blind import BLIND


@pytest.mark.parametrize(("language", "seats", "cards"), [("pl", 2, "7"), ("en", 4, "5")])
def test_a_game_is_read_and_played_from_texts(language: str, seats: int, cards: str) -> None:
    assert BLIND.play(seats, {"cards": cards}, language).result() is not None
