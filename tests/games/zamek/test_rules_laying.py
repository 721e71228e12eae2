"""Z1-Z9: setting up, laying tiles, placing subjects, finishing areas."""

from __future__ import annotations

import pytest

from engines.contract import Choices, Event, IllegalMove
from engines.notation import legal_moves
from engines.zamek import choices, play
from engines.zamek.components import SQUARE, TILE, TOKENS
from engines.zamek.events import AreaScored, AreaTied, PlayEnded, SubjectsHome, TileDrawn, TileOut
from engines.zamek.rules import GAME
from engines.zamek.state import DRAW, LAY, OVER
from engines.zamek.view import Subject
from tests.games.zamek.staging import begin, give, hold, lay, look, one, refusal, say, scored, tell, words

START_SQUARES = ["a4", "b7", "c1", "f9", "h1", "j6", "k4"]


@pytest.mark.rule("Z1")
def test_the_table_is_set() -> None:
    castle = begin()
    seen = castle.view(None)
    assert seen.left == 59
    assert len(seen.towers) == 13
    assert (0, 1) not in seen.towers
    assert castle.hidden == list(TOKENS)
    assert len(TOKENS) == 18
    assert (seen.reserve, seen.markers, seen.keeps) == ((6, 6), (0, 0), (None, None))
    assert len(seen.empty) == 76


@pytest.mark.rule("Z1", "Z22")
def test_no_order_of_tiles_is_stored_and_only_two_can_play() -> None:
    castle = begin()
    assert castle.pile == sorted(castle.pile)
    for seats in (1, 3):
        with pytest.raises(IllegalMove):
            GAME.start(seats, {}, b"seed")


@pytest.mark.rule("Z2")
def test_seat_1_begins_and_the_seats_alternate() -> None:
    castle = begin()
    assert castle.pending() == (1,)
    assert (castle.stage, castle.turn) == (0, 1)
    lay(castle, "C1", "f9 0 none")
    assert castle.pending() == (0,)
    assert (castle.stage, castle.turn) == (1, 1)
    with pytest.raises(IllegalMove, match="not-your-turn"):
        castle.play(1, ("draw",))
    look(castle)
    assert castle.pending() == (0,)
    assert (castle.stage, castle.turn) == (2, 2)
    with pytest.raises(IllegalMove, match="not-your-turn"):
        castle.play(1, ("lay", "f8", "0", "none"))


@pytest.mark.rule("Z3a")
def test_the_next_tile_is_not_drawn_until_its_player_looks() -> None:
    castle = begin()
    before = len(castle.pile)
    events = lay(castle, "C1", "f9 0 none")
    assert [event.reveals for event in events] == [False]
    assert (castle.phase, castle.drawn, len(castle.pile)) == (DRAW, -1, before)
    assert castle.view(0).tile is None
    assert castle.view(0).spots == ()
    assert castle.choices(0) == Choices(("draw",), ask="draw")
    assert castle.choices(0, ("draw",)) == Choices(complete=True)
    assert castle.choices(0, ("lay",)) == Choices()
    assert GAME.reveal_move(castle) == ("draw",)
    assert refusal(castle, "lay f8 0 none") == "draw-now"
    (drawn,) = look(castle)
    assert drawn.reveals
    assert (castle.phase, len(castle.pile)) == (LAY, before - 1)
    assert GAME.reveal_move(castle) is None


@pytest.mark.rule("Z3")
def test_the_first_tile_lies_at_a_start_field() -> None:
    castle = begin()
    hold(castle, "A11")
    assert words(castle, "lay") == [square for square in START_SQUARES if square in {"b7", "c1", "h1", "j6"}]
    assert refusal(castle, "lay e5 0 none") == "first"
    hold(castle, "G1")
    assert words(castle, "lay") == ["a4", "f9", "k4"]


@pytest.mark.rule("Z3")
def test_later_tiles_lie_at_a_tile_or_a_start_field() -> None:
    castle = begin()
    lay(castle, "C1", "f9 0 none")
    hold(castle, "C3")
    assert "f8" in words(castle, "lay")
    assert "k4" in words(castle, "lay")
    assert refusal(castle, "lay e5 0 none") == "alone"
    assert refusal(castle, "lay f9 0 none") == "occupied"
    assert refusal(castle, "lay a1 0 none") == "alone"
    for square in ("a9", "l1", "f10", "5", "none"):
        assert refusal(castle, f"lay {square} 0 none") == "no-square"


