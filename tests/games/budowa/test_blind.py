"""Budowa zamku played from texts alone: what is read is all that one may know, and enough to decide."""

import random

import pytest

from engines.notation import random_move
from tests.games.budowa.blind import BLIND
from tests.support.cases import shorter_on_postgres
from tests.support.text_only_games import play_through
from tests.support.world import World

VARIANTS = [("en", 3, "on", "off"), ("pl", 4, "off", "on"), ("en", 2, "off", "off"), ("pl", 3, "on", "on")]


@pytest.mark.parametrize(
    ("language", "seats", "figures", "notes"), [pytest.param(*case, marks=pytest.mark.long) for case in VARIANTS]
)
def test_a_game_is_read_and_played_from_texts(language: str, seats: int, figures: str, notes: str) -> None:
    assert BLIND.play(seats, {"figures": figures, "notes": notes}, language, every=3).result() is not None


@pytest.mark.long
@pytest.mark.parametrize("language", ["pl", pytest.param("en", marks=pytest.mark.long)])
def test_what_is_covered_is_read_as_covered(language: str) -> None:
    rng, position = random.Random(4), BLIND.game.start(2, {"figures": "on"}, b"covered")
    for _ in range(30):
        view = position.view(None)
        BLIND.check(view, language)
        BLIND.check(BLIND.game.cover(view), language)  # type: ignore[attr-defined]
        (seat,) = position.pending()
        position.play(seat, random_move(position, seat, rng))


@pytest.mark.parametrize("most", shorter_on_postgres(999, 5, seconds=300))
async def test_people_who_read_play_it_through(world: World, most: int) -> None:
    assert await play_through(world, BLIND, ("Ada", "Chloe"), most=most, every=3 if most > 9 else 1) <= most
