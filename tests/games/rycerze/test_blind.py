"""Rycerze i zamki played from texts alone: what is read is all that one may know, and enough to decide."""

import pytest

from tests.games.rycerze.blind import BLIND
from tests.support.text_only_games import play_through
from tests.support.world import World


@pytest.mark.parametrize(
    ("language", "seats", "match"),
    [("pl", 2, "off"), *(pytest.param(*case, marks=pytest.mark.long) for case in (("en", 3, "on"), ("pl", 4, "on")))],
)
def test_a_game_is_read_and_played_from_texts(language: str, seats: int, match: str) -> None:
    assert BLIND.play(seats, {"match": match}, language).result() is not None


@pytest.mark.parametrize("most", [3, pytest.param(999, marks=pytest.mark.long)])
async def test_people_who_read_play_it_through(world: World, most: int) -> None:
    assert await play_through(world, BLIND, ("Ada", "Chloe"), most=most) <= most
