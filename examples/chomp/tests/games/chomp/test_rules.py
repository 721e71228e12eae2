"""The rules of Chomp, tested by playing."""

from __future__ import annotations

import pytest

from engines.chomp import GAME
from engines.chomp.events import StonesFell
from engines.chomp.position import ChompPosition
from tests.support import samples
from tests.support.event_data import data_of


def after(*taken: str, wall: str = "5x4") -> ChompPosition:
    """A table after these stones have been taken."""
    return ChompPosition(wall, [*taken])


def take(position: ChompPosition, stone: str) -> StonesFell:
    """The seat whose turn it is takes the stone; returns what fell."""
    (told,) = position.play(position.pending()[0], ("take", stone))
    return data_of(told, StonesFell)


@pytest.mark.rule("C1")
@pytest.mark.parametrize(("wall", "heights"), [("5x4", (4,) * 5), ("7x5", (5,) * 7)])
def test_the_whole_wall_stands_at_the_start(wall: str, heights: tuple[int, ...]) -> None:
    assert GAME.start(2, {"wall": wall}, b"").heights() == heights


@pytest.mark.rule("C2")
def test_the_players_take_turns() -> None:
    position = after()
    assert position.pending() == (0,)
    take(position, "e4")
    assert position.pending() == (1,)
    assert samples.refused(position, 0, ("take", "a4")).key == "chomp.illegal.not-your-turn"
    take(position, "d4")
    assert position.pending() == (0,)


@pytest.mark.rule("C3")
@pytest.mark.parametrize(
    ("stone", "left", "count"),
    [("e4", (4, 4, 4, 4, 3), 1), ("c3", (4, 4, 2, 2, 2), 6), ("a3", (2,) * 5, 10), ("c1", (4, 4, 0, 0, 0), 12)],
)
def test_a_stone_falls_with_all_above_and_to_the_right(stone: str, left: tuple[int, ...], count: int) -> None:
    position = after()
    told = take(position, stone)
    assert (position.heights(), told.count, told.heights) == (left, count, left)


@pytest.mark.rule("C2", "C3")
def test_what_has_fallen_cannot_be_taken() -> None:
    assert samples.refused(after("c3"), 1, ("take", "d4")).key == "chomp.illegal.no-stone"


@pytest.mark.rule("C4")
def test_whoever_takes_the_cursed_stone_has_lost() -> None:
    position = after("b1", "a2")
    take(position, "a1")
    result = samples.ended(position)
    assert (result.scores, result.places) == ((0, 1), (2, 1))


def test_a_late_player_takes_the_stone_that_matters_least() -> None:
    assert GAME.safe_move(after(), 0) == ("take", "e4")
    assert GAME.safe_move(after("b1"), 1) == ("take", "a4")


def test_six_stones_in_one_turn_earn_a_crest() -> None:
    position = after("c3", "b1", "a2", "a1")
    assert GAME.crests["breach"](position, samples.ended(position)) == {0, 1}


def test_the_figure_of_a_game_is_the_largest_fall() -> None:
    position = after()
    told = [event for stone in ("c3", "b1", "a2", "a1") for event in position.play(position.pending()[0], ("take", stone))]
    (most,) = GAME.statistics(told, 2)
    assert most.values == (6, 10)


@pytest.mark.parametrize(("move", "key"), [(("take",), "one-stone"), (("take", "z9"), "no-stone"), ((), "one-stone")])
def test_what_is_no_stone_is_refused_with_its_reason(move: tuple[str, ...], key: str) -> None:
    assert samples.refused(after(), 0, move).key == f"chomp.illegal.{key}"
