"""Each of the ten action cards on several boards (T10 and the table of cards)."""

from __future__ import annotations

import pytest

from engines.torres.events import CardPlayed
from tests.games.torres.boards import after, board, height, knights, refused, say
from tests.support.event_data import data_of

# -- climb ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T10a")
def test_climb_goes_exactly_two_levels_up() -> None:
    game = board(
        """
        .  3  .
        2  1a 3
        .  2  .
        """,
        hand="climb",
        phase=2,
    )
    assert after(game, "card climb") == ["b2 b3", "b2 c2"]
    refused(game, "card climb b2 a2", "climb", square="a2", level=3)
    refused(game, "card climb b2 c3", "not-next", start="b2", square="c3")
    (event,) = say(game, "card climb b2 c2")
    assert event.data == CardPlayed(seat=0, card="climb", start="b2", target="c2", level=3, ap=5)


@pytest.mark.rule("T10a")
def test_climb_from_the_ground_and_only_to_a_free_square() -> None:
    game = board(
        """
        2b 1  .
        0a 2  1
        .  .  .
        """,
        hand="climb",
    )
    assert after(game, "card climb") == ["a2 b2"]
    refused(game, "card climb a2 a3", "knight-there")
    refused(game, "card climb b2 a2", "no-knight", square="b2")
    game = board("2k 1 . 0a 0b", hand="climb")
    assert "card" not in game.choices(0).words, "a card that can do nothing is not offered"


# -- under ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T10b", "T26")
def test_under_lifts_a_knight_with_its_stack() -> None:
    game = board("1a 1 . 1b", hand="under", towers=[(3, 2), (2, 2)])
    assert after(game, "card under") == ["a1 2", "a1 3"]
    (event,) = say(game, "card under a1 3")
    assert event.data == CardPlayed(
        seat=0,
        card="under",
        square="a1",
        height=2,
        tower=3,
        left=2,
        founded=False,
        ap=5,
    )
    assert (height(game, "a1"), knights(game)) == (2, ["a1"])
    assert game.towers[0] == (2, 2)
    assert game.used == -1, "it is no build: the turn's tower is still to be chosen"


@pytest.mark.rule("T10b")
def test_under_keeps_to_the_height_limit() -> None:
    game = board("1a . 1b", hand="under")
    refused(game, "card under a1 2", "base", square="a1", base=1)


@pytest.mark.rule("T10b")
def test_under_on_the_ground_founds_extends_or_is_refused() -> None:
    game = board(
        """
        .  .  .  .  .  .
        0a .  .  0a 1  .
        .  .  1  .  .  .
        1  0a .  .  .  .
        """,
        hand="under",
    )
    say(founding := game.copy(), "card under a3 2")
    assert len(founding.view(None).castles) == 4
    say(growing := game.copy(), "card under d3 2")
    assert [castle.base for castle in growing.view(None).castles] == [1, 1, 2]
    say(game, "card under b1 2")
    assert [castle.base for castle in game.view(None).castles] == [2, 1, 1]
    game = board("1 0a 1 . 0b", hand="under")
    refused(game, "card under b1 2", "joins", square="b1", castle="a1", other="c1")


@pytest.mark.rule("T10b", "T8b", "T26")
def test_under_takes_first_from_an_unused_tower_and_may_empty_it() -> None:
    """The segment comes from any tower, the turn's one too; of equal ones an unused tower gives first (T8)."""
    game = board("1a 1 1 . 1b", hand="under", towers=[(2,), (2, 2)], used=2)
    say(game, "card under a1 2")
    assert (game.towers[0], game.used) == ((1,), 2)
    game = board("1a 1 1 . 1b", hand="under", towers=[(3,), (2, 2)], used=1)
    say(game, "card under a1 1")
    assert (game.towers[0], game.used) == ((3,), 0)
    game = board("1a 1 1 . 1b", hand="under", towers=[(2, 1), (2, 2)])
    refused(game, "card under a1 3", "under-tower", heights="1, 2")
    refused(game, "card under a1", "under-tower")
    say(game, "card under a1 1")
    assert game.towers[0] == (2, 0), "emptied it stays as height 0 until it is dissolved or refilled"
    assert after(game, "end") == ["2", "0"]


@pytest.mark.rule("T10b")
def test_under_needs_a_segment() -> None:
    game = board("1a 1 1 . 1b", hand="under", towers=[(0,), (2,)])
    refused(game, "card under a1 0", "no-segments")


# -- supply -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T10c")
def test_supply_places_an_extra_segment_by_t7() -> None:
    game = board("1a 1 . . 1b", hand="supply", ap=0)
    supply = game.supply
    (event,) = say(game, "card supply a2")
    assert event.data == CardPlayed(seat=0, card="supply", square="a2", height=1, left=supply - 1, ap=0)
    assert (game.supply, game.used) == (supply - 1, -1)