@pytest.mark.rule("Z3")
def test_a_road_start_field_has_no_meadow_beside_its_road() -> None:
    castle = begin()
    lay(castle, "C1", "f9 0 meadow1")
    label = castle.board.label[castle.subjects[0] >> 1]
    assert castle.board.starts(label) == []
    assert castle.board.tiles(label) == 1


@pytest.mark.rule("Z4")
def test_a_road_continues_in_a_road_and_meets_nothing_else() -> None:
    castle = begin()
    assert refusal(castle, "lay f9 90 none", "C1") == "road-missed"
    assert refusal(castle, "lay h1 0 none", "C1") == "road-blocked"
    assert refusal(castle, "lay j6 0 none", "C1") == "road-blocked"
    lay(castle, "C1", "f9 0 none")
    assert refusal(castle, "lay e9 90 none", "C2") == "road-blocked"
    assert refusal(castle, "lay f8 90 none", "C2") == "road-missed"
    assert refusal(castle, "lay f8 45 none", "C2") == "no-rotation"


@pytest.mark.rule("Z4")
def test_houses_sties_and_meadows_meet_in_any_mix() -> None:
    castle = begin()
    tell(castle, "A11 c1 0 none", "A12 d1 180 none", "A3 b1 90 none", "A13 c2 0 none")
    assert len(castle.board.laid) == 4


@pytest.mark.rule("Z4")
def test_against_the_bare_wall_everything_may_lie() -> None:
    castle = begin()
    lay(castle, "G2", "f9 0 none")  # roads to all sides
    lay(castle, "C1", "e9 90 none")
    lay(castle, "F1", "d9 90 none")  # roads east, south, west: the west edge is wall
    assert castle.board.laid[-1] >> 8 == SQUARE["d9"]


@pytest.mark.rule("Z5")
def test_another_tile_is_drawn_for_one_that_fits_nowhere() -> None:
    castle = begin()
    lay(castle, "C1", "f9 0 none")
    castle.board.frontier = [SQUARE["f8"]]  # only a road fits there
    castle.pile = [TILE["A1"], TILE["A11"], TILE["C2"]]
    castle.seed = b"the roads come last"
    events: list[Event] = []
    play.begin_turn(castle, 1, events)
    assert not events
    play.draw(castle, events)
    out = [event.data.tile for event in events if isinstance(event.data, TileOut)]
    assert set(out) <= {"A1", "A11"}
    assert one(events, TileDrawn).tile == "C2"
    assert all(event.reveals for event in events)
    told = [event.data for event in events if isinstance(event.data, TileOut | TileDrawn)]
    assert len(told) == len(events)
    assert [each.left for each in told] == list(range(2, 2 - len(events), -1))


@pytest.mark.rule("Z5", "Z13")
@pytest.mark.parametrize("tokens", [(), ("again",)])
def test_the_game_ends_when_no_tile_left_fits(tokens: tuple[str, ...]) -> None:
    castle = begin()
    give(castle, 1, *tokens)
    hold(castle, "C1")
    castle.board.frontier = [SQUARE["f9"]]
    castle.out += [tile for tile in castle.pile if tile != TILE["A1"]]
    castle.pile = [TILE["A1"]]
    castle.board.code[SQUARE["e9"]] = 16 * 8 + 8  # a road leads to the neighbours too
    castle.board.code[SQUARE["g9"]] = 16 * 2 + 2
    drawn = castle.draws
    events = say(castle, "lay f9 0 none")
    assert castle.phase == OVER
    assert one(events, PlayEnded) == PlayEnded(seat=1, left=1, towers=13 - len(tokens))
    assert castle.draws == drawn
    assert castle.pile == [TILE["A1"]]


@pytest.mark.rule("Z6")
def test_a_subject_goes_onto_an_area_that_nobody_stands_on() -> None:
    castle = begin()
    lay(castle, "C1", "f9 0 road1")
    hold(castle, "C2")
    assert castle.choices(0, ("lay", "f8", "0")).words == ("none", "meadow1", "meadow2")
    assert refusal(castle, "lay f8 0 road1") == "taken"
    assert refusal(castle, "lay f8 0 house1") == "no-area"
    assert refusal(castle, "lay f8 0") == "lay-now"


