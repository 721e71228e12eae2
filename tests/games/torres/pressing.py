"""Plays Torres by presses alone, as people do in the sandbox."""

from __future__ import annotations

import random

import pytest

from engines.torres.view import TorresView
from sandbox import Person
from sandbox.client import selects
from tests.support.world import World, pieces


async def view_of(world: World, table: int, person: Person | None = None) -> TorresView:
    view = (await world.view(table, person)).view
    assert isinstance(view, TorresView)
    return view


async def step(world: World, table: int, person: Person, rng: random.Random, *, hurry: bool = False) -> int:
    """One step of a turn by presses alone, from the board or the private answer; how many presses it took. `hurry`: end the
    turn as soon as that is offered.
    """
    before = await world.version(table)
    board = await world.message(person, table, "board")
    offered = [each for each in pieces(board) if each.startswith(("play.do:", "play.open:"))]
    if offered:
        ending = [each for each in offered if hurry and each.endswith(":end")]
        pressed = (ending or [rng.choice(offered)])[0]
        menu = next((each for each in selects(board) if each["custom_id"] == pressed), None)
        values = [rng.choice(menu["options"])["value"]] if menu else None
        answer = await person.press(board, pressed, values)
        await world.done()
        if await world.version(table) != before:
            return 1
        message = await person.settled(answer)
    else:
        message = await world.hand(person, table)
    for presses in range(2, 12):
        message = person.known[message["id"]]
        sure = [each for each in pieces(message) if each.startswith("play.sure:")]
        ending = [each for each in pieces(message) if hurry and each.startswith("play.pick:") and each.endswith(":end")]
        if sure or ending:
            await person.press(message, (sure or ending)[0])
            await world.done()
        else:
            await world.choose(person, message, rng)
        if await world.version(table) != before:
            return presses
    pytest.fail(f"no end to the walk: {pieces(message)}")


async def play(
    world: World, table: int, people: list[Person], rng: random.Random, *, turns: int = 999, busy: float = 1.0
) -> None:
    """Presses until the end or `turns` further turns; with the chance 1 - `busy` a turn is ended before each step."""
    last = (await world.view(table)).info.turn + turns
    while (now := (await world.view(table)).info).state == "playing" and now.turn < last:
        await step(world, table, await world.mover(table, people), rng, hurry=rng.random() > busy)
    await world.quiet()


async def begun(world: World, *names: str, channel: str = "gry", **options: str) -> tuple[int, list[Person]]:
    """A game whose first knights and king stand."""
    table, people = await world.started(*names, channel=channel, game="torres", **options)
    while (await view_of(world, table)).asks != "act":
        await step(world, table, await world.mover(table, people), random.Random(1))
    return table, people
