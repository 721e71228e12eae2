"""The master variant in play: the order of rounds and the eight master cards (T21). Its setup is in test_setup.py."""

from __future__ import annotations

import pytest

from engines.torres.events import MasterScored, PhaseScored
from engines.torres.scoring import master_points
from engines.torres.squares import NUMBER
from tests.games.torres.boards import board, end_turns, say
from tests.support.event_data import all_of


def points(card: str, drawing: str, phase: int, seats: int = 2) -> list[int]:
    return master_points(board(drawing, seats=seats, phase=phase, master=card, lawful=False))


EDGE = """
    0a .  .  .  .  .  .  0b
    .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .
    .  .  .  0a .  .  .  .
    .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .
    .  .  0a .  .  .  .  .
    """


@pytest.mark.rule("T21b")
@pytest.mark.parametrize(("phase", "each"), [(1, 2), (2, 5), (3, 10)])
def test_t21_border_pays_each_knight_on_the_edge(phase: int, each: int) -> None:
    assert points("border", EDGE, phase) == [3 * each, each]


@pytest.mark.rule("T21b")
@pytest.mark.parametrize("square", ["a1", "a4", "a8", "d8", "h8", "h5", "h1", "e1"])
def test_t21_border_is_all_four_sides(square: str) -> None:
    position = board(EDGE, phase=1, master="border", lawful=False)
    position.knights = [1 << NUMBER[square], 0]
    assert master_points(position) == [4, 0]


@pytest.mark.rule("T21b")
def test_t21_border_gives_nothing_more_to_equals() -> None:
    assert points("border", "0a . 0b . 0a 0b", 1) == [4, 4]
    assert points("border", "0a . 0b . 0a 0b 0c", 3, seats=3) == [20, 20, 10]
    assert points("border", ". . .\n. 0a 0b\n. . .", 1) == [0, 0], "the strictly most of none at all is nothing"


DIAGONALS = """
    .  .  .  .  .  .  .  0a
    .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .
    .  .  .  0b 0a .  .  .
    .  .  .  0b 0a .  .  .
    .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .
    .  0a .  .  .  .  .  .
    """


@pytest.mark.rule("T21c")
@pytest.mark.parametrize(("phase", "each"), [(1, 2), (2, 5), (3, 10)])
def test_t21_diagonals_pay_the_same_on_the_two_long_diagonals(phase: int, each: int) -> None:
    assert points("diagonals", DIAGONALS, phase) == [4 * each, 2 * each]


@pytest.mark.rule("T21c")
def test_t21_diagonals_are_only_the_long_ones() -> None:
    assert points("diagonals", "0a 0b", 1) == [4, 0], "a1 lies on one, b1 does not"


def many(count: int) -> str:
    """Seat 0 with a knight in so many castles, two of them in the first; the others' castles do not count."""
    cells = ["1a"] + ["1a" if number < count else "1" for number in range(1, 4)]
    more = ["1a" if number < count else "1" for number in range(4, 8)]
    return f". {' . '.join(cells)}\n. . . . . . . .\n{' . '.join(more)} 0b"


@pytest.mark.rule("T21d")
@pytest.mark.parametrize("count", [3, 4, 5, 6])
@pytest.mark.parametrize(("phase", "wanted", "won"), [(1, 4, 5), (2, 5, 15), (3, 6, 30)])
def test_t21_castles_wants_knights_in_an_exact_number_of_castles(count: int, phase: int, wanted: int, won: int) -> None:
    assert points("castles", many(count), phase) == [won if count == wanted else 0, 0]


@pytest.mark.rule("T21d")
def test_t21_castles_shows_only_the_knights_in_castles() -> None:
    game = board(
        """
        1k .  .  .  .  .  .  0b
        .  .  .  .  .  .  .  .
        1a .  1a .  1a .  1a 0a
        """,
        master="castles",
        round=4,
        seat=1,
        done=1,
        towers=[(), (2,)],
    )
    (scoring,) = all_of(say(game, "end"), PhaseScored)
    assert scoring.master == MasterScored("castles", points=(5, 0), squares=(("a1", "c1", "e1", "g1"), ()))


@pytest.mark.rule("T21e", "T21f", "T21g", "T21i", "T21j")
@pytest.mark.parametrize("phase", [1, 2, 3])
@pytest.mark.parametrize(
    ("card", "drawing", "won"),
    [
        ("neighbours", "0a 0a 0a\n0a 1a 2a\n. . 0b", 40),
        ("neighbours", "0a 0a .\n. 0a 0a\n0a . 0a", 0),  # a corner is no edge
        ("neighbours", "0a 0a .\n. 0a 0a\n. . 0a", 0),  # five are not all six
        ("levels", "0a 1a 2a 3a 4a 5a", 40),
        ("levels", "0a 1a 2a 3a 4a 4a", 0),
        ("levels", "1a 2a 3a 4a 5a 6a", 40),
        ("levels", "0a 1a 2a 3a 4a", 0),
        ("row", "0a 0a . 0a 0a 3a . 0a", 50),
        ("row", "0a .\n0a .\n0a .\n. .\n0a .\n0a .\n1a .", 50),
        ("row", "0a 0a . 0a 0a 3a . .\n. . . . . . . 0a", 0),
        ("row", "0a 0a . 0a 0a 3a . .", 0),
        ("same", "0a 0a . 0a 0a\n0a . 0a", 50),
        ("same", "1a 1a . 1a 1a\n1a . 0a", 0),
        ("same", "1a 1a . 1a 1a\n1a . 1", 0),
    ],
)
def test_t21_all_six_knights_count_at_the_end_of_the_game_only(card: str, drawing: str, won: int, phase: int) -> None:
    """T21: "all six" means that all six are on the board [R]; nothing after phases 1 and 2."""
    assert points(card, drawing, phase) == [won if phase == 3 else 0, 0]


