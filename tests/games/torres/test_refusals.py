"""Which of several reasons a refused move is told, at the edges of the rules."""

from __future__ import annotations

import pytest

from engines.contract import Choices
from engines.notation import legal_moves
from tests.games.torres.boards import board, new_game, refused, say


def test_words_too_many_are_repeated_up_to_72_letters() -> None:
    game = board("1a 1 . 1k . 1b")
    line = "point " + "x" * 100
    refused(game, line, "form", move=line[:72])


def test_an_unknown_word_is_repeated_up_to_20_letters() -> None:
    refused(board("1a 1 . 1k . 1b"), "y" * 30, "unknown", word="y" * 20)


def test_action_points_that_are_just_enough_are_not_the_reason() -> None:
    game = board("1a 1 . 1k . 1b", ap=2)
    refused(game, "place h8", "not-beside", square="h8")
    refused(board("1a 1 . 1k . 1b", ap=1), "place b1", "ap", need=2, left=1)
    refused(board("1a 1 . 1k . 1b", ap=1), "build h8", "founds", square="h8")


def test_a_starting_castle_too_near_to_another_is_refused() -> None:
    game = new_game(master="on")
    say(game, "castle a1", "castle h8")
    refused(game, "castle h7", "castle-near", square="h7", other="h8")


def test_a_turn_that_builds_from_a_tower_of_one_names_no_other() -> None:
    game = board("1a 1 . 1k . 1b", towers=[(3, 2), (2,)], used=1)
    refused(game, "build 3 b1", "tower-settled")
    refused(game, "build 1 b1", "tower-settled")


def test_three_castles_are_joined_as_little_as_two() -> None:
    game = board(
        """
        .  1  .  .
        1a .  1k .
        .  .  .  1b
        """
    )
    refused(game, "build b2", "joins", square="b2", castle="a2", other="b3")


def test_a_climb_is_two_levels_from_any_level() -> None:
    game = board(
        """
        1   4  1
        1   1a 1k
        1   1  1b
        """,
        hand="climb",
    )
    refused(game, "card climb b2 a2", "climb", square="a2", level=3)
    refused(game, "card climb b2 b3", "climb", square="b3", level=3)


def test_the_card_under_wants_a_knight_and_a_tower() -> None:
    game = board("1a 1 . 1k . 1b", hand="under", towers=[(2, 1), (2,)])
    refused(game, "card under b1 2", "no-knight", square="b1")
    refused(game, "card under f1 2", "no-knight", square="f1")
    big = board(
        """
        1  1  .  .
        1a 1  1k 1b
        """,
        hand="under",
        towers=[(2, 1), (2,)],
    )
    refused(big, "card under a1 3", "under-tower", heights="1, 2")
    refused(big, "card under a1 2 2", "form")


def test_under_on_open_ground_is_refused_only_for_the_tower() -> None:
    game = board(
        """
        .a .  .  .
        .  .  .  .
        .  .  1k 1b
        """,
        hand="under",
    )
    refused(game, "card under a3 3", "under-tower", heights="2")


def test_a_gate_or_a_corner_that_would_do_is_no_reason() -> None:
    game = board(
        """
        1  2  1
        1  1a 1k
        1  1  1b
        """,
        hand="diagonal",
    )
    refused(game, "card diagonal b2 a3 a3", "form")
    land = board(
        """
        .  .  .  .  .
        .  .  2  .  .
        0a 1  3  2  .
        """,
        hand="gate",
    )
    refused(land, "card gate a1 d1 d1", "form")


@pytest.mark.long
@pytest.mark.parametrize("line", [
    "place a2", "move a1 a2", "build a3", "build a2", "draw", "point", "card climb a1 b1", "card under a1 2", "card supply a3",
    "card gate a1 c1", "card diagonal c2 d3", "card six", "card seven", "card jump c2 c4", "card higher d2",
])  # fmt: skip
def test_a_legal_move_with_one_more_word_is_refused_for_its_form(line: str) -> None:
    """Whatever is just allowed (a level up, a tower of this height) is no reason."""
    game = board(
        """
        .  .  2  .  .  .
        .  .  1b 2  .  .
        1  .  1a 2  .  .
        1a 3  .  .  1k .
        """,
        hand="climb under supply gate diagonal six seven jump higher",
    )
    assert tuple(line.split()) in legal_moves(game, 0)
    refused(game, f"{line} h8", "form")


def test_a_walk_that_takes_all_points_left_is_not_too_far() -> None:
    refused(board("1a 1 . 1k . 1b", ap=1), "move a1 b1 h8", "form")
    refused(board("1a 1 . 1k . 1b", ap=1), "move a1 e1", "far", left=1)


# -- what is offered, word for word -----------------------------------------------------------------------------------------


def test_first_words_are_in_the_order_of_the_rules() -> None:
    game = board("1a 1 . 1k . 1b", hand="seven six")
    assert game.choices(0).words == ("move", "place", "build", "draw", "card", "point", "end")
    assert game.choices(0, ("card",)).words == ("six", "seven")
    assert game.choices(1) == Choices()


def test_the_end_of_a_turn_warns_of_what_it_wastes() -> None:
    """T12, T8: action points left, and segments that no tower of one's own can take."""
    full = ((3, 3, 2), (2, 2))
    game = board("1a 1 . 1k . 1b", towers=full)
    warned = {say: game.choices(0, ("end", *say.split())).warn for say in ("2", "3")}
    assert warned == {"2": "both", "3": "both"}
    assert board("1a 1 . 1k . 1b", towers=[(2,), (2,)]).choices(0, ("end",)).warn == "points", "no tower is left anyway"
    assert board("1a 1 . 1k . 1b", ap=0, towers=full).choices(0, ("end", "2")).warn == ""
    assert board("1a 1 . 1k . 1b").choices(0, ("point",)).warn == ""


def test_no_tower_is_asked_for_where_all_are_equal() -> None:
    assert board("1a 1 . 1k . 1b", towers=[(2, 0), (2, 2)]).choices(0, ("build",)).ask == "build"
    started = board("1a 1 . 1k . 1b", towers=[(2, 1), (2, 2)], used=1)
    assert started.choices(0, ("end",)).ask == "spread"
