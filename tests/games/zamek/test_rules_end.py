"""Z14-Z18: the end tokens, the final scoring, the winner."""

from __future__ import annotations

import itertools

import pytest

from engines.zamek import GAME, scoring
from engines.zamek.components import SQUARE
from engines.zamek.events import FinalStep, GameOver, KeepsScored, MeadowsScored, PlayEnded, TokenAimed, TokensScored, TokenWon
from engines.zamek.position import ZamekPosition
from engines.zamek.state import OVER, TARGET
from engines.zamek.wall import TOKEN_KINDS
from tests.games.zamek.staging import (
    begin,
    fill,
    give,
    hold,
    last,
    lay,
    look,
    one,
    refusal,
    say,
    set_keeps,
    tell,
    words,
)
from tests.support.event_data import data_of


def three_houses() -> ZamekPosition:
    """Seat 1 has unfinished houses at b7 (1 tile), c1 (2, with the start field) and h1 (1), seat 0 a sty and a road."""
    castle = begin()
    tell(castle, "A11 b7 0 house1", "A8 j6 0 sty1", "A4 c1 0 house1", "C2 f9 0 road1", "A9 h1 0 house1", "A5 a7 180 none")
    return castle


@pytest.mark.rule("Z14")
def test_final_scoring_wins_no_token_left_on_a_tower() -> None:
    castle = begin()
    castle.scores = [0, 7]
    give(castle, 1, "end_points")
    events = last(castle, "A1", "h1 0 none")
    assert one(events, PlayEnded) == PlayEnded(seat=1, left=0, towers=12)
    assert castle.scores == [0, 12]  # a tower's field
    assert castle.view(None).towers == ()
    assert castle.view(None).tokens == ((), ("end_points",))
    assert "token" not in [event.kind for event in events]


@pytest.mark.rule("Z15")
def test_a_tie_of_monks_pays_nobody() -> None:
    castle = begin()
    lay(castle, "A1", "h1 0 meadow1")
    castle.reserve[0] -= 1
    castle.subjects.append(2 * 3)  # a monk of seat 0 on the start field's part of the same meadow
    castle.board.sums[castle.board.label[3]] += 1 << 8
    (told,) = scoring.meadows(castle)
    assert told[1] == -1
    assert scoring.gains(castle)[1]["meadow"] == 0
    (seen,) = scoring.finale(castle).meadows
    assert (seen.chapels, seen.monks, seen.seat, seen.points) == (2, (1, 1), None, 0)


@pytest.mark.rule("Z15")
def test_meadows_pay_whether_finished_or_not() -> None:
    castle = begin()
    tell(castle, "A1 h1 0 meadow1", "C1 f9 0 none")
    events = last(castle, "A11", "h2 0 none")
    assert one(events, MeadowsScored).after == (0, 6)


@pytest.mark.rule("Z16")
@pytest.mark.parametrize(
    ("keeps", "seat", "points"),
    [
        ((0, 0), -1, 0),
        ((3, 3), -1, 0),
        ((2, 0), 0, 17),
        ((2, 3), 1, 17),
    ],
)
def test_the_larger_keep_scores_the_largest_empty_group(keeps: tuple[int, int], seat: int, points: int) -> None:
    castle = begin()
    rows = [f"{column}{row}" for column in "abcdefgh" for row in (5, 6)]
    fill(castle, *rows, "i5", "a1", "a2")
    set_keeps(castle, ("a1", keeps[0]), ("a1", keeps[1]))
    assert scoring.keep_sizes(castle) == keeps
    assert scoring.keep_points(castle) == (seat, points)


@pytest.mark.rule("Z16")
def test_squares_that_touch_at_a_corner_are_not_connected() -> None:
    castle = begin()
    fill(castle, "a1", "b2", "c3", "d3")
    assert [SQUARE["c3"], SQUARE["d3"]] == scoring.empty_group(castle.board)


@pytest.mark.rule("Z17")
def test_each_end_keep_adds_two_tiles_where_there_is_a_keep() -> None:
    castle = begin()
    give(castle, 0, "end_keep", "end_keep")
    assert scoring.keep_sizes(castle) == (0, 0)
    assert scoring.keep_points(castle) == (-1, 0)
    set_keeps(castle, ("a1", 1), ("h1", 4))
    assert scoring.keep_sizes(castle) == (5, 4)
    set_keeps(castle, ("a1", 2), ("h1", 5))
    give(castle, 1, "end_points")
    assert scoring.keep_sizes(castle) == (6, 5)
    assert scoring.keep_points(castle)[0] == 0
    told = one(last(castle, "A1", "h1 0 none"), KeepsScored).keeps
    assert (told.tiles, told.bonus, told.seat) == ((2, 5), (4, 0), 0)
    assert told.points == len(told.group) == 75


