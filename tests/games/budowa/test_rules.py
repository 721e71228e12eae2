"""Rules B1-B7 and B11 of Budowa zamku, and the examples of the rulebook."""

from __future__ import annotations

import msgspec
import pytest

from engines.budowa.components import CARDS, ELEMENTS, FIGURE, NUMBERS, SPOTS, TILE
from engines.budowa.events import Back, Insert, Over
from engines.budowa.position import BudowaPosition
from engines.budowa.rules import BudowaGame
from engines.contract import Choices, IllegalMove
from engines.notation import legal_moves
from tables.ranking.ratings import variants
from tests.games.budowa.tale import GAME, kinds, open_card, say, table
from tests.support.event_data import data_of


def refusal(position: BudowaPosition, *moves: str) -> IllegalMove:
    before = position.snapshot()
    with pytest.raises(IllegalMove) as refused:
        say(position, *moves)
    assert position.snapshot() == before
    return refused.value


@pytest.mark.rule("B1", "B9")
def test_components_45_cards_2_to_46_and_15_figures() -> None:
    assert tuple(range(2, 47)) == CARDS
    assert (TILE, ELEMENTS) == (1, 10)
    assert NUMBERS["knight"] == (4, 11, 18, 25, 34, 42)
    assert NUMBERS["princess"] == (7, 14, 20, 29, 38, 45)
    assert {FIGURE[15], FIGURE[22], FIGURE[28]} == {"queen", "king", "wizard"}
    assert len(FIGURE) == 15


@pytest.mark.rule("B1")
def test_b1_45_cards_lie_in_five_rows_and_the_youngest_begins() -> None:
    position = GAME.start(4, {}, b"seed")
    assert (len(SPOTS), SPOTS[0], SPOTS[8], SPOTS[-1]) == (45, "a1", "a9", "e9")
    assert legal_moves(position, 0) == [("flip", spot) for spot in SPOTS]
    assert position.pending() == (0,)


