"""Whatever is answered leaves nothing that only the garbage collector can free: a crowd's would hold everybody up later."""

from __future__ import annotations

import gc
import io
import random
from collections.abc import Iterator

import discord
import pytest

from tests.support.world import World, eventually

KINDS = (discord.Interaction, discord.ui.LayoutView, discord.File, io.BytesIO)


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def _left() -> list[str]:
    return [repr(found)[:200] for found in gc.get_objects() if isinstance(found, KINDS)]


@pytest.mark.long
async def test_answers_leave_no_circles(world: World, no_collector: None) -> None:
    """Commands, suggestions, boards, hands and picks."""
    table, people = await world.started("Ada", "Borys")
    rng = random.Random(1)
    for person in people:
        await world.choose(person, await world.hand(person, table), rng)
    await people[0].settled(await people[0].command("gry", "zamki help"))
    await people[0].autocomplete("gry", "zamki repair", "table", table="")
    await world.done()
    await eventually(lambda: not _left())
