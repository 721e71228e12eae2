"""What the pictures of whatever games the house has are alike in."""

from __future__ import annotations

import msgspec
import pytest

from engines import games
from render import renderers
from render.contract import Person
from tests.support import samples
from tests.support.cases import cases

GAMES = sorted(renderers())


@pytest.mark.parametrize("game", cases(GAMES, ["torres"]))
def test_computer_players_and_those_who_left_are_marked(game: str) -> None:
    seats = next(seats for seats in games()[game].seats if seats > 1)
    view = games()[game].start(seats, {}, bytes(16)).view(None)
    plain = samples.audience(seats)
    for marked in (Person("Grażyna", computer=True), Person("Grażyna", resigned=True)):
        other = msgspec.structs.replace(plain, people=(marked, *plain.people[1:]))
        assert renderers()[game].board(view, other).data != renderers()[game].board(view, plain).data


@pytest.mark.parametrize(
    "size", [(800, 300), *(pytest.param(size, marks=pytest.mark.long) for size in ((1052, 330), (1052, 250)))]
)
@pytest.mark.parametrize("game", cases(GAMES, ["budowa", "torres"]))
def test_key_art_has_the_size_asked_for(game: str, size: tuple[int, int]) -> None:
    assert renderers()[game].cover(*size).size == size
