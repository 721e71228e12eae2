"""Whatever the sender was doing when it died: in the end exactly the newest board has live buttons, and none after the end."""

from __future__ import annotations

import random
from collections.abc import Coroutine
from typing import Any

import pytest

from engines.contract import Move, Position
from engines.notation import legal_moves
from sandbox.client import JSON
from tests.support.cases import shorter_on_postgres
from tests.support.killing import DYING_THIRD, THIRD, Deaths, Scene, deaths_and_a_move, scene_of
from tests.support.store_backends import Home


def typed(scene: Scene) -> Coroutine[Any, Any, JSON | None]:
    person, line = scene.any_move(random.Random(5))
    return scene.type(person, line)


def ending(position: Position) -> list[Move]:
    """The moves that end the game."""
    seat = min(position.pending())
    return [move for move in legal_moves(position, seat) if _after(position, seat, move).result() is not None]


def _after(position: Position, seat: int, move: Move) -> Position:
    after = position.copy()
    after.play(seat, move)
    return after


@pytest.mark.parametrize(
    ("game", "dying"),
    [
        *shorter_on_postgres(("zamek", THIRD), ("zamek", Deaths(first=8, stride=30)), seconds=2400),
        pytest.param("rycerze", THIRD, marks=[pytest.mark.long, pytest.mark.timeout(2400)]),
    ],
)
async def test_killed_while_a_board_is_posted(home: Home, game: str, dying: Deaths) -> None:
    """The next move is stored before the bot lives again: the message that was under way tells of a turn gone by."""
    async with scene_of(home, game) as scene:
        await scene.begun()
        await scene.play(lambda _: scene.moves() >= 3, random.Random(1))
        assert await deaths_and_a_move(scene, lambda: typed(scene), dying=dying) > 5


@pytest.mark.parametrize("dying", DYING_THIRD)
async def test_killed_at_the_end(home: Home, dying: Deaths) -> None:
    """Which ends the game in the other way: no board is the newest any more."""
    async with scene_of(home, "zamek") as scene:
        await scene.begun()
        await scene.play(lambda position: bool(ending(position)), random.Random(2))
        person, _ = scene.asked()
        line = " ".join(ending(scene.position())[0])
        assert await deaths_and_a_move(scene, lambda: scene.type(person, line), dying=dying) > 5
        assert scene.state().state == "over"
