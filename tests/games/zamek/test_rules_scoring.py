"""Z10-Z13a: the order of scoring, keeps, towers and the tokens used in play."""

from __future__ import annotations

import pytest

from engines.contract import Event
from engines.zamek.components import SQUARE
from engines.zamek.events import AreaScored, KeepMoved, TokenWon
from engines.zamek.position import ZamekPosition
from engines.zamek.state import EXTRA, LAY, SCORE, USE
from engines.zamek.view import Keep
from engines.zamek.wall import TOKEN_KINDS
from tests.games.zamek.staging import (
    begin,
    empty_pile,
    give,
    hold,
    lay,
    look,
    one,
    refusal,
    say,
    scored,
    set_keeps,
    tell,
    two_areas_at_once,
    words,
)


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


@pytest.mark.rule("Z10", "Z21")
def test_the_active_seat_chooses_which_of_its_areas_scores_next() -> None:
    castle = two_areas_at_once()
    events = lay(castle, "B6", "f8 0 none")
    assert kinds(events) == ["lay"]
    assert (castle.phase, castle.pending()) == (SCORE, (1,))
    assert words(castle) == ["score"]
    assert words(castle, "score") == ["e8", "f8"]
    assert words(castle, "score", "f8") == ["road1"]
    seen = castle.view(None)
    assert [(offer.place.kind, offer.points, offer.seat) for offer in seen.offers] == [("house", 1, 1), ("road", 3, 1)]
    assert refusal(castle, "lay f7 0 none") == "score-now"
    assert refusal(castle, "score f9 road1") == "not-offered"
    events = say(castle, "score f8 road1")
    assert scored(events) == [(1, "road", 3), (1, "house", 1)]
    assert castle.turn == 5
    look(castle)
    assert castle.turn == 6


@pytest.mark.rule("Z21")
def test_an_area_is_named_by_its_smallest_square() -> None:
    """Column first, then row: the road f9-f8 is named by f8, the house e8-f8 by e8."""
    castle = two_areas_at_once()
    lay(castle, "B6", "f8 0 none")
    assert [(offer.place.square, offer.place.area) for offer in castle.view(1).offers] == [("e8", "house1"), ("f8", "road1")]


@pytest.mark.rule("Z10")
def test_the_active_seats_own_points_come_first() -> None:
    castle = two_areas_at_once()
    castle.active = 0  # the same tile laid by the other seat
    for subject in list(castle.subjects):
        castle.board.sums[castle.board.label[subject >> 1]] &= ~0xFF00
    first, second = castle.subjects
    castle.subjects = []
    castle.place_subject(first >> 1, 1)
    castle.place_subject(second >> 1, 0)
    castle.reserve = [5, 5]
    events = lay(castle, "B6", "f8 0 none")
    assert scored(events) == [(0, "house", 1), (1, "road", 3)]
    assert castle.scores == [1, 3]


@pytest.mark.rule("Z10")
def test_the_active_seat_orders_the_other_seats_areas_too() -> None:
    castle = two_areas_at_once()
    castle.active = 0
    lay(castle, "B6", "f8 0 none")
    assert (castle.phase, castle.pending()) == (SCORE, (0,))
    assert [offer.seat for offer in castle.view(0).offers] == [1, 1]
    events = say(castle, "score e8 house1")
    assert scored(events) == [(1, "house", 1), (1, "road", 3)]


@pytest.mark.rule("Z10")
def test_areas_that_pay_nobody_are_not_offered() -> None:
    castle = two_areas_at_once(own="none")
    events = lay(castle, "B6", "f8 0 none")
    assert scored(events) == [(1, "house", 1)]


@pytest.mark.rule("Z10")
def test_the_order_decides_about_tokens() -> None:
    for first, token in (("f8 road1", True), ("e8 house1", False)):
        castle = two_areas_at_once()
        castle.scores = [0, 10]  # 10 + 3 = 13 is a tower, 10 + 1 is none, 14 is past it
        lay(castle, "B6", "f8 0 none")
        events = say(castle, f"score {first}")
        assert ("token" in kinds(events)) == token
        assert castle.scores == [0, 14]


@pytest.mark.rule("Z11")
def test_the_keep_is_set_on_the_first_house_its_owner_scores() -> None:
    castle = begin()
    events = tell(castle, "A4 c1 0 house1", "A1 c2 0 none")
    assert one(events, KeepMoved) == KeepMoved(1, "c1", tiles=2, before=0)
    assert castle.keeps == [-1, 0, SQUARE["c1"] << 4, 2]
    events = tell(castle, "C1 f9 0 road1", "B7 f8 0 none")
    assert scored(events) == [(1, "road", 3)]
    assert "keep" not in kinds(events)


