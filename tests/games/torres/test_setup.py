"""How a game of Torres begins: T1, T2, T13, and the setup of the master variant (T21)."""

from __future__ import annotations

import base64

import msgspec
import pytest

from engines.contract import IllegalMove
from engines.notation import legal_moves
from engines.torres.events import CastlePlaced, KingMoved, KnightStarted, PointBought, TurnEnded
from engines.torres.squares import NUMBER, SQUARES
from tables.ranking.ratings import variants
from tests.games.torres.boards import GAME, after, board, end_turns, height, knights, new_game, refused, say
from tests.support.event_data import data_of

CASTLES = ["a4", "c3", "c6", "d8", "e1", "f3", "f6", "h5"]


@pytest.mark.rule("T1")
def test_t1_eight_castles_of_one_segment_stand_at_the_start() -> None:
    view = new_game().view(None)
    assert len(view.heights) == len(new_game(master="on").view(None).heights) == 64
    assert sorted(square for castle in view.castles for square in castle.squares) == CASTLES
    assert all((castle.base, castle.height) == (1, 1) for castle in view.castles)


@pytest.mark.rule("T1")
def test_t1_each_player_starts_on_a_free_castle() -> None:
    game = new_game(3)
    assert game.pending() == (0,)
    assert after(game, "start") == CASTLES
    refused(game, "start a1", "no-castle", square="a1")
    refused(game, "king a4", "not-now")
    (event,) = say(game, "start d8")
    assert event.data == KnightStarted(seat=0, square="d8")
    assert (game.deeds[-1].kind, game.deeds[-1].target) == ("start", "d8")
    assert game.pending() == (1,)
    refused(game, "start d8", "knight-there", square="d8")
    say(game, "start c6", "start f6")
    assert game.pending() == (2,), "the last player places the king, too"
    assert after(game, "king") == ["a4", "c3", "e1", "f3", "h5"]
    refused(game, "king c6", "knight-there", square="c6")
    (event,) = say(game, "king h5")
    assert event.data == KingMoved(seat=2, start="", target="h5")
    assert game.pending() == (0,), "seat 0 is the first player"
    assert (game.view(None).king, game.view(None).ap) == ("h5", 5)
    assert [castle.squares for castle in game.view(None).castles if castle.royal] == [("h5",)]


@pytest.mark.rule("T1")
def test_t1_a_turn_is_what_one_player_is_asked_in_a_row() -> None:
    game = new_game(2)
    turns = []
    for line in ("start d8", "start c6", "king f6", "point", "end"):
        turns.append(game.turn)
        say(game, line)
    assert turns == [1, 2, 2, 3, 3]
    assert game.turn == 4


@pytest.mark.rule("T2")
def test_t2_each_has_ten_cards_face_down_and_no_points() -> None:
    view = new_game(4).view(2)
    assert view.decks == (10, 10, 10, 10)
    assert view.hands == (0, 0, 0, 0)
    assert view.hand == view.tops == view.bottoms == ()
    assert view.scores == (0, 0, 0, 0)


@pytest.mark.rule("T13")
@pytest.mark.parametrize(
    ("seats", "dealt"),
    [
        (2, [(3, 3, 3, 3), (3, 3, 3, 3), (3, 3, 3, 3)]),
        (3, [(3, 3, 2, 2), (3, 3, 2), (3, 3, 2)]),
        (4, [(2, 2, 2, 2), (2, 2, 2), (2, 2, 2)]),
    ],
)
def test_t13_phases_have_as_many_rounds_as_towers_are_dealt(seats: int, dealt: list[tuple[int, ...]]) -> None:
    """T13: phase 1 has 4 rounds, phases 2 and 3 have 3; with two players each has 4. Nobody does anything in this game."""
    game = new_game(seats)
    say(game, *[f"start {square}" for square in ["d8", "c6", "f6", "h5"][:seats]], "king e1")
    for phase, towers in enumerate(dealt, 1):
        assert (game.phase, game.round) == (phase, 1)
        assert [len(own) for own in game.towers] == [len(towers)] * seats
        order = []
        while game.phase == phase and game.pending() and game.view(None).asks == "act":
            order.append((game.round, game.seat))
            end_turns(game, 1)
        assert order == [(round_, seat) for round_ in range(1, len(towers) + 1) for seat in range(seats)]
        if phase < 3:
            say(game, "stay", "first 0")
    assert game.result() is not None