@pytest.mark.rule("T21h")
@pytest.mark.parametrize(
    ("drawing", "won"),
    [
        ("0a 0a\n0a 2a", 50),
        ("0a . . 0a\n. . . .\n. . . .\n0a . . 1a", 50),
        ("0a . . 0a\n. . . .\n0a . . 1a", 0),  # a rectangle
        (". 0a .\n0a . 0a\n. 0a .", 0),  # on its corner
        ("0a 0a\n0a 2b", 0),
        ("0a 0b\n0a 2a", 0),
        ("0b 0a\n0a 2a", 0),
        ("0a 0a\n0b 2a", 0),
        ("0a 0a 0a\n. 0a 0a\n. . 0a", 50),  # others may stand anywhere
    ],
)
def test_t21_square_wants_four_knights_on_its_corners(drawing: str, won: int) -> None:
    assert points("square", drawing, 3)[0] == won
    assert points("square", drawing, 2) == [0, 0]


@pytest.mark.rule("T21h")
def test_t21_square_may_be_as_large_as_the_board() -> None:
    empty = "\n".join([". . . . . . . ."] * 6)
    assert points("square", f"0a . . . . . . 0a\n{empty}\n0a . . . . . . 0a", 3) == [50, 0]


@pytest.mark.rule("T21", "T16")
def test_t21_the_master_card_scores_after_the_royal_bonus() -> None:
    game = board(
        """
        .  .  .  .
        .  1a 1k .
        0a 0b 0b .
        """,
        master="border",
        seat=1,
        round=4,
        done=1,
        towers=[(), (2,)],
    )
    events = say(game, "end")
    (scoring,) = all_of(events, PhaseScored)
    assert [(gain.source, gain.seat, gain.points, gain.target) for gain in scoring.gains] == [
        ("castles", 0, 2, 2),
        ("royal", 0, 5, 7),
        ("master", 0, 2, 9),
        ("master", 1, 6, 6),
    ]
    assert scoring.master == MasterScored("border", points=(2, 6), squares=(("a1",), ("b1", "c1")))
    assert game.scorings[0].master == (2, 6)


@pytest.mark.rule("T21")
@pytest.mark.parametrize("phase", [1, 3])
def test_t21_no_knight_counts_before_the_end_nor_without_all_six(phase: int) -> None:
    game = board("1a 1k . 1b", master="row", phase=phase, round=4, seat=1, done=1, towers=[(), (2,)])
    (scoring,) = all_of(say(game, "end"), PhaseScored)
    assert scoring.master == MasterScored("row", points=(0, 0), squares=((), ()))


@pytest.mark.rule("T21")
def test_t21_every_round_starts_with_the_leader() -> None:
    game = board("1a 1k . 1b", master="row", seat=1, done=1, towers=[(2, 2, 2), (2, 2, 2, 2)])
    (_, event) = say(game, "end")
    assert event.kind == "round"
    assert (game.seat, game.starter) == (0, 0), "unchanged while all are at 0"
    end_turns(game, 1)
    say(game, "point")
    end_turns(game, 1)
    assert (game.seat, game.starter) == (1, 1), "now seat 1 leads"
    say(game, "point")
    end_turns(game, 1)
    say(game, "point", "point", "point")
    end_turns(game, 1)
    assert game.scores == [4, 2], "on 2 stands seat 1: the second point led on to 3"
    assert (game.seat, game.starter) == (0, 0)


@pytest.mark.rule("T21")
def test_t21_the_leader_starts_the_phase_without_a_choice() -> None:
    game = board("1a 1k . 2b 1b", master="row", seat=1, round=4, done=1, towers=[(), (2,)])
    say(game, "end")
    assert game.scores == [7, 4]
    assert game.pending() == (1,)
    events = say(game, "stay")
    assert [event.kind for event in events] == ["stay", "phase"]
    assert (game.phase, game.seat, game.starter) == (2, 0, 0)


@pytest.mark.rule("T21")
def test_t21_the_scorings_starting_player_is_the_last_rounds() -> None:
    game = board("1a 1k . 1b", master="row", seat=0, round=4, done=1, starter=1, towers=[(2,), ()])
    (scoring,) = all_of(say(game, "end"), PhaseScored)
    assert scoring.order == (1, 0)
    assert scoring.master
    assert scoring.master.points == (0, 0)
