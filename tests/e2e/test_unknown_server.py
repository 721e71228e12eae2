"""A press from a server that this process has not been told of yet: its shard was another process's a moment ago."""

from __future__ import annotations

import random

import pytest

from sandbox.client import images
from tests.support.world import World, play_out, text_of


@pytest.mark.long
async def test_everything_works_without_discords_word_about_the_server(world: World) -> None:
    def forget() -> None:
        for guild in list(world.bot.guilds):
            world.bot.forget_server(guild)

    forget()
    table, people = await world.started("Ada", "Borys")
    await play_out(world, table, people, random.Random(1), stages=2)
    ada = people[0]
    for command in ("zamki tables", "zamki board", "zamki hand", "zamki rules", "zamki leaderboard"):
        answer = await ada.settled(await ada.command("gry", command))
        assert text_of(answer) or images(answer), command
    assert not world.bot.guilds
    await world.restart()
    forget()
    await play_out(world, table, people, random.Random(2))
    assert await world.over(table, ada)
