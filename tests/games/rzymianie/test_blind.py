"""Rzymianie do domu! played from texts alone: what is read is all that one may know, and enough to decide."""

import pytest

from tests.games.rzymianie.blind import BLIND
from tests.support.cases import shorter_on_postgres
from tests.support.text_only_games import play_through
from tests.support.world import World

VARIANTS = [
    ("pl", 2, {"tied_forts": "stay"}, 1),
    ("en", 4, {"druhid": "slide"}, 2),
    ("pl", 1, {"neutrals": "2", "tied_forts": "stay", "druhid": "slide"}, 3),
    ("en", 2, {"neutrals": "0"}, 4),
    ("pl", 3, {"neutrals": "1"}, 5),
]


@pytest.mark.parametrize(
    ("language", "seats", "options", "seed"), [pytest.param(*case, marks=pytest.mark.long) for case in VARIANTS]
)
def test_a_game_is_read_and_played_from_texts(language: str, seats: int, options: dict[str, str], seed: int) -> None:
    assert BLIND.play(seats, options, language, seed, every=3).result() is not None


@pytest.mark.parametrize("most", shorter_on_postgres(999, 5, seconds=300))
async def test_people_who_read_play_it_through(world: World, most: int) -> None:
    assert await play_through(world, BLIND, ("Ada", "Chloe"), most=most, every=2 if most > 9 else 1) <= most
