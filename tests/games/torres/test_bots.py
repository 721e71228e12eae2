"""The computer player: legal, steady, and much better than chance."""

from __future__ import annotations

import random

import pytest

from engines.notation import random_move
from engines.torres.position import TorresPosition
from engines.torres.squares import NUMBER
from tests.games.torres.boards import GAME, board, knights, say
from tests.support.plenty import WHOLE


def turn_of(position: TorresPosition, level: str, seed: int = 1) -> list[str]:
    """The moves of a whole turn as the computer player makes them."""
    said = []
    seat, turn = position.seat, position.turn
    while position.pending() == (seat,) and position.turn == turn:
        move = GAME.choose_move(position.view(seat), random.Random(seed), level)
        said.append(" ".join(move))
        position.play(seat, move)
    return said


def play_out(seats: int, computer: int, level: str, seed: int, options: dict[str, str], *, phases: int = 3) -> TorresPosition:
    """A game of one computer player against players who move at random, to the scoring of so many phases."""
    rng = random.Random(seed)
    position = GAME.start(seats, options, rng.randbytes(16))
    while len(position.scorings) < phases:
        seat = position.seat
        move = GAME.choose_move(position.view(seat), rng, level) if seat == computer else random_move(position, seat, rng)
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
    say(game, " ".join(GAME.choose_move(game.view(0), random.Random(1), "normal")))
    assert game.heights[NUMBER[knights(game)[0]]] == 3


BEATEN = [(2, {}), (4, {}), (2, {"deck": "common"}), (4, {"deck": "common"}), (2, {"master": "on"}), (4, {"master": "on"})]


@pytest.mark.more
@pytest.mark.parametrize(
    ("seats", "options", "phases"),
    [*((*each, 1) for each in BEATEN[3:4]), *(pytest.param(*each, 3, marks=pytest.mark.long) for each in BEATEN)],
    ids=str,
)
def test_it_beats_random_players(seats: int, options: dict[str, str], phases: int) -> None:
    scores = play_out(seats, 1, "normal", 5, options, phases=phases).scores
    assert scores[1] > 1.5 * max(score for seat, score in enumerate(scores) if seat != 1)


def test_it_knows_only_what_its_view_tells() -> None:
    """Another seed, another order of the others' cards: the move is the same."""
    game = board("1a 1 . 1k . 1b", hand="gate six")
    other = game.copy()
    other.seed, other.hands[1] = b"another", (3,)
    other.unseen[1] = tuple(card for card in other.unseen[1] if card != 3)
    assert game.view(0) != other.view(0), "a card more in a hand is public"
    other.unseen[1], other.hands[1] = game.unseen[1], ()
    assert game.view(0) == other.view(0)
    for level in GAME.levels:
        chosen = [GAME.choose_move(position.view(0), random.Random(3), level) for position in (game, other)]
        assert chosen[0] == chosen[1]


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_wins_nearly_every_game_against_random_players(seats: int) -> None:
    games, won = 20 if WHOLE else 6, 0
    for number in range(games):
        result = play_out(seats, number % seats, "normal", number, {}).result()
        assert result is not None
        won += result.places[number % seats] == 1
    assert won >= games - 1
