"""The computer player: legal advice from views alone; random play, `easy` and `normal` in this order of strength.

Figures with intervals are in bench/engines_zamek.py.
"""

from __future__ import annotations

import random

import pytest

from engines.levels import LEVELS
from engines.zamek import bots, choices, play, scoring
from engines.zamek.components import MEADOW
from engines.zamek.position import ZamekPosition
from engines.zamek.rules import GAME
from engines.zamek.state import OVER
from tests.games.zamek.staging import begin, empty_pile, give, hold, lay, say


def adult(position: ZamekPosition, rng: random.Random) -> int:
    """The move of a new adult, of whom a player stands in that knows the rules and thinks of nothing but this tile: all areas
    count as if they were finished as they stand.
    """
    seat = choices.pending(position)[0]

    def ahead(move: int) -> tuple[int, float]:
        then = position.copy()
        play.step(then, move)
        board = then.board
        points = then.scores[seat] - then.scores[1 - seat]
        for label in {board.label[subject >> 1] for subject in then.subjects} if then.phase != OVER else ():
            worth = 3 * scoring.chapels(board, label) if board.kind[label] == MEADOW else scoring.worth(board, label)
            points += {seat: worth, 1 - seat: -worth}.get(board.majority(label), 0)
        return points, rng.random()

    return max(choices.legal(position), key=ahead)


def lead(one: str, other: str, seed: int) -> int:
    """By how many points `one` wins as seat 1."""
    rng = random.Random(seed)
    position = begin(seed)
    while position.phase != OVER:
        level = one if position.pending()[0] == 1 else other
        if level == "random":
            play.step(position, rng.choice(choices.legal(position)))
        elif level == "adult":
            play.step(position, adult(position, rng))
        else:
            blind = position.copy()
            blind.seed = rng.randbytes(16)
            play.step(position, bots.choose(blind, rng, level))
    return position.scores[1] - position.scores[0]


LONG = pytest.mark.long
ORDER = [("normal", "random", 6), ("easy", "random", 12), ("normal", "easy", 12)]


@pytest.mark.long
@pytest.mark.parametrize(("one", "other", "games"), ORDER)
def test_the_stronger_level_wins_by_points(one: str, other: str, games: int) -> None:
    assert sum(lead(one, other, seed) for seed in range(games)) > 0


@pytest.mark.long
def test_a_new_adult_beats_easy_in_most_games() -> None:
    assert sum(lead("adult", "easy", seed) > 0 for seed in range(8)) >= 4


@pytest.mark.long
def test_hard_beats_normal_by_points() -> None:
    assert sum(lead("hard", "normal", seed) for seed in range(4)) > 0


@pytest.mark.long
@pytest.mark.parametrize("level", ["easy", pytest.param("normal", marks=LONG), pytest.param("hard", marks=LONG)])
def test_a_whole_game_is_played_from_views_alone(level: str) -> None:
    position = begin(11)
    rng = random.Random(11)
    while position.pending():
        (seat,) = position.pending()
        position.play(seat, GAME.choose_move(position.view(seat), rng, level))
    assert position.result() is not None


@pytest.mark.parametrize("level", LEVELS)
def test_advice_in_every_question(level: str) -> None:
    rng = random.Random(3)
    castle = begin()
    give(castle, 1, "house", "again", "end_house")
    lay(castle, "A4", "c1 0 house1")
    assert say(castle, " ".join(GAME.choose_move(castle.view(1), rng, level)))  # again or pass
    while castle.pending() == (0,):
        lay(castle, "C1", "f9 0 none")
    hold(castle, "A1")
    say(castle, "lay c2 0 none")
    assert " ".join(GAME.choose_move(castle.view(1), rng, level)) in {"use house", "save"}


def test_the_end_token_goes_to_the_area_that_pays_most() -> None:
    castle = begin()
    lay(castle, "A11", "b7 0 house1")
    lay(castle, "C1", "f9 0 none")
    lay(castle, "A4", "c1 0 house1")
    lay(castle, "C3", "f8 0 none")
    give(castle, 1, "end_house")
    hold(castle, "A12")
    empty_pile(castle)
    say(castle, "lay h1 0 none")
    assert GAME.choose_move(castle.view(1), random.Random(1), "normal") == ("target", "c1", "house1")


def test_a_level_that_is_not_there_and_a_spectator_get_no_advice() -> None:
    castle = begin()
    with pytest.raises(ValueError, match="genius"):
        GAME.choose_move(castle.view(1), random.Random(1), "genius")
    with pytest.raises(ValueError, match="normal"):
        GAME.choose_move(castle.view(None), random.Random(1), "normal")
