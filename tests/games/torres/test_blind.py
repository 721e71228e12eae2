"""Torres played from texts alone: what is read is all that one may know, and enough to decide."""

import pytest

from tests.games.torres.blind import BLIND
from tests.support.cases import shorter_on_postgres
from tests.support.text_only_games import play_through
from tests.support.world import World

VARIANTS = [("pl", 2, "own", "off"), ("en", 4, "common", "off"), ("pl", 3, "own", "on"), ("en", 2, "common", "off")]


@pytest.mark.parametrize(
    ("language", "seats", "deck", "master"), [pytest.param(*case, marks=pytest.mark.long) for case in VARIANTS]
)
def test_a_game_is_read_and_played_from_texts(language: str, seats: int, deck: str, master: str) -> None:
    assert BLIND.play(seats, {"deck": deck, "master": master}, language, every=12).result() is not None


@pytest.mark.parametrize("most", shorter_on_postgres(999, 5, seconds=300))
async def test_people_who_read_play_it_through(world: World, most: int) -> None:
    assert await play_through(world, BLIND, ("Ada", "Chloe"), most=most, every=5 if most > 9 else 1) <= most