@pytest.mark.rule("T21a")
def test_t21_players_place_the_castles_round_and_round() -> None:
    game = new_game(3, master="on")
    assert game.view(None).castles == ()
    placed = ["a1", "d1", "g1", "b3", "e3", "h3", "a6", "d6"]
    order = []
    for square in placed:
        order.append(game.seat)
        (event,) = say(game, f"castle {square}")
        assert event.data == CastlePlaced(seat=order[-1], square=square)
        assert (game.deeds[-1].kind, game.deeds[-1].target) == ("castle", square)
    assert order == [0, 1, 2, 0, 1, 2, 0, 1]
    assert all(height(game, square) == 1 for square in placed)
    assert game.pending() == (0,), "then the knights, from the first player"
    assert after(game, "start") == sorted(placed)
    assert game.supply == 92 - 8 - 3 * 10


@pytest.mark.rule("T21a")
@pytest.mark.parametrize(
    ("square", "refusal"), [("d5", True), ("c4", True), ("b4", True), ("d6", True), ("d7", False), ("c6", False), ("e3", True)]
)
def test_t21_castles_keep_a_distance_of_three(square: str, refusal: bool) -> None:
    game = new_game(2, master="on")
    say(game, "castle d4")
    if refusal:
        refused(game, f"castle {square}", "castle-near", square=square, other="d4")
    else:
        say(game, f"castle {square}")


@pytest.mark.rule("T21a")
def test_t21_there_is_always_room_for_eight_castles() -> None:
    """T21: even when each castle takes away as many squares as it can."""
    game = new_game(2, master="on")
    while game.view(None).asks == "castle":
        room = after(game, "castle")
        assert room

        def left(square: str) -> int:
            trial = game.copy()
            say(trial, f"castle {square}")
            return len(after(trial, "castle")) if trial.view(None).asks == "castle" else 0

        say(game, f"castle {min(room, key=left)}")
    assert sum(game.heights) == 8


@pytest.mark.rule("T21")
def test_t21_everybody_holds_all_ten_cards_and_cannot_draw() -> None:
    game = new_game(2, master="on")
    assert len(game.view(1).hand) == 10
    assert game.view(None).decks == ()
    assert game.view(None).master
    for square in ["a1", "d1", "g1", "b3", "e3", "h3", "a6", "d6"]:
        say(game, f"castle {square}")
    say(game, "start a1", "start d1", "king g1")
    assert ("draw",) not in legal_moves(game, 0)
    refused(game, "draw", "no-drawing")


@pytest.mark.rule("T21")
def test_t21_each_master_card_can_be_the_one() -> None:
    seen = {GAME.start(2, {"master": "on"}, bytes([n] * 16)).view(None).master for n in range(120)}
    assert len(seen) == 8


@pytest.mark.rule("T20")
def test_t20_the_master_variant_ignores_a_common_deck() -> None:
    game = new_game(2, master="on", deck="common")
    assert len(game.view(0).hand) == 10
    assert game.view(None).decks == ()
    assert game.view(None).options == {"deck": "common", "master": "on"}


def test_a_game_refuses_other_numbers_and_options() -> None:
    for seats, options in ((1, {}), (5, {}), (2, {"deck": "marked"}), (2, {"dice": "on"})):
        with pytest.raises(IllegalMove):
            GAME.start(seats, options, b"seed")


def test_a_snapshot_of_another_version_is_not_read() -> None:
    game = new_game()
    game.rules = 99
    with pytest.raises(ValueError, match="version 99"):
        GAME.load(game.snapshot())


def test_nothing_is_asked_of_anyone_else() -> None:
    game = new_game(2)
    assert game.choices(1).words == ()
    with pytest.raises(IllegalMove) as caught:
        game.play(1, ("start", "d8"))
    assert caught.value.key == "torres.illegal.not-asked"
    with pytest.raises(IllegalMove):
        game.retract(0)
    assert knights(game) == []
    assert NUMBER["a1"] == 0
    assert NUMBER["h8"] == 63


