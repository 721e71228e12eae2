"""Segments and towers (T7, T8), points bought and lost (T11, T12)."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engines.torres.events import PhaseBegun, PointBought, SegmentBuilt, TurnEnded
from engines.torres.towers import deal, endings, high_first, spreads
from tests.games.torres.boards import after, board, end_turns, height, new_game, refused, say
from tests.games.torres.laws import laws
from tests.support.event_data import data_of

# -- T7: where a segment may go ---------------------------------------------------------------------------------------------


@pytest.mark.rule("T7")
def test_t7_a_castle_grows_on_the_ground_beside_it_and_upwards() -> None:
    game = board(
        """
        .  .  .  .
        .  1  1  .
        .  .  .  0a
        """
    )
    assert sorted(after(game, "build")) == ["a2", "b1", "b2", "b3", "c1", "c2", "c3", "d2"]
    (event,) = say(game, "build b2")
    assert event.data == SegmentBuilt(seat=0, square="b2", height=2, tower=2, left=1, ap=4)
    assert height(game, "b2") == 2


@pytest.mark.rule("T7")
def test_t7_no_stack_is_higher_than_the_base() -> None:
    game = board(
        """
        .  .  .  0a
        .  2  1  .
        """
    )
    refused(game, "build b1", "base", square="b1", base=2)
    say(game, "build a1", "build b1")
    assert height(game, "b1") == 3, "with a third square the same stack may rise"


@pytest.mark.rule("T7")
def test_t7_a_single_segment_cannot_rise() -> None:
    game = board("1 . 0a")
    refused(game, "build a1", "base", square="a1", base=1)


@pytest.mark.rule("T7")
def test_t7_nothing_is_built_on_a_figure() -> None:
    game = board("1a 1 1k 0b")
    assert after(game, "build") == ["a2", "b1", "b2", "c2"]
    refused(game, "build a1", "knight-there", square="a1")
    refused(game, "build c1", "king-there", square="c1")
    refused(game, "build d1", "knight-there", square="d1")


@pytest.mark.rule("T7")
def test_t7_castles_are_never_joined_but_corners_may_touch() -> None:
    game = board(
        """
        .  1  .  .
        .  .  .  .
        1  .  1  0a
        """
    )
    refused(game, "build b1", "joins", square="b1", castle="a1", other="c1")
    say(game, "build b2")
    assert height(game, "b2") == 1, "b2 enlarges the castle on b3 and touches those on a1 and c1 at corners only"
    assert len(game.view(None).castles) == 3


@pytest.mark.rule("T7")
def test_t7_a_normal_placement_never_founds_a_castle() -> None:
    game = board("1 . . 0a")
    refused(game, "build c1", "founds", square="c1")


@pytest.mark.rule("T7")
def test_t7_the_refusal_names_the_castles_that_would_touch() -> None:
    game = board(
        """
        .  .  .  .  .  .
        .  .  1  1  .  1
        .  .  .  .  .  0a
        """
    )
    refused(game, "build e2", "joins", square="e2", castle="d2", other="f2")


@pytest.mark.rule("T7")
def test_example_5_a_castle_next_to_another_cannot_grow() -> None:
    """Worked example 5: a castle with a base of 5 whose only open neighbours touch another castle."""
    game = board(
        """
        .  .  .  .  .
        1  1  1  1  1
        .  .  .  .  .
        1  1  1  .  0a
        1  1  .  .  .
        """
    )
    assert {"a3", "b3", "c3"} & set(after(game, "build")) == set()
    refused(game, "build a3", "joins", square="a3", castle="a2", other="a4")
    game = board(
        """
        1  1  1  1  .
        .  .  .  1  .
        1  1  1  .  .
        .  .  1  .  0a
        .  .  .  .  .
        """
    )
    refused(game, "build a4", "joins")
    refused(game, "build d3", "joins", square="d3", castle="c3", other="d4")


# -- T7: which tower --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T7a", "T24")
def test_t7_the_first_build_names_the_tower_where_towers_differ() -> None:
    game = board("1 . . . 0a", towers=[(3, 2, 2), (2, 2, 2)])
    assert sorted(after(game, "build")) == ["2 a2", "2 b1", "3 a2", "3 b1"]
    refused(game, "build b1", "tower-name", heights="2, 3")
    refused(game, "build 1 b1", "tower-none", height="1")
    refused(game, "build 3 e1", "knight-there", square="e1")
    refused(game, "build 3", "short")
    say(game, "build 3 b1")
    assert (game.used, game.towers[0]) == (2, (2, 2))
    refused(game, "build 2 c1", "tower-settled")
    say(game, "build c1")
    assert (game.used, game.ap) == (1, 3)


@pytest.mark.rule("T8b", "T24")
def test_t7_equal_towers_need_no_name_and_empty_ones_are_ignored() -> None:
    game = board("1 . . . 0a", towers=[(2, 2), (2, 2)])
    refused(game, "build 2 b1", "tower-equal")
    game = board("1 . . . 0a", towers=[(2, 0), (2, 2)])
    say(game, "build b1")
    assert (game.used, game.towers[0]) == (1, (0,))


@pytest.mark.rule("T7a")
def test_t7_a_turn_builds_from_one_tower_only() -> None:
    game = board("1 . . . 0a", towers=[(2, 2), (2, 2)])
    say(game, "build b1", "build c1")
    assert after(game, "build") == []
    refused(game, "build a2", "tower-empty")


@pytest.mark.rule("T7")
def test_t7_without_segments_nothing_is_built() -> None:
    game = board("1 . . . 0a", towers=[(0,), (2,)])
    refused(game, "build b1", "no-segments")


@pytest.mark.rule("T7")
def test_t7_each_segment_costs_a_point() -> None:
    game = board("1 . . . 0a", ap=0)
    refused(game, "build b1", "ap", need=1, left=0)


# -- T8: the towers at the end of a turn ------------------------------------------------------------------------------------


def words_of(towers: tuple[int, ...], used: int) -> dict[str, tuple[tuple[int, ...], int]]:
    return {" ".join(ending.words): (ending.towers, ending.rest) for ending in endings(towers, used)}


@pytest.mark.rule("T8")
@pytest.mark.parametrize(
    ("towers", "used", "ways"),
    [
        # the example of the rules: towers 1 1 and two left
        ((1, 1), 2, {"1 1": ((2, 2), 0), "1 2": ((3, 1), 0)}),
        # one result needs no words
        ((3, 3), 0, {"": ((3, 3), 0)}),
        ((3, 3), 2, {"": ((3, 3), 2)}),
        ((2, 2), 1, {"": ((3, 2), 0)}),
        ((2, 1), 2, {"": ((3, 2), 0)}),
        ((2, 1), 1, {"2": ((3, 1), 0), "1": ((2, 2), 0)}),
        ((2, 0), 1, {"2": ((3, 0), 0), "0": ((2, 1), 0)}),
        # all that fits must be spread
        ((3, 2), 2, {"": ((3, 3), 1)}),
        ((), 2, {"": ((), 2)}),
        ((3, 3, 3), 3, {"": ((3, 3, 3), 3)}),
        # 2 1 comes about by "1 0" and by "0 1": only the highest first is said
        ((1, 0), 2, {"1 2": ((3, 0), 0), "1 0": ((2, 1), 0)}),
    ],
)
def test_t8_leftovers_of_the_used_tower_go_onto_the_others(
    towers: tuple[int, ...], used: int, ways: dict[str, tuple[tuple[int, ...], int]]
) -> None:
    assert words_of(towers, used) == ways


@pytest.mark.rule("T8", "T27")
@pytest.mark.parametrize(
    ("towers", "ways"),
    [
        ((2, 2, 2), {"": ((3, 3), 0)}),
        ((3, 3), {"": ((3,), 3)}),
        ((3, 2), {"3": ((3,), 2), "2": ((3,), 2)}),
        ((2, 0), {"2": ((2,), 0), "0": ((2,), 0)}),
        ((2,), {"": ((), 2)}),
        ((3, 2, 1), {"3": ((3, 3), 0), "2": ((3, 3), 0), "1": ((3, 3), 0)}),
        ((2, 1, 1), {"2 1 2": ((3, 1), 0), "2 1 1": ((2, 2), 0), "1 2": ((3, 1), 0), "1 1": ((2, 2), 0)}),
    ],
)
def test_t8_without_a_build_one_tower_of_choice_is_dissolved(
    towers: tuple[int, ...], ways: dict[str, tuple[tuple[int, ...], int]]
) -> None:
    assert words_of(towers, -1) == ways


@pytest.mark.rule("T8b", "T27")
def test_t8_the_dissolved_tower_is_named_even_for_equal_results() -> None:
    """T8: `end 0` for an emptied one."""
    game = board("1 . . . 0a", towers=[(2, 0), (2, 2)])
    assert after(game, "end") == ["2", "0"]
    refused(game, "end", "end-form")
    (event, *_) = say(game, "end 0")
    assert data_of(event, TurnEnded).dissolved == 0
    assert game.towers[0] == (2,)


@pytest.mark.rule("T8", "T23")
def test_t8_the_rest_goes_to_the_supply() -> None:
    game = board("1 . . . 0a", towers=[(3, 3), (3, 3)])
    supply = game.supply
    say(game, "build b1")
    (event, *_) = say(game, "end")
    assert event.data == TurnEnded(seat=0, lost=4, built=True, dissolved=2, towers=(3,), to_supply=2, kept=0)
    assert game.supply == supply + 2
    assert not event.reveals, "everything at the end of a turn lies open"


@pytest.mark.rule("T8", "T27")
def test_t8_spreads_are_walked_word_by_word() -> None:
    game = board("1 . . . 0a", towers=[(1, 1), (2, 2)], used=2)
    assert game.choices(0, ("end",)).words == ("1",)
    assert game.choices(0, ("end", "1")).words == ("2", "1")
    assert game.choices(0, ("end",)).ask == "spread"
    say(game, "end 1 2")
    assert game.towers[0] == (3, 1)


@pytest.mark.rule("T27")
def test_t8_spreads_name_only_the_highest_numbers_first() -> None:
    assert spreads((2, 1, 0), 2) == [((2, 1), (3, 2, 0)), ((2, 0), (3, 1, 1)), ((1, 0), (2, 2, 1))]


@pytest.mark.rule("T8a")
def test_t8_leftovers_are_spread_over_the_new_towers() -> None:
    """Three players: the last tower of phase 1 is left over whole and fills up one of 3 3 2."""
    game = new_game(3)
    say(game, "start d8", "start c6", "start f6", "king h5")
    end_turns(game)
    assert game.kept == [3, 3, 3], "the leftovers of the last tower are kept, nothing fits in between"
    supply = game.supply
    (_, phase) = say(game, "stay", "first 1")
    assert game.towers == [(3, 3, 3)] * 3
    assert data_of(phase, PhaseBegun).to_supply == (2, 2, 2)
    assert game.supply == supply - 3 * 8 + 3 * 2
    laws(game)


@pytest.mark.rule("T8a")
@pytest.mark.parametrize(
    ("new", "kept", "towers", "rest"),
    [
        ((3, 3, 3, 3), 3, (3, 3, 3, 3), 3),
        ((3, 3, 2), 0, (3, 3, 2), 0),
        ((3, 3, 2), 2, (3, 3, 3), 1),
        ((2, 2, 2), 1, (3, 2, 2), 0),
        ((2, 2, 2), 2, (3, 3, 2), 0),
        ((2, 2, 2), 3, (3, 3, 3), 0),
    ],
)
def test_t8_kept_segments_never_leave_a_choice(new: tuple[int, ...], kept: int, towers: tuple[int, ...], rest: int) -> None:
    assert deal(new, kept) == (towers, rest)
    assert len(spreads(new, kept)) == 1


@pytest.mark.rule("T8")
@given(
    towers=st.lists(st.integers(0, 3), max_size=4).map(tuple).map(high_first),
    used=st.integers(-1, 3),
)
def test_t8_no_ending_loses_a_segment_or_keeps_one_back(towers: tuple[int, ...], used: int) -> None:
    assume(used >= 0 or towers)
    found = endings(towers, used)
    assert len({ending.words for ending in found}) == len(found) >= 1
    for ending in found:
        assert len(ending.towers) == len(towers) - (used < 0), "one tower is gone"
        assert sum(ending.towers) + ending.rest == sum(towers) + max(used, 0)
        assert all(0 <= height <= 3 for height in ending.towers)
        assert ending.rest == 0 or all(height == 3 for height in ending.towers), "all that fits must be spread"
        assert ending.towers == high_first(ending.towers)


# -- T11, T12 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T11")
def test_t11_a_point_costs_a_point_of_action() -> None:
    game = board("1a . 1b", scores=(3, 4))
    (event,) = say(game, "point")
    assert event.data == PointBought(seat=0, score=5, slides=1, ap=4), "4 is taken: the marker goes on to 5"
    (event,) = say(game, "point")
    assert event.data == PointBought(seat=0, score=6, slides=0, ap=3), "the field slid on before is not told again"
    assert game.scores == [6, 4]
    game.ap = 0
    refused(game, "point", "ap", need=1, left=0)


@pytest.mark.rule("T12")
def test_t12_points_left_are_lost_and_only_end_ends_a_turn() -> None:
    game = board("1a . 1b", ap=1)
    say(game, "point")
    assert game.pending() == (0,), "with no points left the turn still waits for `end`"
    assert after(game, "") == ["end"]
    game = board("1a . 1b", ap=4)
    (event, *_) = say(game, "end")
    assert data_of(event, TurnEnded).lost == 4
    assert (game.seat, game.ap) == (1, 5)


@pytest.mark.rule("T12")
def test_t12_ending_a_turn_warns_only_of_what_is_still_usable() -> None:
    game = board("1 . . . 0a", towers=[(3, 3), (3, 3)])
    say(game, "build b1")
    assert game.choices(0, ("end",)).warn == "both"
    assert game.choices(0).warn == ""
    for _ in range(game.ap):
        say(game, "point")
    assert game.choices(0, ("end",)).warn == "", "with no points left nothing could be done about the segments"
    game = board("1a . 1b", towers=[(1, 1), (3, 3)], ap=1)
    assert game.choices(0, ("end",)).warn == "points", "the segment of the dissolved tower finds a place"
