"""Who is where in the end: rules B7a to B10."""

from __future__ import annotations

import random

import pytest

from engines.budowa.components import figure_points
from engines.budowa.scoring import result_of
from engines.notation import random_game
from tests.games.budowa.stored import RUNNING
from tests.games.budowa.tale import GAME, say, table


@pytest.mark.rule("B7a")
def test_b7a_elements_count_the_tile_and_empty_places_nothing() -> None:
    result = result_of([[5, 9], []], figures=False)
    assert result.scores == (3, 1)
    assert result.breakdown == ({"elements": 3, "last": 9}, {"elements": 1, "last": 1})


@pytest.mark.rule("B8")
def test_b8_most_elements_win() -> None:
    result = result_of([[5, 9], [46], [2, 3, 4]], figures=False)
    assert result.places == (2, 3, 1)
    assert result.reason == "elements"


@pytest.mark.rule("B8")
def test_b8_a_tie_goes_to_the_higher_last_card() -> None:
    result = result_of([[5, 9], [40, 41], [2, 30]], figures=False)
    assert result.places == result.rating_places == (3, 1, 2)
    assert result.reason == "last-card"


@pytest.mark.rule("B8")
def test_b8_castles_of_the_tile_alone_share() -> None:
    result = result_of([[], [], [7]], figures=False)
    assert result.places == (2, 2, 1)
    assert result_of([[], []], figures=False).places == (1, 1)
    assert result_of([[], []], figures=False).reason == "shared"


@pytest.mark.rule("B9")
@pytest.mark.parametrize(
    ("castle", "points"),
    [
        ([], 0),
        ([2, 3], 2),
        ([15], 4),  # queen
        ([22], 4),  # king
        ([28], 1),  # the wizard scores nothing of his own
        ([4], 2),
        ([7], 2),
        ([4, 7], 5),  # a pair
        ([4, 7, 14], 7),  # one knight makes one pair only
        ([4, 7, 11, 14, 15, 22], 6 + 4 + 3 + 3 + 2),
    ],
)
def test_b9_points(castle: list[int], points: int) -> None:
    assert sum(figure_points(castle).values()) == points


@pytest.mark.rule("B9")
def test_b9_the_breakdown_adds_up() -> None:
    result = result_of([[4, 7, 15, 22], [2]], figures=True)
    assert result.breakdown[0] == {"cards": 4, "king": 3, "queen": 3, "knight": 1, "princess": 1, "pairs": 1}
    assert result.scores == (13, 1)
    assert result.reason == "points"


@pytest.mark.rule("B10")
@pytest.mark.parametrize(
    ("castles", "places", "reason"),
    [
        ([[22], [2, 3, 5, 6]], (1, 2), "king"),
        ([[15], [22]], (2, 1), "king"),
        ([[15], [2, 3, 5, 6]], (1, 2), "queen"),
        ([[28], [2]], (1, 2), "wizard"),
        ([[3], [2]], (1, 1), "shared"),
        # for every place: the queen's owner is behind the king's, before those with nothing, who share
        ([[2, 3, 5, 6], [15], [22], [8, 9, 10, 12]], (3, 2, 1, 3), "king"),
        ([[2, 3, 5, 6, 8], [28], [3]], (1, 2, 3), "points"),
    ],
)
def test_b10_ties(castles: list[list[int]], places: tuple[int, ...], reason: str) -> None:
    result = result_of(castles, figures=True)
    assert result.places == result.rating_places == places
    assert result.reason == reason


def test_a_finished_position_tells_its_result() -> None:
    position = table([30], [41], lie={"c7": 32}, left="c7")
    assert position.result() is None
    say(position, "flip c7", "build")
    assert position.result() == result_of([[30, 32], [41]], figures=False)


@pytest.mark.rule("B7a", "B9")
@pytest.mark.parametrize(("figures", "points"), [("off", (3, 2, 1)), ("on", (5, 1, 0))])
def test_the_turns_and_the_standing_are_known(figures: str, points: tuple[int, ...]) -> None:
    assert [*GAME.turns] == [*GAME.seats]
    assert GAME.standing(table([15, 16], [46], [], figures=figures).view(None)) == points
    position = table([15, 16], [46], [], lie={"c7": 20}, left="c7", figures=figures)
    say(position, "flip c7", "build")
    result = position.result()
    assert result is not None
    assert GAME.standing(position.view(None)) == result.scores


def test_a_table_of_the_version_before_ends_the_same() -> None:
    position = GAME.load(RUNNING)
    assert position.snapshot() == RUNNING
    rng = random.Random(9)
    for _ in random_game(position, rng):
        pass
    end = position.result()
    assert end is not None
    assert (end.places, end.scores) == ((1, 2), (8, 3))
