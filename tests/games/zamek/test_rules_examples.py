"""The worked examples of the rulebook, played out."""

from __future__ import annotations

import pytest

from engines.zamek import scoring
from engines.zamek.events import AreaScored, KeepMoved, MeadowsScored, SubjectsHome, TokenWon
from engines.zamek.view import Keep, Place, Subject
from tests.games.zamek.staging import begin, empty_pile, fill, hold, lay, one, say, set_keeps, tell


@pytest.mark.rule("Z3", "Z7", "Z9")
def test_example_1_a_short_road_from_the_start_field_pays_two() -> None:
    castle = begin()
    events = lay(castle, "B5", "f9 0 road1")
    road = one(events, AreaScored)
    assert (road.seat, road.tiles, road.points) == (1, 2, 2)
    assert road.place == Place("road", "f9", "road1", squares=("f9",), starts=(0,))
    assert castle.scores == [0, 2]
    assert castle.reserve == [6, 6]
    assert castle.subjects == []
    assert one(events, SubjectsHome) == SubjectsHome((Subject(1, "herald", "f9", "road1"),))


@pytest.mark.rule("Z8", "Z9")
def test_example_2_a_road_of_five_tiles_with_stocks_pays_ten() -> None:
    castle = begin()
    events = tell(castle, "C2 f9 0 road1", "C1 f8 0 none", "C3 f7 0 none", "F1 f6 0 road2")
    road = one(events, AreaScored)
    assert (road.seat, road.tiles, road.stocks, road.points) == (1, 5, True, 10)
    # the other herald stands beyond the fountain, on another road
    assert [(subject.seat, subject.square, subject.area) for subject in castle.view(None).subjects] == [(0, "f6", "road2")]
    assert castle.reserve == [5, 6]


@pytest.mark.rule("Z6", "Z7", "Z9")
def test_example_3_joined_sties_pay_the_one_with_more_farmers() -> None:
    castle = begin()
    events = tell(
        castle,
        "A8 j6 0 sty1",
        "D1 k4 0 none",
        "A5 j4 0 none",
        "C6 k5 180 sty1",
        "A3 i4 0 sty1",
        "A6 i5 90 none",
        "A10 j5 0 none",
    )
    sty = one(events, AreaScored)
    assert (sty.seat, sty.tiles, sty.points) == (1, 6, 12)
    assert sty.place.starts == (1,)
    assert castle.reserve == [6, 6]


@pytest.mark.rule("Z9", "Z11")
@pytest.mark.parametrize(("own", "moves"), [(0, True), (4, True), (5, False), (6, False)])
def test_example_4_a_house_of_five_tiles_pays_five(own: int, moves: bool) -> None:
    castle = begin()
    set_keeps(castle, ("", 0), ("e8", own))
    before = castle.keeps[2:]
    events = tell(
        castle,
        "A4 c1 0 house1",
        "A1 d1 0 none",
        "A2 b1 90 none",
        "B2 d2 90 house1",
        "B1 b2 270 house1",
        "A8 a1 0 none",
        "A9 c2 180 none",
    )
    house = one(events, AreaScored)
    assert (house.seat, house.tiles, house.points, house.token) == (1, 5, 5, "")
    assert castle.reserve == [6, 6]
    assert castle.keeps[2:] == before or moves
    assert castle.view(None).keeps[1] == Keep("b2", 5, "house1") or not moves
    assert [event.data for event in events if isinstance(event.data, KeepMoved)] == (
        [KeepMoved(1, "b2", tiles=5, before=own)] if moves else []
    )


@pytest.mark.rule("Z12")
@pytest.mark.parametrize(("gain", "field"), [(3, 56), (4, 57), (5, 58)])
def test_example_5_a_marker_takes_a_token_it_stops_at(gain: int, field: int) -> None:
    castle = begin()
    castle.scores = castle.earned[3::7] = [0, 53]
    rows = ["C1 f9 0 road1", "C3 f8 0 none", "C4 f7 0 none", "C6 f6 0 none"][: gain - 2]
    if gain % 2:
        rows.append("A13 h1 0 none")  # so that the herald's owner closes the road on the next turn
    tell(castle, *rows)
    events = lay(castle, "B5", f"f{11 - gain} 0 none")
    assert one(events, AreaScored).points == gain
    assert castle.view(None).markers[1] == field
    tokens = [event.data for event in events if isinstance(event.data, TokenWon)]
    if gain < 5:
        assert [(data.seat, data.fields, data.left) for data in tokens] == [(1, (56, 57), 12)]
        assert len(castle.view(None).tokens[1]) == 1
        assert (56, 57) not in castle.view(None).towers
    else:
        assert tokens == []
        assert (56, 57) in castle.view(None).towers


@pytest.mark.rule("Z7", "Z15")
def test_example_6_chapels_score_for_the_majority_of_monks() -> None:
    castle = begin()
    tell(
        castle,
        "A1 h1 0 meadow1",
        "A11 g1 0 none",
        "A2 g2 270 meadow1",
        "A12 i1 0 none",
        "C1 f9 0 meadow1",
        "A7 i2 0 meadow1",
    )
    hold(castle, "A3")
    empty_pile(castle)
    events = say(castle, "lay h2 0 none")
    scene = one(events, MeadowsScored)
    told = {(each.place.square, each.place.area): each for each in scene.meadows}
    large, bare = told["g2", "meadow1"], told["f9", "meadow1"]
    assert (large.chapels, large.monks, large.seat, large.points) == (5, (1, 2), 1, 15)
    assert large.place.starts == (3,)
    assert (bare.chapels, bare.seat, bare.points) == (0, 1, 0)
    assert (scene.before, scene.after) == ((0, 0), (0, 15))
    assert castle.scores == [0, 15]


@pytest.mark.rule("Z16")
def test_example_7_five_empty_squares_pay_the_larger_keep_five() -> None:
    castle = begin()
    fill(castle, "a3", "a4", "a5", "b5", "b4", "d9", "e9", "f9", "f7", "h1", "h2", "g2", "k6")
    set_keeps(castle, ("e5", 4), ("g5", 3))
    assert len(scoring.empty_group(castle.board)) == 5
    assert scoring.keep_sizes(castle) == (4, 3)
    assert scoring.keep_points(castle) == (0, 5)


@pytest.mark.rule("Z6", "Z19")
def test_each_area_of_the_rulebooks_tile_is_offered() -> None:
    """ "The player has laid a tile with a sty, two meadows and a road": any of them, or none."""
    castle = begin()
    hold(castle, "D7")
    assert castle.choices(1, ("lay", "f9", "0")).words == ("none", "road1", "sty1", "meadow1", "meadow2")
