"""A board that was given up tells the truth again without a move: when access is restored, at a start, when looked for."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.discord_state import state_of
from tests.support.world import World, eventually, piece, text_of


async def moved(world: World, table: int, people: list[Any]) -> None:
    """A stage goes by."""
    before = (await world.tables.looks.read(table)).info.stage
    while (shown := (await world.tables.looks.read(table)).info).stage == before:
        user = next(int(person.id) for person in people if int(person.id) == shown.seats[shown.pending[0]].user)
        said: tuple[str, ...] = ()
        while not (choices := (await world.tables.looks.read(table, user)).choices(said)).complete:
            said = (*said, *choices.words[: choices.together])
        await world.tables.moves.play(table, user, said)


async def left_behind(world: World) -> tuple[int, list[Any], Any]:
    """A table whose channel was out of reach while it moved on."""
    table, people = await world.started("Ada", "Borys", game="torres")
    await world.quiet()
    channel = world.sandbox.world.channels[int(await people[0].channel("gry"))]
    fault = world.sandbox.fault("lost_permission", -1, channel=str(channel.id))
    await moved(world, table, people)
    await world.quiet(30)
    assert not await shows_now(world, table, people)
    world.sandbox.faults.due.remove(fault)
    await world.quiet()
    assert not await shows_now(world, table, people)
    return table, people, channel


async def shows_now(world: World, table: int, people: list[Any]) -> bool:
    """Whether the board's buttons are those of the stage."""
    board = await world.message(people[0], table, "board")
    return piece(board, "play.hand") == f"play.hand:{table}:{(await world.tables.looks.read(table)).info.stage}"


@pytest.mark.long
async def test_when_access_is_restored(world: World) -> None:
    table, people, channel = await left_behind(world)
    world.sandbox.world.forbid(channel, "ADD_REACTIONS")  # an administrator changes the channel's permissions
    await eventually(lambda: shows_now(world, table, people))


@pytest.mark.long
async def test_when_a_role_is_given_its_permissions_back(world: World) -> None:
    table, people, channel = await left_behind(world)
    state_of(world.bot).parsers["GUILD_ROLE_UPDATE"]({"guild_id": str(channel.guild_id), "role": {}})
    await eventually(lambda: shows_now(world, table, people))


def sent(world: World) -> int:
    return sum(each.method in {"POST", "PATCH"} and "/messages" in each.path for each in world.sandbox.record)


@pytest.mark.long
async def test_at_a_start(world: World) -> None:
    table, people, _ = await left_behind(world)
    await world.restart()
    await eventually(lambda: shows_now(world, table, people))
    await world.quiet()
    before = sent(world)
    await world.restart()
    await world.quiet()
    assert sent(world) == before, "what is true already is not told again"


@pytest.mark.long
async def test_when_somebody_who_plays_looks_for_it(world: World) -> None:
    table, people, _ = await left_behind(world)
    answer = await people[0].settled(await people[0].command("gry", "zamki board"))
    assert text_of(answer)
    await eventually(lambda: shows_now(world, table, people))