@pytest.mark.rule("Z6")
def test_without_a_subject_in_the_reserve_only_none_is_legal() -> None:
    castle = begin()
    castle.reserve = [6, 0]
    hold(castle, "C1")
    assert castle.choices(1, ("lay", "f9", "0")).words == ("none",)
    assert refusal(castle, "lay f9 0 road1") == "no-subject"
    assert {move[3] for move in legal_moves(castle, 1)} == {"none"}


@pytest.mark.rule("Z6")
def test_occupied_areas_may_be_joined_and_the_subjects_stay() -> None:
    castle = begin()
    tell(castle, "C1 f9 0 road1", "D1 e9 180 road1", "D1 e8 0 none")
    assert refusal(castle, "lay f8 270 road1", "D2") == "taken"
    lay(castle, "D2", "f8 270 none")
    assert castle.reserve == [5, 5]
    (road,) = {castle.board.label[subject >> 1] for subject in castle.subjects}
    assert castle.board.tiles(road) == 5
    assert castle.board.majority(road) == -1
    assert castle.board.sums[road] & 255 == 1


@pytest.mark.rule("Z5")
def test_the_game_goes_on_while_any_tile_fits() -> None:
    castle = begin()
    for tile in set(castle.pile):
        castle.pile = [tile]
        assert choices.goes_on(castle), "at the start each tile does"


@pytest.mark.rule("Z7", "Z19")
def test_a_tile_counts_once() -> None:
    castle = begin()
    tell(castle, "A12 h1 0 none", "A11 h2 0 none", "A9 h3 0 none", "A5 h4 90 none", "A6 h5 0 none")
    tell(castle, "A7 g5 0 none", "A6 f5 270 none", "A2 f4 180 none")
    hold(castle, "A8")  # sties north and south, a meadow to the east and one to the west: joined round the north
    assert castle.choices(1, ("lay", "g4", "0")).words == ("none", "sty1", "meadow1")
    assert refusal(castle, "lay g4 0 meadow2") == "joined"
    assert [choices.read(castle, move) for move in legal_moves(castle, 1)] == choices.legal(castle)
    say(castle, "lay g4 0 meadow1")
    meadow = castle.board.label[castle.subjects[0] >> 1]
    assert castle.board.tiles(meadow) == 6
    assert castle.board.sums[meadow] >> 24 & 255 == 2
    assert castle.view(None).subjects[0].area == "meadow1"


@pytest.mark.rule("Z7", "Z8")
def test_start_fields_and_their_chapels_count_for_a_meadow() -> None:
    castle = begin()
    lay(castle, "A1", "h1 0 meadow1")
    label = castle.board.label[castle.subjects[0] >> 1]
    assert castle.board.tiles(label) == 2
    assert castle.board.sums[label] >> 24 & 255 == 2
    assert castle.phase != OVER
    assert castle.scores == [0, 0]  # Z8: a meadow is never scored in play


@pytest.mark.rule("Z8")
def test_any_tile_closes_the_edge_of_a_house() -> None:
    castle = begin()
    lay(castle, "A4", "c1 0 house1")  # from the start field up to c2
    events = lay(castle, "A1", "c2 0 none")
    assert scored(events) == [(1, "house", 2)]


@pytest.mark.rule("Z9")
def test_an_area_is_scored_that_the_tile_only_faces() -> None:
    castle = begin()
    lay(castle, "A4", "c1 0 house1")
    events = lay(castle, "A1", "c2 0 meadow1")
    place = one(events, AreaScored).place
    assert "c2" not in place.squares
    assert castle.reserve == [5, 6]


@pytest.mark.rule("Z8")
def test_a_wall_building_fountain_or_start_field_closes_a_road() -> None:
    castle = begin()
    tell(castle, "G2 f9 0 road1", "B5 f8 0 none", "C1 g9 90 none", "C2 h9 90 none")  # the wall is east of h9
    assert castle.scores == [0, 0]
    events = lay(castle, "F1", "e9 270 none")  # a fountain: the roads west, north (wall) and east
    assert scored(events) == [(1, "road", 12)]  # five squares and the start field, with two stocks