@pytest.mark.rule("Z17")
def test_end_points_are_five_each() -> None:
    castle = begin()
    give(castle, 0, "end_points", "end_points")
    events = last(castle, "A1", "h1 0 none")
    assert castle.scores == [10, 0]
    assert one(events, TokensScored).points == (10, 0)


@pytest.mark.rule("Z17")
@pytest.mark.parametrize(
    ("token", "seat", "points"),
    [("end_house", 1, 2), ("end_sty", 0, 4), ("end_road", 0, 2)],
)
def test_an_unfinished_area_pays_for_its_token(token: str, seat: int, points: int) -> None:
    """A house 1 a tile, a sty 2, a road 1 although stocks stand on it; the start fields count."""
    castle = three_houses()
    give(castle, seat, token)
    hold(castle, "A12")
    events = last(castle, "A12", "h2 0 none" if token != "end_house" else "e9 0 none")
    if castle.phase == TARGET:
        events = say(castle, "target c1 house1")
    assert castle.scores[seat] == points
    (told,) = one(events, TokensScored).areas
    assert (told.seat, told.token, told.points) == (seat, token, points)


@pytest.mark.rule("Z17", "Z21")
def test_each_target_of_a_token_needs_another_area() -> None:
    castle = three_houses()
    give(castle, 1, "end_house", "end_house")
    events = last(castle, "A12", "e9 0 none")
    assert [event.kind for event in events] == ["lay", "end"]
    assert (castle.phase, castle.pending(), castle.view(1).token) == (TARGET, (1,), "end_house")
    assert words(castle) == ["target"]
    assert words(castle, "target") == ["b7", "c1", "h1"]
    assert words(castle, "target", "c1") == ["house1"]
    assert [(offer.place.square, offer.points) for offer in castle.view(1).offers] == [("b7", 1), ("c1", 2), ("h1", 1)]
    assert refusal(castle, "score c1 house1") == "target-now"
    assert refusal(castle, "target j6 sty1") == "not-offered"
    turn, stage = castle.turn, castle.stage
    events = say(castle, "target c1 house1")
    assert (castle.turn, castle.stage) == (turn, stage + 1)  # the next question to the same player is of the same turn
    aimed = one(events, TokenAimed)
    assert (aimed.seat, aimed.token, aimed.place.square, aimed.asked) == (1, "end_house", "c1", True)
    assert words(castle, "target") == ["b7", "h1"]
    say(castle, "target h1 house1")
    assert castle.phase == OVER
    assert castle.scores == [0, 3]


@pytest.mark.rule("Z17")
def test_a_single_target_is_taken_without_asking() -> None:
    castle = three_houses()
    give(castle, 0, "end_sty", "end_sty", "end_meadow")
    events = last(castle, "A12", "e9 0 none")
    assert one(events, TokenAimed).asked is False
    assert castle.phase == OVER
    assert castle.scores[0] == 4
    assert [aim.place is None for aim in castle.view(None).aims] == [False, True, True]


@pytest.mark.rule("Z17")
def test_the_last_tiles_seat_chooses_first_then_the_other() -> None:
    castle = three_houses()
    castle.active = 0  # seat 0 lays the last tile
    tell(castle, "A12 e9 0 none", "B5 k4 90 none")
    node = castle.board.first[SQUARE["e9"]]
    castle.place_subject(node, 0)
    castle.reserve[0] -= 1
    give(castle, 1, "end_house")
    give(castle, 0, "end_road")
    castle.place_subject(castle.board.first[SQUARE["k4"]] + 1, 0)
    castle.reserve[0] -= 1
    castle.active = 0
    give(castle, 0, "end_house")
    look(castle)
    turn = castle.turn
    last(castle, "A13", "i1 0 none")
    assert castle.pending() == (0,)
    assert castle.turn == turn + 1
    assert set(words(castle, "target")) == {"e9", "k4"}
    say(castle, "target e9 house1")
    assert castle.pending() == (1,)
    assert castle.turn == turn + 2
    say(castle, "target b7 house1")
    assert castle.phase == OVER


@pytest.mark.rule("Z17")
def test_kinds_are_asked_in_the_order_house_sty_road_meadow() -> None:
    castle = begin()
    give(castle, 1, "end_meadow", "end_road", "end_sty", "end_house")
    castle.layer = 1
    assert [TOKEN_KINDS[token] for _, token in scoring.end_tokens(castle)] == ["end_house", "end_sty", "end_road", "end_meadow"]


