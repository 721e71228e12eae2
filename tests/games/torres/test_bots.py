"""The computer player: legal, steady, and much better than chance."""

from __future__ import annotations

import random

import pytest

from engines.contract import Move
from engines.notation import random_move
from engines.torres import choices
from engines.torres.answers import loss
from engines.torres.choices import Atom, groups
from engines.torres.evaluate import worth_of
from engines.torres.play import apply
from engines.torres.position import TorresPosition
from engines.torres.search import Search
from engines.torres.squares import NUMBER, bits
from engines.torres.view import TorresView
from tests.games.torres.boards import GAME, board, knights, say
from tests.support.novice_win_rate import beats_easy
from tests.support.random_game_count import WHOLE


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
    assert turn_of(game, "hard") == ["move a1 b1", "end"]


def test_it_prefers_the_broader_castle_where_that_pays_more() -> None:
    """Two segments more make 2 × 5 of 2 × 3, a segment and a step only 3 × 3."""
    game = board(
        """
        1  .  .  .  .  1b
        2a 2  .  1k .  .
        """,
        phase=3,
        round=4,
        towers=[(2,), ()],
        done=1,
        ap=2,
    )
    assert [move.split()[0] for move in turn_of(game, "hard")] == ["build", "build", "end"]
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
    assert turn_of(game, "hard") == ["point", "point", "point", "end"]


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
    say(game, " ".join(GAME.choose_move(game.view(0), random.Random(1), "hard")))
    assert game.heights[NUMBER[knights(game)[0]]] == 3


BEATEN = [(2, {}), (4, {}), (2, {"deck": "common"}), (4, {"deck": "common"}), (2, {"master": "on"}), (4, {"master": "on"})]


@pytest.mark.long
@pytest.mark.parametrize(("seats", "options"), BEATEN, ids=str)
def test_it_beats_random_players(seats: int, options: dict[str, str]) -> None:
    scores = play_out(seats, 1, "normal", 5, options, phases=3).scores
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
    games, won = 20 if WHOLE else 4, 0
    for number in range(games):
        result = play_out(seats, number % seats, "normal", number, {}).result()
        assert result is not None
        won += result.places[number % seats] == 1
    assert won >= games - 1


@pytest.mark.long
def test_a_plan_is_what_its_moves_come_to() -> None:
    """The search's short form of a state says the same as the state that its moves lead to."""
    rng = random.Random(4)
    position = GAME.start(3, {"master": "on"}, bytes(16))
    for _ in range(60):
        seat = position.seat
        position.play(seat, GAME.choose_move(position.view(seat), rng, "easy"))
    while position.ap < 5:
        position.play(position.seat, GAME.choose_move(position.view(position.seat), rng, "easy"))
    search = Search(position, rng, 20)
    for node in search.nodes[:: len(search.nodes) // 50]:
        played = position.copy()
        for atom in node.path():
            apply(played, *atom)
        end = search.end(node)
        assert (end.heights, end.knights, end.ap, end.used) == (played.heights, played.knights, played.ap, played.used)
        assert (end.towers, end.hands, end.supply) == (played.towers, played.hands, played.supply)
        assert node.worth == pytest.approx(worth_of(played, search.frame))
    assert position.ap == 5, "the search leaves its state as it is"


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_hard_beats_normal() -> None:
    """More often than not, each deal from both seats: a small sample, so the bound is loose."""
    deals, won = 24 if WHOLE else 4, 0
    for number in range(2 * deals):
        mine = number % 2
        position = GAME.start(2, {}, (300 + number // 2).to_bytes(16, "big"))
        rng = random.Random(number)
        while position.pending():
            seat = position.seat
            position.play(seat, GAME.choose_move(position.view(seat), rng, "hard" if seat == mine else "normal"))
        result = position.result()
        assert result is not None
        won += result.places[mine] == 1
        if won > deals and not WHOLE:
            break
    assert won > deals


@pytest.mark.long
def test_who_takes_what_scores_most_beats_easy() -> None:
    assert beats_easy(GAME, adult, 5)


def adult(view: TorresView, rng: random.Random) -> Move:
    """A new adult, of whom a player stands in that knows the rules and thinks of nothing but what this move scores."""
    assert view.seat is not None
    position = GAME.determinize(view, rng)

    def ahead(atom: Atom) -> tuple[int, float]:
        then = position.copy()
        apply(then, *atom)
        return then.scores[position.seat] - then.scores[1 - position.seat], rng.random()

    every = [(kind, a, b) for kind, a, mask in groups(position) for b in bits(mask)]
    return choices.write(position, *max(every, key=ahead))


def test_it_sees_what_others_answer() -> None:
    """A stack one higher beside the other's knight costs more than the same stack with one's own knight on it."""
    open_, taken = (
        board(drawing, phase=3, round=4, towers=[(), (0,)], used=0, ap=0)
        for drawing in (
            """
            1  1  1  1a .  1k
            1  2b 3  2a .  .
            """,
            """
            1  1  1  1a .  1k
            1  2b 3a 2  .  .
            """,
        )
    )
    lost = [loss(position, random.Random(1), 3) for position in (open_, taken)]
    assert lost[0] < lost[1]


def test_nothing_is_answered_before_a_scoring() -> None:
    position = board("1a 1b . 1k", phase=3, round=4, towers=[(), ()], used=0, ap=0, done=1)
    assert loss(position, random.Random(1), 3) == 0


@pytest.mark.long
@pytest.mark.parametrize("moves", [60 if WHOLE else 24])
def test_hard_advises_what_it_would_play_itself(moves: int) -> None:
    rng = random.Random(6)
    position = GAME.start(2, {}, bytes(16))
    others = 0
    for _ in range(moves):
        view = position.view(position.seat)
        played = GAME.choose_move(view, random.Random(1), "hard")
        judged = GAME.candidates(view, random.Random(1), "hard", 3, [played])
        assert judged[0].chosen
        assert any(candidate.move == played and candidate.chosen for candidate in judged)
        others += judged[0].move != played
        position.play(position.seat, GAME.choose_move(view, rng, "normal"))
    assert others
