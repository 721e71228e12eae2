"""Scorings, the score track, the king's journey and the end (T13-T19), with the rulebook's worked examples."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engines.contract import Event
from engines.torres.events import PhaseBegun, PhaseScored, RoyalBonus, RoyalKnight, ScoringKnight
from engines.torres.position import TorresPosition
from engines.torres.scoring import gain
from engines.torres.state import BOUGHT
from tests.games.torres.boards import GAME, after, board, knights, new_game, refused, say
from tests.games.torres.laws import laws
from tests.support.event_data import data_of


def last_turn(drawing: str, *, phase: int = 1, seats: int = 2, scores: Sequence[int] = ()) -> TorresPosition:
    """The last turn of a phase: only its `end` is missing. The starting player is seat 0."""
    rounds = {2: (4, 4, 4), 3: (4, 3, 3), 4: (4, 3, 3)}[seats][phase - 1]
    return board(
        drawing,
        seats=seats,
        seat=seats - 1,
        phase=phase,
        round=rounds,
        done=seats - 1,
        towers=[()] * (seats - 1) + [(2,)],
        scores=scores,
    )


def scoring(events: list[Event]) -> PhaseScored:
    (scene,) = [event for event in events if event.kind == "scoring"]
    assert scene.scene
    assert scene.reveals
    return data_of(scene, PhaseScored)


# -- T14, T15: castles and the royal bonus ----------------------------------------------------------------------------------


@pytest.mark.rule("T14")
def test_t14_example_1_only_the_highest_knight_counts() -> None:
    """Worked example 1: level 3, base 5: 15; a second knight on level 1 or 2 there adds nothing."""
    game = last_turn(
        """
        1  .  .  .  .  .
        2a 1a .  .  .  .
        1  3a .  1k .  1b
        """
    )
    data = scoring(say(game, "end"))
    castle = next(castle for castle in data.castles if "b1" in castle.squares)
    assert castle.base == 5
    assert castle.knights == (ScoringKnight(seat=0, square="b1", level=3, points=15),)
    assert game.scores == [15, 1]


@pytest.mark.rule("T15")
def test_t15_example_2_no_bonus_without_a_knight_on_the_level() -> None:
    """Worked example 2: two knights in the royal castle (base 4), the higher on 4, none on 1: 16 points and no bonus."""
    drawing = """
        2a 1k .  .
        4a 2  .  1b
        """
    game = last_turn(drawing)
    say(game, "end")
    assert game.scores == [16, 1]
    game = last_turn(drawing, phase=2)
    data = scoring(say(game, "end"))
    assert game.scores == [26, 1], "in phase 2, with a knight on level 2, it is 26"
    assert data.royal == RoyalBonus(level=2, bonus=10, knights=(RoyalKnight(0, "a2"),))
    assert [(gain.source, gain.points) for gain in data.gains if gain.seat == 0] == [("castles", 16), ("royal", 10)]


@pytest.mark.rule("T15")
def test_t15_example_3_the_scoring_knight_may_earn_the_bonus_too() -> None:
    """Worked example 3: end of phase 2, highest knight on level 2, base 4: 8, plus 10."""
    game = last_turn(
        """
        2a 3k .  .
        1a 2  .  1b
        """,
        phase=2,
    )
    say(game, "end")
    assert game.scores == [18, 1]


@pytest.mark.rule("T15")
def test_t15_the_kings_bonus_is_given_once() -> None:
    game = last_turn(
        """
        3a 3a .  .
        3a 1k .  1b
        """,
        phase=3,
    )
    say(game, "end")
    assert game.scores == [3 * 4 + 15, 1]
    assert game.result() is not None


@pytest.mark.rule("T15", "T17")
def test_t15_the_royal_castle_may_be_that_of_the_first_square() -> None:
    game = last_turn("1k 1a . 1b")
    say(game, "end")
    assert game.scores == [2 + 5, 1]
    assert [castle.royal for castle in game.view(None).castles] == [True, False]
    game = new_game(2, master="on")
    say(game, "castle a1")
    assert [castle.royal for castle in game.view(None).castles] == [False], "nobody is king yet"


@pytest.mark.rule("T14")
def test_t14_others_knights_do_not_matter() -> None:
    game = last_turn(
        """
        2a 2b .  .  .
        1  2b .  1k .
        """
    )
    say(game, "end")
    assert game.tallies[0] == game.tallies[5] == 8


@pytest.mark.rule("T14")
def test_t14_a_knight_on_the_ground_earns_nothing() -> None:
    game = last_turn("0a 1 0b 1k")
    data = scoring(say(game, "end"))
    assert game.scores == [0, 0]
    assert data.castles == ()
    assert data.gains == ()


# -- T16: the track ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T16")
def test_t16_a_gain_goes_on_to_the_next_free_field() -> None:
    game = board("1a . 1b", seats=4, scores=(3, 5, 6, 0))
    assert gain(game, 0, 2, BOUGHT) == 2
    assert game.scores == [7, 5, 6, 0]
    assert gain(game, 3, 0, BOUGHT) == 0, "a gain of 0 moves nobody"
    assert game.scores[3] == 0


@pytest.mark.rule("T16")
def test_t16_0_is_the_only_field_that_is_shared() -> None:
    game = new_game(4)
    assert game.scores == [0, 0, 0, 0]
    laws(game)


@pytest.mark.rule("T16")
def test_t16_each_kind_is_scored_before_the_next() -> None:
    """Both have 4 from castles: seat 0 first, so seat 1 slides to 5; then the bonus: seat 0 to 9, seat 1 to 10."""
    game = last_turn(
        """
        1k 1a .  .
        1b 1  .  .
        """
    )
    data = scoring(say(game, "end"))
    assert [(gain.source, gain.seat, gain.start, gain.target, gain.slides) for gain in data.gains] == [
        ("castles", 0, 0, 4, 0),
        ("castles", 1, 0, 5, 1),
        ("royal", 0, 4, 9, 0),
        ("royal", 1, 5, 10, 0),
    ]
    assert (data.before, data.after) == ((0, 0), (9, 10))
    assert game.tallies == [4, 5, 0, 0, 0, 4, 5, 0, 0, 1]


@pytest.mark.rule("T14")
def test_t14_seat_order_runs_from_the_phases_starting_player() -> None:
    game = last_turn(
        """
        1k 1a .  .
        1b 1  .  .
        """
    )
    game.starter = 1
    data = scoring(say(game, "end"))
    assert data.order == (1, 0)
    assert [gain.seat for gain in data.gains] == [1, 0, 1, 0]


@pytest.mark.rule("T16")
def test_t16_fields_are_totals_not_modulo_100() -> None:
    game = board("1a . 1b", scores=(1, 100))
    say(game, "point")
    assert game.scores == [2, 100]
    game = board("1a . 1b", scores=(99, 100))
    say(game, "point")
    assert game.scores == [101, 100]


# -- T17: between the phases ------------------------------------------------------------------------------------------------


@pytest.mark.rule("T17")
def test_t17_the_one_with_the_fewest_points_moves_the_king() -> None:
    game = last_turn(
        """
        .  1  .  .  .  .
        .  .  .  .  .  .
        2a 1  .  1k 1  1b
        """
    )
    say(game, "end")
    assert game.scores == [4, 8]
    assert game.pending() == (0,)
    assert after(game, "king") == ["b1", "b3"], "free segments of other castles, at any level"
    refused(game, "king e1", "same-castle")
    refused(game, "king a1", "knight-there")
    refused(game, "king c2", "no-castle")
    refused(game, "first 0", "not-now")
    (event,) = say(game.copy(), "stay")
    assert event.kind == "stay"
    say(game, "king b3")
    assert (game.pending(), game.view(None).asks) == ((0,), "first")
    assert [castle.squares for castle in game.view(None).castles if castle.royal] == [("b3",)]
    refused(game, "first 2", "seat", last=1)
    refused(game, "first", "short")
    _, phase = say(game, "first 1")
    assert data_of(phase, PhaseBegun).starter == 1
    assert (game.phase, game.round, game.seat, game.ap) == (2, 1, 1, 5)
    assert data_of(phase, PhaseBegun).towers == ((3, 3, 3, 3), (3, 3, 3, 3)), "then towers are dealt"


@pytest.mark.rule("T17")
def test_t17_the_king_stays_where_there_is_no_free_segment() -> None:
    game = last_turn("1a . 1b . 1k 1")
    say(game, "end")
    assert after(game, "") == ["stay"]
    refused(game, "king f1", "same-castle")


@pytest.mark.rule("T17")
def test_t17_several_at_0_are_settled_by_turn_order() -> None:
    """The last of them in turn order decides."""
    game = last_turn("0a 1 0b 0c 1k", seats=3)
    say(game, "end")
    assert game.pending() == (2,)
    game = last_turn("0a 1 0b 0c 1k", seats=3)
    game.starter = 2
    say(game, "end")
    assert game.pending() == (1,), "from the phase's starting player, seat 2: 2, 0, 1"


@pytest.mark.rule("T17")
def test_t17_after_the_last_scoring_nobody_is_asked() -> None:
    game = last_turn("1a 1 . 1k 1b", phase=3)
    events = say(game, "end")
    assert [event.kind for event in events] == ["end", "scoring", "over"]
    assert game.pending() == ()
    refusal = None
    try:
        game.play(0, ("stay",))
    except ValueError as caught:
        refusal = caught
    assert getattr(refusal, "key", "") == "torres.illegal.over"


@pytest.mark.rule("T13")
def test_t13_the_starter_stays_for_the_whole_phase() -> None:
    game = new_game(2)
    say(game, "start d8", "start c6", "king f6")
    order = []
    for _ in range(8):
        order.append(game.seat)
        events = say(game, "point", "end")
    assert order == [0, 1] * 4
    assert [event.kind for event in events] == ["end", "scoring"]
    assert game.scorings[0].scores == tuple(game.scores)


# -- T18 --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T18")
def test_t18_the_kings_square_stays_as_it_is() -> None:
    game = board(
        """
        .  1  .  1  .  1  .
        .  .  .  .  .  .  .
        1a 2k 1  .  1  .  1b
        """,
        hand="supply",
    )
    refused(game, "move a1 b1", "king-there")
    refused(game, "place b1", "king-there")
    refused(game, "build b1", "king-there")
    refused(game, "card supply b1", "king-there")
    game = board(
        """
        .  1  .  1  .  1  .
        .  .  .  .  .  .  .
        1a 2k 1  .  1  .  1b
        """,
        hand="shift",
    )
    refused(game, "card shift b1 a2", "king-there")
    assert "c1" in after(game, "move a1")


# -- T19 --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T19")
def test_t19_the_most_points_win() -> None:
    game = last_turn("1a 1 . 1k . 1b", phase=3, scores=(10, 30))
    say(game, "end")
    result = game.result()
    assert result is not None
    assert (result.places, result.scores, result.reason) == ((2, 1), (12, 31), "points")
    assert GAME.standing(game.view(None)) == result.scores
    assert result.rating_places == result.places
    assert result.breakdown[1] == {"castles": 1, "royal": 0, "bought": 30, "slides": 0}


@pytest.mark.rule("T19")
def test_t19_only_who_has_no_points_can_share_a_place() -> None:
    game = last_turn("0a 1 0b 0c 1k", phase=3, seats=3)
    say(game, "end")
    result = game.result()
    assert result is not None
    assert (result.places, result.reason) == ((1, 1, 1), "shared")
    game = last_turn("1a 1k 0b 0c", phase=3, seats=3)
    say(game, "end")
    result = game.result()
    assert result is not None
    assert (result.places, result.reason) == ((1, 2, 2), "points")


def test_the_scoring_scene_can_be_drawn_from_its_data_alone() -> None:
    game = last_turn("1a 1 . 1k . 1b")
    data = scoring(say(game, "end"))
    assert len(data.board.heights) == 64
    assert data.board.knights == (("a1",), ("f1",))
    assert data.board.king == "d1"
    assert data.master is None
    assert knights(game) == ["a1"]
    assert [castle.royal for castle in data.castles] == [False, False]
