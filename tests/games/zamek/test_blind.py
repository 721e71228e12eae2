"""Zamek played from texts alone: what is read is all that one may know, and enough to decide."""

import pytest

from tests.games.zamek.blind import BLIND
from tests.support.blind_world import play_through
from tests.support.world import World


@pytest.mark.parametrize(
    ("language", "seed"), [pytest.param(*case, marks=pytest.mark.more) for case in (("pl", 1), ("en", 2), ("en", 3))]
)
def test_a_game_is_read_and_played_from_texts(language: str, seed: int) -> None:
    assert BLIND.play(2, {}, language, seed, every=9).result() is not None


@pytest.mark.parametrize("most", [pytest.param(4, marks=pytest.mark.more), pytest.param(999, marks=pytest.mark.long)])
async def test_people_who_read_play_it_through(world: World, most: int) -> None:
    assert await play_through(world, BLIND, ("Ada", "Chloe"), most=most) <= most
