"""How a game of Torres begins: T1, T2, T13, and the setup of the master variant (T21)."""

from __future__ import annotations

import pytest

from engines.contract import IllegalMove
from engines.notation import legal_moves
from engines.torres.squares import NUMBER
from tests.engines.torres.torres_tale import GAME, after, end_turns, height, knights, new_game, refused, say

CASTLES = ["a4", "c3", "c6", "d8", "e1", "f3", "f6", "h5"]


def test_t1_eight_castles_of_one_segment_stand_at_the_start() -> None:
    view = new_game().view(None)
    assert sorted(square for castle in view.castles for square in castle.squares) == CASTLES
    assert all((castle.base, castle.height) == (1, 1) for castle in view.castles)


def test_t1_each_player_starts_on_a_free_castle_and_the_last_one_places_the_king() -> None:
    game = new_game(3)
    assert game.pending() == (0,)
    assert after(game, "start") == CASTLES
    refused(game, "start a1", "no-castle", square="a1")
    refused(game, "king a4", "not-now")
    say(game, "start d8")
    assert game.pending() == (1,)
    refused(game, "start d8", "knight-there", square="d8")
    say(game, "start c6", "start f6")
    assert game.pending() == (2,), "the last player places the king, too"
    assert after(game, "king") == ["a4", "c3", "e1", "f3", "h5"]
    refused(game, "king c6", "knight-there", square="c6")
    (told,) = say(game, "king h5")
    assert told.data == {"seat": 2, "from": "", "to": "h5"}
    assert game.pending() == (0,), "seat 0 is the first player"
    assert (game.view(None).king, game.view(None).ap) == ("h5", 5)
    assert [castle.squares for castle in game.view(None).castles if castle.royal] == [("h5",)]


def test_t1_a_turn_of_the_table_is_what_one_player_is_asked_in_a_row() -> None:
    game = new_game(2)
    turns = []
    for line in ("start d8", "start c6", "king f6", "point", "end"):
        turns.append(game.turn)
        say(game, line)
    assert turns == [1, 2, 2, 3, 3]
    assert game.turn == 4


def test_t2_each_has_ten_cards_face_down_and_no_points() -> None:
    view = new_game(4).view(2)
    assert view.decks == (10, 10, 10, 10)
    assert view.hands == (0, 0, 0, 0)
    assert view.hand == view.tops == view.bottoms == ()
    assert view.scores == (0, 0, 0, 0)


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


def test_t21_players_place_the_castles_round_and_round() -> None:
    game = new_game(3, master="on")
    assert game.view(None).castles == ()
    placed = ["a1", "d1", "g1", "b3", "e3", "h3", "a6", "d6"]
    order = []
    for square in placed:
        order.append(game.seat)
        say(game, f"castle {square}")
    assert order == [0, 1, 2, 0, 1, 2, 0, 1]
    assert all(height(game, square) == 1 for square in placed)
    assert game.pending() == (0,), "then the knights, from the first player"
    assert after(game, "start") == sorted(placed)
    assert game.supply == 92 - 8 - 3 * 10


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


def test_t21_each_master_card_can_be_the_one() -> None:
    seen = {GAME.start(2, {"master": "on"}, bytes([n] * 16)).view(None).master for n in range(120)}
    assert len(seen) == 8


def test_t20_a_common_deck_counts_for_nothing_in_the_master_variant() -> None:
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