@pytest.mark.rule("Z17")
def test_end_meadow_pays_four_per_chapel() -> None:
    castle = begin()
    give(castle, 1, "end_meadow")
    tell(castle, "A1 h1 0 meadow1", "C1 f9 0 none", "C3 f8 0 meadow1", "A5 e9 0 none")
    events = last(castle, "A11", "h2 0 none")
    # the monk of f8 has no chapel: a single target, nothing is asked
    assert castle.phase == OVER
    assert castle.scores == [0, 8]
    told = {each.place.square: each for each in one(events, MeadowsScored).meadows}
    assert (told["h1"].each, told["h1"].points) == (4, 8)
    assert [event.data for event in events if isinstance(event.data, TokensScored)] == []


@pytest.mark.rule("Z17")
def test_end_meadow_is_offered_for_each_meadow_with_a_chapel() -> None:
    castle = begin()
    give(castle, 1, "end_meadow")
    tell(castle, "A1 h1 0 meadow1", "C1 f9 0 none", "C3 f8 0 meadow2", "A5 e9 0 none")
    last(castle, "A11", "h2 0 none")
    assert castle.view(1).token == "end_meadow"
    offers = [(offer.place.kind, offer.place.square, offer.seat, offer.points) for offer in castle.view(1).offers]
    assert offers == [("meadow", "f8", 1, 4), ("meadow", "h1", 1, 8)]
    say(castle, "target h1 meadow1")
    assert castle.scores == [0, 8 + 3]


@pytest.mark.rule("Z17")
def test_a_road_from_a_start_field_is_a_target_as_any_other() -> None:
    castle = three_houses()
    give(castle, 0, "end_road")
    assert castle.board.label[0] == castle.board.label[castle.board.first[SQUARE["f9"]]]
    aimed = one(last(castle, "A12", "e9 0 none"), TokenAimed)
    assert (aimed.seat, aimed.token, aimed.asked) == (0, "end_road", False)
    assert (aimed.place.kind, aimed.place.square, aimed.place.starts) == ("road", "f9", (0,))
    assert castle.view(None).aims[0].place == aimed.place


@pytest.mark.rule("Z17")
def test_a_token_won_in_the_last_turn_counts() -> None:
    for seed in range(200):
        castle = begin(seed)
        castle.scores = [0, 10]
        events = last(castle, "B5", "f9 0 road1")
        if one(events, TokenWon).token == "end_points":
            assert castle.scores == [0, 17]
            return
    raise AssertionError("one of 200 tokens is worth 5 points")


@pytest.mark.rule("Z18")
def test_most_points_win_and_a_tie_is_a_shared_win() -> None:
    castle = begin()
    castle.scores = [3, 4]
    last(castle, "A1", "h1 0 none")
    result = castle.result()
    assert result is not None
    assert (result.places, result.scores, result.reason) == ((2, 1), (3, 4), "points")
    castle.scores = [4, 4]
    result = castle.result()
    assert result is not None
    assert (result.places, result.rating_places, result.reason) == ((1, 1), (1, 1), "shared")


@pytest.mark.rule("Z15", "Z16", "Z17")
def test_the_final_scoring_is_told_in_scenes_that_add_up() -> None:
    castle = three_houses()
    set_keeps(castle, ("", 0), ("b7", 3))
    give(castle, 0, "end_sty", "end_points")
    tell(castle, "A1 c2 0 none", "C3 f8 0 meadow2")
    events = last(castle, "A12", "e9 0 none")
    scenes = [event for event in events if event.scene]
    assert [event.kind for event in scenes] == ["final-meadows", "final-keeps", "final-areas"]
    steps = [data_of(event, FinalStep) for event in scenes]
    for before, after in itertools.pairwise(steps):
        assert before.after == after.before
    assert steps[-1].after == tuple(castle.scores)
    assert [step.gains for step in steps] == [(3, 0), (0, 67), (9, 0)]
    assert len(steps[0].castle.laid) == len(castle.board.laid)
    one_score, other_score = castle.scores
    assert events[-1].data == GameOver((one_score, other_score), (int(other_score > one_score),))
    finale = castle.view(None).finale
    assert finale is not None
    assert finale.keeps is not None
    assert finale.keeps.seat == 1
    assert finale.keeps.points == len(finale.keeps.group) > 16


def test_the_turns_and_the_standing_are_known() -> None:
    assert [*GAME.turns] == [*GAME.seats]
    castle = three_houses()
    castle.scores[:] = [3, 5]
    assert GAME.standing(castle.view(None)) == (3, 5)
