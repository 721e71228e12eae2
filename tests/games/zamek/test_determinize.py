"""Positions made of a view of Zamek look as the real one does, in all that a game can come to."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from engines.notation import legal_moves, random_move
from engines.zamek.position import ZamekPosition
from engines.zamek.rules import GAME
from engines.zamek.state import EXTRA, OVER, SCORE, TARGET, USE
from tests.games.zamek.staging import begin, empty_pile, give, hold, lay, say, tell, two_areas_at_once


def tied() -> ZamekPosition:
    """A house of both players was finished with the last tile."""
    castle = begin()
    tell(castle, "A4 c1 0 house1", "A1 d1 0 none", "A5 b1 90 none", "B2 d2 90 house1", "A2 c2 90 none")
    assert castle.view(None).scored[0].seat is None
    return castle


def won() -> ZamekPosition:
    """The last tile finished a road whose points won a token; its owner may take another turn."""
    castle = begin()
    give(castle, 1, "again", "house")
    castle.scores = castle.earned[0::7] = [0, 10]
    lay(castle, "B5", "f9 0 road1")
    assert castle.phase == EXTRA
    return castle


def between() -> ZamekPosition:
    """Two areas were finished and none is scored yet."""
    castle = two_areas_at_once()
    lay(castle, "B6", "f8 0 none")
    assert castle.phase == SCORE
    return castle


def doubling() -> ZamekPosition:
    """One of them was named and may be doubled, the other waits."""
    castle = two_areas_at_once()
    give(castle, 1, "house", "house")
    lay(castle, "B6", "f8 0 none")
    say(castle, "score e8 house1")
    assert castle.phase == USE
    return castle


def paid() -> ZamekPosition:
    """One of them is paid, the other may be doubled."""
    castle = two_areas_at_once()
    give(castle, 1, "house")
    lay(castle, "B6", "f8 0 none")
    say(castle, "score f8 road1")
    assert castle.phase == USE
    return castle


def kept() -> ZamekPosition:
    """Both players have a keep, a token was used, a tile fitted nowhere."""
    castle = begin()
    give(castle, 1, "house")
    tell(castle, "A4 c1 0 house1", "C1 f9 0 none")
    lay(castle, "A1", "c2 0 none")
    say(castle, "use house")
    lay(castle, "A7", "h1 0 house2")
    assert None not in castle.view(None).keeps
    castle.out.append(castle.pile.pop())
    return castle


def aiming(*lines: str) -> ZamekPosition:
    """The last tile is laid: a token without an area, one that has its area, one that is asked about."""
    castle = begin()
    tell(castle, "A11 b7 0 house1", "A8 j6 0 sty1", "A4 c1 0 house1", "C2 f9 0 road1", "A9 h1 0 house1", "A5 a7 180 none")
    give(castle, 1, "end_house", "end_house", "end_sty", "end_points")
    give(castle, 0, "end_road", "end_keep")
    hold(castle, "A12")
    empty_pile(castle)
    say(castle, "lay e9 0 none")
    for line in lines:
        say(castle, line)
    return castle


def ended() -> ZamekPosition:
    castle = aiming("target c1 house1", "target h1 house1")
    assert castle.phase == OVER
    return castle


STAGED = (begin, tied, won, between, doubling, paid, kept, aiming, ended)


@pytest.mark.rule("Z22")
@pytest.mark.parametrize("staged", STAGED, ids=lambda staged: staged.__name__)
@pytest.mark.parametrize("viewer", [None, 1])
def test_a_determinized_position_goes_on_as_the_real_one(staged: Callable[[], ZamekPosition], viewer: int | None) -> None:
    real = staged()
    made = GAME.determinize(real.view(viewer), random.Random(3))
    assert isinstance(made, ZamekPosition)
    for seat in (None, 0, 1):
        assert made.view(seat) == real.view(seat)
    assert made.seed != real.seed
    assert made.result() == real.result()
    for seat in made.pending():
        assert legal_moves(made, seat) == legal_moves(real, seat)
    # But for chance they are equal, and with the same chance both go on alike.
    made.seed, made.draws = real.seed, real.draws
    assert made == real
    rng = random.Random(4)
    for _ in range(8):
        for seat in real.pending():
            move = random_move(real, seat, rng)
            assert made.play(seat, move) == real.play(seat, move)
    assert made.view(None) == real.view(None)


def test_every_question_is_among_them() -> None:
    assert {staged().phase for staged in STAGED} >= {SCORE, USE, EXTRA, TARGET, OVER}
