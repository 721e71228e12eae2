"""The computer player: legal, steady, and much better than chance."""

from __future__ import annotations

import random

import pytest

from engines.notation import random_move
from engines.torres.position import TorresPosition
from tests.engines.torres.torres_tale import GAME, board, say


def turn_of(position: TorresPosition, level: str, seed: int = 1) -> list[str]:
    """The moves of a whole turn as the computer player makes them."""
    said = []
    seat, turn = position.seat, position.turn
    while position.pending() == (seat,) and position.turn == turn:
        move = GAME.advise(position.view(seat), random.Random(seed), level)
        said.append(" ".join(move))
        position.play(seat, move)
    return said


def play_out(seats: int, computer: int, level: str, seed: int, options: dict[str, str]) -> TorresPosition:
    """A whole game of one computer player against players who move at random."""
    rng = random.Random(seed)
    position = GAME.start(seats, options, rng.randbytes(16))
    while position.pending():
        seat = position.seat
        move = GAME.advise(position.view(seat), rng, level) if seat == computer else random_move(position, seat, rng)
        position.play(seat, move)
    return position


def test_it_climbs_in_the_last_turn_of_a_phase() -> None:
    """One step makes 3 × 3 of 2 × 3: better than a point bought."""
    game = board(
        """
        1  .  .  .
        2a 3  .  1k
        """,
        phase=3,
        round=4,
        towers=[(0,), (2,)],
        ap=1,
    )
    assert turn_of(game, "normal") == ["move a1 b1", "end"]


def test_it_prefers_the_broader_castle_where_that_pays_more() -> None:
    """Two segments more make 2 × 5 of 2 × 3, a segment and a step only 3 × 3."""
    game = board(
        """
        1  .  .  .
        2a 2  .  1k
        """,
        phase=3,
        round=4,
        towers=[(2,), (2,)],
        ap=2,
    )
    assert [move.split()[0] for move in turn_of(game, "normal")] == ["build", "build", "end"]
    assert max(castle.base for castle in game.view(None).castles) == 5


def test_it_buys_points_where_nothing_better_is_left() -> None:
    game = board(
        """
        0b 0b .  .
        0a 0b .  1k
        """,
        phase=3,
        round=4,
        towers=[(0,), (2,)],
        ap=3,
        scores=(1, 9),
    )
    assert turn_of(game, "normal") == ["point", "point", "point", "end"]


def test_it_takes_the_royal_bonus() -> None:
    game = board(
        """
        1k 3  .  .  .
        1  2a 1  .  1b
        """,
        phase=3,
        round=4,
        towers=[(0,), (2,)],
        ap=1,
    )
    say(game, " ".join(GAME.advise(game.view(0), random.Random(1), "normal")))
    assert game.levels(0) == [3]


@pytest.mark.parametrize("options", [{}, {"deck": "common"}, {"master": "on"}], ids=str)
@pytest.mark.parametrize("seats", [2, 4])
def test_it_beats_random_players(seats: int, options: dict[str, str]) -> None:
    game = play_out(seats, 1, "normal", 5, options)
    result = game.result()
    assert result is not None
    assert result.places[1] == 1
    assert result.scores[1] > 1.5 * max(score for seat, score in enumerate(result.scores) if seat != 1)


def test_it_knows_only_what_its_view_tells() -> None:
    """Another seed, another order of the others' cards: the advice is the same."""
    game = board("1a 1 . 1k . 1b", hand="gate six")
    other = game.copy()
    other.seed, other.hands[1] = b"another", (3,)
    other.unseen[1] = tuple(card for card in other.unseen[1] if card != 3)
    assert game.view(0) != other.view(0), "a card more in a hand is public"
    other.unseen[1], other.hands[1] = game.unseen[1], ()
    assert game.view(0) == other.view(0)
    for level in GAME.levels:
        advice = [GAME.advise(position.view(0), random.Random(3), level) for position in (game, other)]
        assert advice[0] == advice[1]


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_wins_nearly_every_game_against_random_players(seats: int) -> None:
    won = 0
    for number in range(20):
        result = play_out(seats, number % seats, "normal", number, {}).result()
        assert result is not None
        won += result.places[number % seats] == 1
    assert won >= 19
