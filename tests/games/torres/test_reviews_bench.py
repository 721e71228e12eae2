"""What a review calls costly is played out: a turn that was thrown away comes to less than the one called better."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from bench import reviews_torres as bench
from engines.contract import Move
from engines.torres.position import TorresPosition
from tables.history.review import Review, decide, questions
from tools.play_torres import Twin

pytestmark = [pytest.mark.long, pytest.mark.skipif(not shutil.which("g++"), reason="needs a C++ compiler")]

WASTED = 5
"""The turn that is thrown away."""


def careless(number: int, position: TorresPosition, rng: random.Random) -> Move:
    """Ends one turn at once."""
    view = position.view(position.seat)
    if view.asks == "act" and position.turn == WASTED:
        return ("end", *position.choices(position.seat, ("end",)).words[:1])
    return bench.usual(number, position, rng)


async def test_a_turn_thrown_away_is_named_and_is_worse_played_out(tmp_path: Path) -> None:
    replay = bench.game(1, careless)
    step = next(number for number in questions(replay) if replay.step(number).turn == WASTED)
    decision = await decide(replay, step, bench.Judge())
    assert Review(1, "hard", (decision,)).biggest(1) == [decision]
    found = bench.played_out(Twin(tmp_path), replay, decision, 30)
    assert found.lead > 0
    assert found.wins >= 0
    assert bench.summary([found]).startswith("1 of 1 ")


def test_a_position_is_played_on_with_its_points(tmp_path: Path) -> None:
    """The end has at least the points that were there, and the same chance the same end."""
    replay = bench.game(1)
    positions = (replay.position(step) for step in range(20, 40))
    position = next(
        each for each in positions if isinstance(each, TorresPosition) and each.pending() and each.view(None).asks == "act"
    )
    twin = Twin(tmp_path)
    once, again = (twin.play_on([(3, position), (4, position)], 12) for _ in range(2))
    assert once == again
    for scores in once:
        assert all(then >= now for then, now in zip(scores, position.scores, strict=True))
