"""Chomp played from its texts alone: they contain everything."""

import pytest

from tests.games.chomp.blind import BLIND


@pytest.mark.parametrize(("language", "wall"), [("pl", "5x4"), ("en", "7x5")])
def test_a_game_is_read_and_played_from_texts(language: str, wall: str) -> None:
    assert BLIND.play(2, {"wall": wall}, language).result() is not None
