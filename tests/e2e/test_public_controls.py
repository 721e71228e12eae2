"""The controls of a board for everybody: at most six rows, and in every game the same buttons in the same order."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import engines
from chat.wire import limits
from sandbox.client import JSON
from sandbox.components import walk
from tests.support.play_to_end import play_on
from tests.support.world import World

ACTION_ROW = 1
ROWS = 6
"""Five of four squares, which a narrow phone shows as they are, and what stands below every board."""
ORDER = ["play.turn", "play.hand", "board.text", "rules.open", "board.more"]
"""What stands below every board; the first where one person is called to their move."""


def rows(message: JSON) -> list[list[str]]:
    """The verbs of each row of controls."""
    found = [each["components"] for each in walk(message["components"]) if each["type"] == ACTION_ROW]
    return [[str(control.get("custom_id", "")).split(":")[0] for control in controls] for controls in found]


def boards(news: list[JSON]) -> Iterator[list[list[str]]]:
    """The rows of every board that was ever shown, as somebody saw it."""
    for each in news:
        if each["t"] in {"message", "edit"} and not each["d"]["sandbox"]["ephemeral"]:
            found = rows(each["d"])
            if found and "board.more" in found[-1]:
                yield found


@pytest.mark.long
@pytest.mark.parametrize(
    "game", ["rycerze", *(pytest.param(key, marks=pytest.mark.long) for key in sorted(engines.games()) if key != "rycerze")]
)
async def test_a_board_has_few_rows_and_its_buttons_in_one_order(world: World, game: str) -> None:
    table, people = await world.started("Ada", "Chloe", channel="games", game=game)
    rng, turn = random.Random(7), 1
    while (now := (await world.view(table)).info).state == "playing":
        if now.turn != turn:
            turn = now.turn
            await world.quiet(60)
        await play_on(world, table, rng)
    seen = list(boards(people[0].news))
    assert seen
    for found in seen:
        assert len(found) <= ROWS
        assert all(len(row) <= limits.ROW_BUTTONS for row in found)
        assert found[-1] == [verb for verb in ORDER if verb in found[-1]]
        assert found[-1][-4:] == ORDER[1:]