@pytest.mark.rule("Z11")
def test_a_keep_may_stand_on_the_first_square_of_all() -> None:
    castle = begin()
    tell(castle, "A4 c1 0 none", "A1 b1 0 none")
    lay(castle, "A11", "a1 0 house1")
    lay(castle, "A12", "a2 0 none")
    assert castle.view(None).keeps == (None, Keep("a1", 1, "house1"))
    set_keeps(castle, ("a1", 1), ("", 0))
    assert castle.view(None).keeps == (Keep("a1", 1, "house1"), None)


@pytest.mark.rule("Z11")
def test_a_house_of_equal_size_moves_no_keep() -> None:
    castle = begin()
    set_keeps(castle, ("", 0), ("e5", 2))
    give(castle, 1, "house")
    tell(castle, "A4 c1 0 house1", "C1 f9 0 none")
    lay(castle, "A1", "c2 0 none")
    events = say(castle, "use house")
    assert one(events, AreaScored).points == 4
    assert "keep" not in kinds(events)
    assert castle.keeps[2:] == [SQUARE["e5"] << 4, 2]


def road_of_two(score: int) -> tuple[ZamekPosition, list[Event]]:
    """Seat 1 scores 2 from here."""
    castle = begin()
    castle.scores = [0, score]
    return castle, lay(castle, "B5", "f9 0 road1")


@pytest.mark.rule("Z12")
@pytest.mark.parametrize(("score", "field"), [(10, 12), (11, 13), (88, 90), (93, 95)])
def test_a_marker_that_stops_on_a_tower_takes_its_token(score: int, field: int) -> None:
    castle, events = road_of_two(score)
    token = one(events, TokenWon)
    assert field in token.fields
    assert next(event for event in events if event.kind == "token").reveals
    assert castle.view(None).tokens[1] == (token.token,)
    assert len(castle.hidden) == 17
    assert kinds(events).index("score") < kinds(events).index("token")


@pytest.mark.rule("Z12")
@pytest.mark.parametrize("score", [9, 12, 97, 98, 99, 100])
def test_passing_gives_nothing_and_the_tower_0_1_has_no_token(score: int) -> None:
    castle, events = road_of_two(score)
    assert "token" not in kinds(events)
    assert castle.view(None).markers[1] == (score + 2) % 100


@pytest.mark.rule("Z12")
def test_past_99_the_track_goes_round() -> None:
    castle, events = road_of_two(110)
    assert one(events, TokenWon).fields == (12, 13)
    assert castle.view(None).scores == (0, 112)
    assert castle.view(None).markers == (0, 12)


@pytest.mark.rule("Z12")
def test_a_token_is_taken_once() -> None:
    castle = begin()
    castle.towers &= ~1
    castle.hidden.pop()
    castle.spent.append(8)
    castle.scores = [0, 10]
    events = lay(castle, "B5", "f9 0 road1")
    assert "token" not in kinds(events)


@pytest.mark.rule("Z12", "Z22")
def test_a_towers_token_is_drawn_only_when_it_is_won() -> None:
    won = set()
    for seed in range(60):
        castle = begin(seed)
        castle.scores = [0, 10]
        won.add(one(lay(castle, "B5", "f9 0 road1"), TokenWon).token)
    assert won == set(TOKEN_KINDS)


@pytest.mark.rule("Z13", "Z21")
def test_house_doubles_a_house_of_its_owner_in_the_owners_turn() -> None:
    castle = begin()
    give(castle, 1, "house")
    tell(castle, "A4 c1 0 house1", "C1 f9 0 none")
    events = lay(castle, "A1", "c2 0 none")
    assert kinds(events) == ["lay"]
    assert (castle.phase, castle.pending()) == (USE, (1,))
    assert words(castle) == ["use", "save"]
    assert words(castle, "use") == ["house"]
    assert words(castle, "save") == []
    assert castle.view(1).token == "house"
    assert castle.view(1).offers[0].points == 4
    assert refusal(castle, "use sty") == "use-now"
    events = say(castle, "use house")
    assert kinds(events)[:2] == ["spent", "score"]
    assert scored(events) == [(1, "house", 4)]
    assert one(events, AreaScored).token == "house"
    assert castle.view(None).tokens[1] == ()
    assert castle.view(None).spent == ("house",)