@pytest.mark.rule("T10c")
def test_supply_keeps_to_the_rules_of_placing() -> None:
    game = board("1a 2 . 1 . 1b", hand="supply", towers=[(0, 0), (2, 2)])
    assert after(game, "card supply") == ["a2", "b2", "d2", "f2", "g1"]
    refused(game, "card supply b1", "base", square="b1", base=2)
    refused(game, "card supply c1", "joins", square="c1", castle="b1", other="d1")
    refused(game, "card supply a1", "knight-there")
    refused(game, "card supply h8", "founds")


@pytest.mark.rule("T10c")
def test_supply_needs_a_supply() -> None:
    game = board("1a 1 . . 1b", hand="supply")
    game.supply = 0
    assert after(game, "card") == []
    refused(game, "card supply c1", "supply-empty")


# -- gate -------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T10d")
def test_gate_leads_out_by_any_gate_however_high() -> None:
    game = board(
        """
        .  .  .  .  .
        .  .  2  .  .
        0a 1  3  2  .
        """,
        hand="gate",
    )
    # roofs with a higher neighbour in the castle, and the ground beside it
    assert after(game, "card gate a1") == ["b1", "b2", "c2", "c3", "d1", "d2", "e1"]
    refused(game, "card gate a1 c1", "gate-target", square="c1")
    (event,) = say(game, "card gate a1 d1")
    assert data_of(event, CardPlayed).level == 2


@pytest.mark.rule("T10d")
def test_gate_needs_a_gate_at_the_knights_level() -> None:
    game = board(
        """
        .  .  .  .
        2a 2  .  .
        .  1  1  .
        """,
        hand="gate",
    )
    assert after(game, "card gate") == []
    refused(game, "card gate a2 c1", "no-gate", square="a2", level=2)


@pytest.mark.rule("T10d")
def test_gate_stays_in_one_castle_and_ends_on_a_free_square() -> None:
    game = board(
        """
        .  .  .  .  .  .
        0b .  .  .  .  .
        1a 2  1k .  1  0b
        """,
        hand="gate",
    )
    assert after(game, "card gate a1") == ["b2", "c2", "d1"]
    refused(game, "card gate a1 c1", "king-there")
    refused(game, "card gate a1 a2", "knight-there")
    refused(game, "card gate a1 e2", "gate-target", square="e2")


# -- diagonal ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T10e")
def test_diagonal_steps_across_a_corner() -> None:
    game = board(
        """
        2  .  3
        .  1a .
        0b .  .
        """,
        hand="diagonal",
        lawful=False,
    )
    assert after(game, "card diagonal") == ["b2 a3", "b2 c1"]
    refused(game, "card diagonal b2 c3", "high", square="c3", level=3, most=2)
    refused(game, "card diagonal b2 a1", "knight-there")
    refused(game, "card diagonal b2 b3", "not-corner", start="b2", square="b3")


@pytest.mark.rule("T10e")
def test_diagonal_goes_down_any_number_and_stays_on_the_board() -> None:
    game = board(
        """
        .  .  .
        3  2  .
        3a 1  .
        """,
        hand="diagonal",
    )
    assert after(game, "card diagonal") == ["a1 b2"]
    game = board(
        """
        .  .  .
        3  3a .
        1  1  .
        """,
        hand="diagonal",
    )
    assert after(game, "card diagonal b2") == ["a1", "a3", "c1", "c3"]
    (event,) = say(game, "card diagonal b2 c3")
    assert data_of(event, CardPlayed).level == 0


# -- six and seven ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T10f", "T10g")
def test_six_and_seven_at_any_moment_of_the_turn() -> None:
    for card, points in (("six", 6), ("seven", 7)):
        game = board("1a 1 . 1b", hand=card)
        say(game, f"card {card}")
        assert game.ap == points
        game = board("1a 1 . 1b", hand=card)
        say(game, "point", "point", "point", "point", "point", f"card {card}")
        assert game.ap == points - 5
        say(game, "end")
        assert game.ap == 5, "only this turn"
        refused(game, f"card {card} a1", "card-not-held")


# -- shift ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T10h")
def test_shift_moves_the_top_segment_of_a_free_stack() -> None:
    game = board(
        """
        1  .  1  .  1  .  1  .
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        1  2  1  .  1  .  0a .
        """,
        hand="shift",
    )
    (event,) = say(game.copy(), "card shift b1 a1")
    played = data_of(event, CardPlayed)
    assert (played.height, played.founded, played.vanished) == (2, False, False)
    refused(game, "card shift b1 b1", "same", square="b1")
    refused(game, "card shift h8 b1", "no-castle", square="h8")
    refused(game, "card shift b1 d1", "joins", square="d1", castle="c1", other="e1")
    refused(game, "card shift b1 g1", "knight-there")