@pytest.mark.rule("Z8")
def test_a_ring_of_road_is_finished() -> None:
    castle = begin()
    tell(castle, "A1 h1 0 none", "A5 h2 0 none", "D1 h3 270 road1", "D1 h4 180 none", "D3 g4 90 none")
    assert castle.scores == [0, 0]
    events = lay(castle, "D3", "g3 0 none")
    assert scored(events) == [(1, "road", 4)]


@pytest.mark.rule("Z8")
def test_a_crossing_without_a_fountain_is_one_road() -> None:
    castle = begin()
    tell(castle, "F5 f9 270 road1", "B5 e9 90 none")
    road = castle.board.label[castle.subjects[0] >> 1]
    assert castle.scores == [0, 0]
    assert castle.board.sums[road] & 255 == 1
    events = lay(castle, "B6", "g9 270 none")
    assert scored(events) == [(1, "road", 8)]


@pytest.mark.rule("Z9")
@pytest.mark.parametrize(("stocks", "points"), [(0, 3), (1, 6), (2, 8)])
def test_stocks_double_a_road_and_more_stocks_add_nothing(stocks: int, points: int) -> None:
    castle = begin()
    lines = {0: ["C1 f9 0 road1"], 1: ["C2 f9 0 road1"], 2: ["C2 f9 0 road1", "C5 f8 0 none"]}[stocks]
    tell(castle, *lines)
    events = lay(castle, "B5", f"f{9 - len(lines)} 0 none")
    assert scored(events) == [(1, "road", points)]


@pytest.mark.rule("Z9")
def test_a_tie_pays_nobody_and_all_subjects_go_home() -> None:
    castle = begin()
    tell(castle, "A4 c1 0 house1", "A1 d1 0 none", "A5 b1 90 none", "B2 d2 90 house1")
    assert castle.reserve == [5, 5]
    events = lay(castle, "A2", "c2 90 none")
    tie = one(events, AreaTied)
    assert (tie.place.kind, tie.subjects) == ("house", (1, 1))
    assert castle.scores == [0, 0]
    assert castle.reserve == [6, 6]
    assert one(events, SubjectsHome).subjects == (
        Subject(1, "squire", "c1", "house1"),
        Subject(0, "squire", "d2", "house1"),
    )
    (told,) = castle.view(None).scored
    assert (told.place, told.seat, told.points, told.doubled, told.token) == (tie.place, None, 0, False, "")


@pytest.mark.rule("Z9")
def test_a_subject_may_score_and_return_in_the_turn_it_is_placed() -> None:
    castle = begin()
    castle.reserve = [6, 1]
    lay(castle, "B5", "f9 0 road1")
    assert castle.reserve == [6, 1]


@pytest.mark.rule("Z20")
def test_notation_takes_the_smallest_of_rotations_that_are_alike() -> None:
    castle = begin()
    hold(castle, "C2")
    assert castle.choices(1, ("lay", "f9")).words == ("0",)
    assert refusal(castle, "lay f9 180 none") == "same-look"
    hold(castle, "C3")  # a chapel on one side only
    assert castle.choices(1, ("lay", "f9")).words == ("0", "180")
    hold(castle, "G1")
    assert castle.choices(1, ("lay", "f9")).words == ("0",)


@pytest.mark.rule("Z19")
def test_notation_areas_keep_their_number_on_a_turned_tile() -> None:
    castle = begin()
    lay(castle, "C3", "f9 180 meadow2")
    # unturned the second meadow lies east and has the chapel; now it lies west
    label = castle.board.label[castle.subjects[0] >> 1]
    assert castle.board.sums[label] >> 24 & 255 == 1
    lay(castle, "A1", "e9 0 none")
    assert castle.board.squares(castle.board.label[castle.subjects[0] >> 1]) == [SQUARE["e9"], SQUARE["f9"]]


@pytest.mark.rule("Z19", "Z21")
def test_notation_questions_refuse_other_words() -> None:
    castle = begin()
    for line in ("score f9 road1", "use house", "again", "lay", "lay f9 0 road1 none", "pass"):
        assert refusal(castle, line) == "lay-now"