@pytest.mark.rule("Z13")
def test_sty_doubles_a_sty_and_may_be_saved() -> None:
    for answer, points in (("use sty", 8), ("save", 4)):
        castle = begin()
        give(castle, 1, "sty")
        lay(castle, "A8", "j6 0 sty1")
        lay(castle, "C1", "f9 0 none")
        lay(castle, "A1", "j5 0 none")
        assert castle.phase == USE
        assert scored(say(castle, answer)) == [(1, "sty", points)]
        assert castle.view(None).tokens[1] == (() if points == 8 else ("sty",))


@pytest.mark.rule("Z13")
def test_a_token_is_offered_only_in_its_turn_and_for_its_kind() -> None:
    castle = begin()
    give(castle, 1, "house", "sty")
    lay(castle, "A4", "c1 0 house1")
    events = lay(castle, "A1", "c2 0 none")  # seat 0 finishes the house of seat 1
    assert scored(events) == [(1, "house", 2)]
    assert scored(lay(castle, "B5", "f9 0 road1")) == [(1, "road", 2)]


@pytest.mark.rule("Z13")
def test_a_token_is_never_used_in_the_turn_it_was_won() -> None:
    castle = begin()
    lay(castle, "A4", "c1 0 house1")
    lay(castle, "C1", "f9 0 none")
    give(castle, 1, "house", "again", fresh=True)
    events = lay(castle, "A1", "c2 0 none")
    assert scored(events) == [(1, "house", 2)]
    assert castle.pending() == (0,)
    assert castle.view(None).fresh == ()


@pytest.mark.rule("Z13")
def test_one_question_an_area_after_it_was_named() -> None:
    castle = two_areas_at_once()
    give(castle, 1, "house", "house")
    lay(castle, "B6", "f8 0 none")
    assert castle.phase == SCORE
    events = say(castle, "score e8 house1")
    assert events == []
    assert castle.phase == USE
    events = say(castle, "use house")
    assert scored(events) == [(1, "house", 2), (1, "road", 3)]
    assert castle.view(None).tokens[1] == ("house",)


@pytest.mark.rule("Z13", "Z21")
def test_again_is_asked_at_the_end_of_a_turn_and_gives_another() -> None:
    castle = begin()
    give(castle, 1, "again", "again")
    events = lay(castle, "B5", "f9 0 road1")
    assert "draw" not in kinds(events)  # the tile is drawn after the answer
    assert (castle.phase, castle.pending(), castle.turn) == (EXTRA, (1,), 1)
    assert castle.drawn == -1
    assert castle.view(1).tile is None
    assert words(castle) == ["again", "pass"]
    assert refusal(castle, "lay f8 0 none") == "again-now"
    events = say(castle, "again")
    assert kinds(events) == ["spent"]
    assert kinds(look(castle)) == ["draw"]
    assert (castle.phase, castle.pending(), castle.turn) == (LAY, (1,), 2)
    lay(castle, "A1", "h1 0 none")
    assert castle.phase == EXTRA  # another `again` may follow
    events = say(castle, "pass")
    assert kinds(events) == ["pass"]
    assert castle.pending() == (0,)
    assert castle.view(None).tokens[1] == ("again",)


@pytest.mark.rule("Z13")
def test_again_is_not_asked_when_no_tile_can_be_laid() -> None:
    castle = begin()
    give(castle, 1, "again")
    hold(castle, "B5")
    empty_pile(castle)
    say(castle, "lay f9 0 road1")
    assert castle.pending() == ()


@pytest.mark.rule("Z13")
def test_a_token_won_is_usable_in_the_extra_turn() -> None:
    castle = begin()
    give(castle, 1, "again")
    give(castle, 1, "house", fresh=True)
    lay(castle, "A4", "c1 0 house1")
    say(castle, "again")
    lay(castle, "A1", "c2 0 none")
    assert castle.phase == USE


@pytest.mark.rule("Z13a")
def test_a_turn_ends_with_the_next_draw() -> None:
    castle = begin()
    give(castle, 1, "again")
    castle.scores = [0, 10]
    events = lay(castle, "B5", "f9 0 road1")
    assert kinds(events) == ["lay", "score", "token", "home"]
    assert castle.phase == EXTRA
    assert castle.reserve == [6, 6]
    assert kinds(say(castle, "pass")) == ["pass"]
    assert kinds(look(castle)) == ["draw"]


def test_the_last_tiles_score_stays_until_the_next_tile() -> None:
    castle = begin()
    lay(castle, "B5", "f9 0 road1")
    (score,) = castle.view(None).scored
    assert (score.seat, score.points, score.doubled, score.place.squares) == (1, 2, False, ("f9",))
    lay(castle, "A1", "h1 0 none")
    assert castle.view(None).scored == ()