def test_a_new_game_is_stored_like_this() -> None:
    """Snapshots of running games are read by every later version."""
    cards = list(range(10))
    common = {
        "rules": 2, "common": False, "masters": False, "seats": 2, "seed": "AAECAwQFBgcICQoLDA0ODw==", "draws": 0, "stage": 1,
        "turn": 1, "mode": 1, "seat": 0, "phase": 1, "round": 1, "starter": 0, "done": 0, "king": -1, "knights": [0, 0],
        "supply": 60, "towers": [[3] * 4] * 2, "used": -1, "kept": [0, 0], "ap": 0, "carded": False, "drawn": 0, "fresh": [],
        "looked": [], "hands": [[], []], "played": [[], []], "tops": [[], []], "unseen": [cards, cards],
        "bottoms": [[], []], "drawer": [0, 1], "sure": [0, 0], "master": -1, "scores": [0, 0], "tallies": [0] * 10,
        "scorings": [], "deeds": [], "by_place": True,
    }  # fmt: skip
    decks = {"common": True, "tops": [[]], "unseen": [sorted(cards * 4)], "bottoms": [[]], "drawer": [-1], "sure": [0]}
    none = {"masters": True, "mode": 0, "draws": 1, "supply": 68, "hands": [cards, cards], "master": 3}
    none |= {"tops": [], "unseen": [], "bottoms": [], "drawer": [], "sure": []}
    for options, differs in (({}, {}), ({"deck": "common"}, decks), ({"master": "on"}, none)):
        stored = msgspec.json.decode(new_game(2, **options).snapshot())
        heights = base64.b64decode(stored.pop("heights"))
        assert [SQUARES[square] for square in range(64) if heights[square]] == ([] if "master" in options else CASTLES)
        assert stored == common | differs
    assert GAME.rules_version == 2


def test_the_turns_are_known_and_masters_have_their_own_ratings() -> None:
    assert [*GAME.turns] == [*GAME.seats]
    assert [*variants(GAME)] == ["", "master-on"]


@pytest.mark.rule("T13")
def test_each_question_has_its_number_and_each_turn_begins_again() -> None:
    game = board("1a 1 . 1k . 1b", hand="six", ap=2, towers=[(2, 1), (2, 2)])
    stages = [game.stage]
    for line in ("card six", "draw", "keep", "build 2 b1", "end"):
        said = line if line != "keep" else "keep " + " top ".join(game.view(0).looked)
        say(game, said)
        stages.append(game.stage)
    assert stages == [1, 2, 3, 4, 5, 6]
    assert (game.seat, game.ap, game.used, game.carded, game.drawn, game.done) == (1, 5, -1, False, 0, 1)


@pytest.mark.rule("T17")
def test_between_the_phases_nothing_of_the_last_turn_is_left() -> None:
    game = board("1a 1 . 1k . 1b", hand="six", ap=3, round=4, seat=1, done=1, towers=[(), (2,)])
    turn = game.turn
    say(game, "card six", "draw")
    say(game, "keep " + " top ".join(game.view(1).looked), "build b1", "end")
    assert (game.turn, game.ap, game.used, game.carded, game.drawn, game.done) == (turn + 1, 0, -1, False, 0, 0)


def test_the_end_of_the_game_reveals_what_was_hidden() -> None:
    game = board("1a 1 . 1k . 1b", phase=3, round=4, seat=1, done=1, towers=[(), (2,)])
    events = say(game, "end")
    assert [(event.kind, event.reveals) for event in events][-1] == ("over", True)


def test_what_a_draw_shows_its_seat_cannot_be_taken_back() -> None:
    game = board("1a 1 . 1k . 1b")
    drawn, looked = say(game, "draw")
    assert (drawn.to, drawn.reveals, looked.to, looked.reveals) == (None, True, (0,), True)


def test_events_tell_what_a_card_did() -> None:
    game = board("1a 1 . 1k . 1b", hand="supply", towers=[(2, 1), (2, 2)], scores=(2, 3))
    say(game, "card supply b1")
    assert (game.deeds[-1].card, game.deeds[-1].target) == ("supply", "b1")
    (bought,) = say(game, "point")
    assert (data_of(bought, PointBought).score, data_of(bought, PointBought).slides) == (4, 1), "over the other's field"
    assert not data_of(say(game.copy(), "end 2")[0], TurnEnded).built
    emptied = board("1a 1 . 1k . 1b", towers=[(1,), (2, 2)])
    assert data_of(say(emptied, "build b1", "end")[0], TurnEnded).built
