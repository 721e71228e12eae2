"""Zamek played from texts alone: what is read is all that one may know, and enough to decide."""

import pytest

from engines.zamek.view import ZamekView
from render.zamek import RENDERER
from sandbox.client import images, texts
from tests.games.zamek import samples
from tests.games.zamek.blind import BLIND, Page
from tests.support.blind import book, spoken
from tests.support.cases import shorter_on_postgres
from tests.support.text_only_games import play_through
from tests.support.world import World, piece, pieces


@pytest.mark.parametrize(
    ("language", "seed"), [pytest.param(*case, marks=pytest.mark.long) for case in (("pl", 1), ("en", 2), ("en", 3))]
)
def test_a_game_is_read_and_played_from_texts(language: str, seed: int) -> None:
    assert BLIND.play(2, {}, language, seed, every=9).result() is not None


@pytest.mark.parametrize("most", shorter_on_postgres(999, 4, seconds=300))
async def test_people_who_read_play_it_through(world: World, most: int) -> None:
    assert await play_through(world, BLIND, ("Ada", "Chloe"), most=most, every=8 if most > 9 else 1) <= most


@pytest.mark.long
@pytest.mark.parametrize("language", ["pl", pytest.param("en", marks=pytest.mark.long)])
def test_how_a_tile_lies_is_told_while_it_is_laid(language: str) -> None:
    view, _ = samples.own(samples.asking("lay", 20))
    assert isinstance(view, ZamekView)
    assert view.tile is not None
    for spot in view.spots[:6]:
        for turn in spot.rotations:
            said = RENDERER.saying(view, ("lay", spot.square, str(turn)), samples.audience(language))
            assert spot.square in said
            assert Page(book(language), []).tile(spoken(said)[1]) == (view.tile, turn)


@pytest.mark.long
async def test_who_reads_lays_a_tile_by_presses_and_hears_how_it_lies(world: World) -> None:
    table, people = await world.started("Ada", "Borys", game="zamek")
    person = await world.mover(table, people)
    await world.tables.people.set_preferences(int(person.id), display="text", dm=False)
    hand = await world.hand(person, table)
    reading = await world.view(table, person)
    assert isinstance(reading.view, ZamekView)
    assert reading.view.tile is not None
    spot = max(reading.view.spots, key=lambda spot: len(spot.rotations))
    square = next(each for each in pieces(hand) if each.endswith(f"lay.{spot.square}"))
    hand = await world.pressed(person, hand, square)
    for turn in spot.rotations:
        assert not images(hand)
        told = next(line for line in "\n".join(texts(hand)).split("\n") if f"{turn}°" in line)
        assert Page(book("pl"), []).tile(spoken(told)[1]) == (reading.view.tile, turn)
        if turn != spot.rotations[-1]:
            hand = await world.pressed(person, hand, piece(hand, "play.pick"))