@pytest.mark.rule("T10h")
def test_shift_may_found_a_castle_on_open_ground() -> None:
    game = board(
        """
        1  .  1  .  1  .  1  .
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        1  1  1  .  1  .  0a .
        """,
        hand="shift",
    )
    (event,) = say(game, "card shift a1 h1")
    assert data_of(event, CardPlayed).founded
    assert len(game.view(None).castles) == 7


@pytest.mark.rule("T10h")
def test_shift_never_tears_a_castle_or_leaves_it_too_high() -> None:
    game = board(
        """
        1  .  1  .  1  .  1  .
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        1  1  3  .  1  .  0a .
        """,
        hand="shift",
    )
    refused(game, "card shift b1 h1", "shift-splits", square="b1")
    refused(game, "card shift a1 h1", "shift-base", square="a1", base=2)
    say(game, "card shift c1 b1")
    assert (height(game, "b1"), height(game, "c1")) == (2, 2)


@pytest.mark.rule("T10h")
def test_shift_measures_the_height_against_the_base_that_is_left() -> None:
    game = board(
        """
        1  .  1  .  1  .  1  .
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        1  2  1  .  1  .  0a .
        """,
        hand="shift",
    )
    refused(game, "card shift a1 b1", "base", square="b1", base=2)


@pytest.mark.rule("T10h")
def test_shift_may_let_a_castle_vanish_while_six_remain() -> None:
    seven = """
        1  .  1  .  1  .  1  .
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        1  .  1  .  1  .  0a .
        """
    game = board(seven, hand="shift")
    (event,) = say(game, "card shift a1 c2")
    assert data_of(event, CardPlayed).vanished
    assert len(game.view(None).castles) == 6
    six = """
        1  .  1  .  1  .  1  .
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        1  .  1  .  .  .  0a .
        """
    game = board(six, hand="shift")
    refused(game, "card shift a1 c2", "shift-castles", least=6)
    (event,) = say(game, "card shift a1 e1")
    assert data_of(event, CardPlayed).founded, "a castle that moves as a whole leaves six"
    assert data_of(event, CardPlayed).vanished


@pytest.mark.rule("T10h")
def test_shift_takes_nothing_from_under_a_figure() -> None:
    game = board(
        """
        1k .  1  .  1  .  1  .
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        2a 2  1  .  1  .  0a .
        """,
        hand="shift",
    )
    refused(game, "card shift a1 c1", "knight-there", square="a1")
    refused(game, "card shift a4 c1", "king-there", square="a4")
    refused(game, "card shift b1 a1", "knight-there", square="a1")


# -- jump -------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T10i")
def test_jump_goes_over_exactly_one_figure_of_any_level() -> None:
    game = board(
        """
        .  .  .
        0a .  .
        0a 2b 1  .  .  0b
        """,
        hand="jump",
    )
    assert after(game, "card jump") == ["a1 a3", "a1 c1"]
    refused(game, "card jump a1 d1", "jump-line", start="a1", square="d1")
    refused(game, "card jump a2 c2", "jump-nobody", square="b2")
    (event,) = say(game, "card jump a1 c1")
    assert (data_of(event, CardPlayed).over, data_of(event, CardPlayed).level) == ("b1", 1)


@pytest.mark.rule("T18", "T10i")
def test_t18_jump_may_pass_over_the_king() -> None:
    game = board("0a 1k . 0b", hand="jump")
    say(game, "card jump a1 c1")
    assert knights(game) == ["c1"]


@pytest.mark.rule("T10i")
def test_jump_lands_at_most_one_level_higher_on_a_free_square() -> None:
    game = board(
        """
        0b .  .  .
        0b .  .  .
        0a 0b 2  1
        """,
        hand="jump",
    )
    assert after(game, "card jump") == []
    refused(game, "card jump a1 c1", "high", square="c1", level=2, most=1)
    refused(game, "card jump a1 a3", "knight-there")
    game = board(
        """
        .  .  .
        2a 0b .
        2  1  .
        """,
        hand="jump",
    )
    assert after(game, "card jump") == ["a2 c2"], "down any number"


# -- higher -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T10j")
def test_higher_places_a_knight_up_to_one_level_above() -> None:
    game = board(
        """
        .  3  .
        .  1a 2
        .  1  .
        """,
        hand="higher",
        ap=0,
    )
    assert after(game, "card higher") == ["a2", "b1", "c2"]
    refused(game, "card higher b3", "place-high", square="b3", level=3, most=2)
    refused(game, "card higher c3", "not-beside")
    (event,) = say(game, "card higher c2")
    assert event.data == CardPlayed(seat=0, card="higher", square="c2", level=2, ap=0)


@pytest.mark.rule("T10j")
def test_higher_needs_a_knight_in_reserve() -> None:
    game = board("0a 0a 0a 0a 0a 0a . 0b", hand="higher")
    refused(game, "card higher g1", "no-reserve")
    assert after(game, "card") == []