@pytest.mark.rule("B1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_b1_turns_go_round_in_seniority_order(seats: int) -> None:
    position = GAME.start(seats, {}, b"seed")
    asked = []
    for _ in range(3 * seats):
        asked.append(position.active)
        say(position, f"flip {SPOTS[position.turn]}")
        if position.deciding:
            say(position, "back")
    assert asked == [*range(seats)] * 3


@pytest.mark.rule("B2")
def test_b2_a_card_is_turned_for_all_to_see_and_then_built() -> None:
    position = table([30], [41], lie={"c7": 32})
    events = say(position, "flip c7")
    assert kinds(events) == ["flip"]
    assert events[0].reveals
    for seat in (None, 0, 1):
        view = position.view(seat)
        assert (open_card(view).spot, open_card(view).number, view.ask) == ("c7", 32, "decide")
    assert legal_moves(position, 0) == [("build",), ("back",)]
    assert legal_moves(position, 1) == []
    events = say(position, "build")
    assert kinds(events) == ["build"]
    assert position.castles == [[30, 32], [41]]
    assert position.view(None).open is None
    assert ("flip", "c7") not in legal_moves(position, 1)
    assert position.pending() == (1,)


@pytest.mark.rule("B2")
def test_b2_back_leaves_the_card_on_its_spot() -> None:
    position = table([30], [41], lie={"c7": 32})
    say(position, "flip c7", "back", "flip a1")
    while position.deciding or position.active != 0:
        say(position, "back" if position.deciding else "flip a1")
    say(position, "flip c7")
    assert open_card(position.view(None)).number == 32


@pytest.mark.rule("B2", "B4")
def test_example_1_33_on_41_may_not_be_built() -> None:
    position = table([41], [30], lie={"c7": 33})
    events = say(position, "flip c7")
    assert kinds(events) == ["flip", "back"], "B4: somebody else could build it, so it goes back by itself"
    assert data_of(events[-1], Back).forced
    assert position.pending() == (1,)
    assert position.castles == [[41], [30]]


@pytest.mark.rule("B2")
def test_example_2_32_on_30_may_be_built() -> None:
    position = table([30], [41], lie={"c7": 32})
    say(position, "flip c7", "build")
    assert position.castles[0] == [30, 32]


@pytest.mark.rule("B3")
def test_example_3_17_is_out_of_the_game() -> None:
    position = table([20], [30], [40], lie={"c7": 17})
    events = say(position, "flip c7")
    assert kinds(events) == ["flip", "out"]
    assert position.out == [17]
    assert position.pending() == (1,)
    assert ("flip", "c7") not in legal_moves(position, 1)


@pytest.mark.rule("B3")
def test_b3_the_start_tile_counts_as_1() -> None:
    position = table([20], [], lie={"c7": 2})
    assert kinds(say(position, "flip c7")) == ["flip", "back"]


@pytest.mark.rule("B4")
def test_b4_a_card_for_somebody_else_lies_open() -> None:
    position = table([41], [30], lie={"c7": 33, "d1": 35})
    say(position, "flip c7")
    shown = open_card(position.view(None))
    assert (shown.spot, shown.number, shown.seat, shown.decided) == ("c7", 33, 0, True)
    say(position, "flip d1")
    assert open_card(position.view(None)).number == 35


@pytest.mark.rule("B4")
def test_b4_the_open_card_may_be_turned_by_the_next_player() -> None:
    position = table([41], [30], lie={"c7": 33})
    say(position, "flip c7", "flip c7", "build")
    assert position.castles == [[41], [30, 33]]


@pytest.mark.rule("B5")
def test_b5_nothing_is_ever_taken_from_a_castle() -> None:
    position = table([30], [41], lie={"c7": 32, "d1": 44, "e1": 45})
    say(position, "flip c7", "build", "flip d1", "build", "flip e1", "build")
    assert position.castles == [[30, 32, 45], [41, 44]]


@pytest.mark.rule("B6")
def test_b6_ten_elements_end_the_game_at_once() -> None:
    position = table([2, 3, 4, 5, 6, 7, 8, 9], [10], lie={"c7": 11})
    events = say(position, "flip c7", "build")
    assert kinds(events) == ["build", "over"]
    assert events[-1].data == Over("full", 0)
    assert position.pending() == ()
    assert refusal(position, "flip a1").key == "budowa.illegal.over"


@pytest.mark.rule("B6")
@pytest.mark.parametrize("decision", ["build", "back"])
def test_b6_the_game_ends_after_the_decision_about_the_last_card(decision: str) -> None:
    position = table([30], [41], lie={"c7": 32}, left="c7")
    assert kinds(say(position, "flip c7")) == ["flip"], "a flip is always the player's, even of the last card"
    assert kinds(say(position, decision)) == [decision, "over"]
    assert position.ending == "last"


@pytest.mark.rule("B6")
@pytest.mark.parametrize(("number", "happens"), [(33, "back"), (17, "out")])
def test_b6_the_last_card_ends_the_game_without_a_decision(number: int, happens: str) -> None:
    position = table([41], [30], lie={"c7": number}, left="c7")
    assert kinds(say(position, "flip c7")) == ["flip", happens, "over"]


@pytest.mark.rule("B7")
def test_b7_the_game_ends_after_enough_cards_are_put_back() -> None:
    position = table([2], [3], lie={"a1": 44, "a2": 45, "a3": 46}, left="a1 a2 a3")
    told = []
    while not position.ending:
        say(position, f"flip a{position.turn % 3 + 1}", "back")
        told.append(position.view(None).board.stall)
    assert position.ending == "stall"
    assert position.turn == 6, "two players, three cards"
    assert told == [0, 4, 3, 2, 1, 0], "shown once everybody has put back once"


@pytest.mark.rule("B7")
def test_b7_forced_ones_count_and_any_progress_begins_again() -> None:
    position = table([43], [2], lie={"a1": 42, "a2": 41, "a3": 46}, left="a1 a2 a3")
    say(position, "flip a1", "flip a1", "back", "flip a2", "flip a2", "back")
    assert position.backs == [2, 2]
    say(position, "flip a3", "build")
    assert position.backs == [0, 0]
    assert not position.ending


@pytest.mark.rule("B7")
def test_b7_removing_a_card_is_progress_too() -> None:
    position = table([10], [20], lie={"a1": 15, "a2": 5, "a3": 46}, left="a1 a2 a3")
    say(position, "flip a3", "back", "flip a3", "back")
    assert position.backs == [1, 1]
    say(position, "flip a2")
    assert position.out.count(5) == 1
    assert position.backs == [0, 0]


def wizard_table(lie: dict[str, int]) -> BudowaPosition:
    return table([4, 17, 26, 28], [12], figures="on", lie=lie)


@pytest.mark.rule("B11")
def test_example_4_b11_the_wizard_puts_23_between_17_and_26() -> None:
    position = wizard_table(lie={"c7": 23})
    say(position, "flip c7")
    assert legal_moves(position, 0) == [("insert",), ("back",)]
    events = say(position, "insert")
    assert position.castles[0] == [4, 17, 23, 26, 28]
    assert data_of(events[0], Insert).between == (17, 26)


@pytest.mark.rule("B11")
def test_b11_next_to_the_wizard_is_fine_but_not_next_to_the_tile() -> None:
    position = wizard_table(lie={"c7": 27})
    say(position, "flip c7", "insert")
    assert position.castles[0] == [4, 17, 26, 27, 28]
    position = wizard_table(lie={"c7": 3})
    assert kinds(say(position, "flip c7")) == ["flip", "out"]


@pytest.mark.rule("B11")
def test_b11_once_per_game() -> None:
    position = wizard_table(lie={"c7": 23, "d1": 20})
    assert position.view(None).board.wizard == 0
    say(position, "flip c7", "insert")
    assert position.view(None).board.wizard is None
    say(position, "flip d1", "back")
    assert position.active == 0
    assert kinds(say(position, "flip d1")) == ["flip", "back"]


@pytest.mark.rule("B11", "B3")
def test_b11_declining_is_back_and_then_b3_holds() -> None:
    position = table([4, 17, 26, 28], [30], lie={"c7": 23}, figures="on")
    say(position, "flip c7")
    assert open_card(position.view(None)).decline == "out"
    assert kinds(say(position, "back")) == ["out"]
    assert position.out == [23]
    position = wizard_table(lie={"c7": 23})
    say(position, "flip c7")
    assert open_card(position.view(None)).decline == "back"
    assert kinds(say(position, "back")) == ["back"]


@pytest.mark.rule("B11")
def test_b11_nobody_elses_wizard_can_save_the_card() -> None:
    position = table([40], [4, 17, 26, 28], lie={"c7": 23}, figures="on")
    assert kinds(say(position, "flip c7")) == ["flip", "out"]


@pytest.mark.rule("B11")
def test_b11_only_in_the_variant() -> None:
    position = table([4, 17, 26, 28], [12], lie={"c7": 23})
    assert kinds(say(position, "flip c7")) == ["flip", "back"]


@pytest.mark.rule("B11")
def test_b11_an_inserted_card_counts_as_an_element() -> None:
    position = table([4, 5, 6, 7, 17, 26, 27, 28], [12], lie={"c7": 23}, figures="on")
    assert kinds(say(position, "flip c7", "insert")) == ["insert", "over"]
    assert position.ending == "full"


def test_refusals_say_why() -> None:
    position = table([30], [41], lie={"c7": 32, "d1": 5})
    assert refusal(position, "build").key == "budowa.illegal.flip-first"
    assert refusal(position, "flip").key == "budowa.illegal.flip"
    unknown = refusal(position, "flip z9")
    assert (unknown.key, unknown.parameters) == ("budowa.illegal.unknown-spot", {"first": "A1", "last": "E9"})
    position.grid[0] = -1
    empty = refusal(position, "flip a1")
    assert (empty.key, empty.parameters) == ("budowa.illegal.empty-spot", {"spot": "A1"})
    with pytest.raises(IllegalMove) as refused:
        position.play(1, ("flip", "a2"))
    assert refused.value.key == "budowa.illegal.not-your-turn"
    say(position, "flip c7")
    first = refusal(position, "flip d1")
    assert (first.key, first.parameters) == ("budowa.illegal.decide-first", {"spot": "C7"})
    assert refusal(position, "insert").key == "budowa.illegal.no-figures"
    assert refusal(position, "sing").key == "budowa.illegal.decide"


@pytest.mark.parametrize(
    ("castle", "used", "why"),
    [([17, 26], False, "no-wizard"), ([17, 26, 28], True, "wizard-used"), ([17, 26, 28], False, "no-gap")],
)
def test_refusals_of_the_wizard(castle: list[int], used: bool, why: str) -> None:
    position = table(castle, [12], lie={"c7": 33}, figures="on")
    position.used = used
    say(position, "flip c7")
    assert refusal(position, "insert").key == f"budowa.illegal.{why}"


def test_a_refusal_names_no_open_card() -> None:
    """Whoever is refused keeps reading it when the card lies face down again."""
    position = table([4, 17, 26, 28], [12], lie={"c7": 23}, figures="on")
    say(position, "flip c7")
    refused = refusal(position, "build")
    assert refused.key == "budowa.illegal.too-low"
    assert refused.parameters == {"last": 28}


def test_the_snapshot_of_another_version_is_refused() -> None:
    position = BudowaGame().start(2, {}, b"seed")
    with pytest.raises(ValueError, match="version 2"):
        GAME.load(position.snapshot().replace(b'"version":1', b'"version":2'))


def test_a_new_game_is_stored_like_this() -> None:
    """Snapshots of running games are read by every later version."""
    stored = {
        "seed": "c2VlZA==", "seats": 3, "figures": True, "notes": False, "grid": [0] * 45, "looked": [0] * 45,
        "castles": [[], [], []], "backs": [0, 0, 0], "out": [], "turn": 1, "moves": 0, "drawn": 0, "up": -1, "forced": False,
        "used": False, "last": None, "ending": "", "version": 1,
    }  # fmt: skip
    assert msgspec.json.decode(GAME.start(3, {"figures": "on"}, b"seed").snapshot()) == stored
    assert (list(GAME.seats), GAME.rules_version) == ([2, 3, 4], 1)


def test_what_is_asked_is_said_step_by_step() -> None:
    position = table([30], [4, 17, 26, 28], lie={"c7": 32, "d1": 23}, figures="on", left="c7 d1 e9")
    assert position.choices(1) == Choices()
    assert position.choices(0) == Choices(("flip",), ask="flip")
    assert position.choices(0, ("flip",)) == Choices(("c7", "d1", "e9"), ask="flip")
    assert position.choices(0, ("flip", "c7")) == Choices(complete=True)
    for said in (("flip", "a1"), ("flip", "z9"), ("flip", "c7", "d1"), ("build",), ("build", "c7")):
        assert position.choices(0, said) == Choices()
    say(position, "flip c7")
    assert position.choices(0) == Choices(("build", "back"), ask="decide")
    assert position.choices(0, ("build",)) == Choices(complete=True)
    for said in (("insert",), ("build", "back"), ("flip", "c7")):
        assert position.choices(0, said) == Choices()
    say(position, "build", "flip d1")
    assert position.choices(1) == Choices(("insert", "back"), ask="insert")


def test_no_seat_beyond_the_last_moves() -> None:
    position = table([30], [41])
    for seat in (-1, 2):
        with pytest.raises(IllegalMove) as refused:
            position.play(seat, ("flip", "a1"))
        assert refused.value.key == "budowa.illegal.no-seat"


def test_games_with_figures_or_notes_have_their_own_ratings() -> None:
    assert [*variants(GAME)] == ["", "notes-on", "figures-on", "figures-on-notes-on"]


def test_the_table_tells_who_turned_the_card() -> None:
    position = table([30, 33], [41], [45], lie={"c7": 35})
    assert position.view(None).board.points == (3, 2, 2)
    position.turn = 2
    say(position, "flip c7")
    shown = open_card(position.view(None))
    assert (shown.seat, shown.decided, position.active) == (1, True, 2)
