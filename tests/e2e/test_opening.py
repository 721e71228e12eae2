"""Opening is speaking: who opens a table, a rematch or a tournament makes the bot post a card, where they may write themselves,
a few times in ten minutes; and what its host alone closes at once leaves no card behind.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable

import pytest

from sandbox import Person, permissions
from sandbox.client import JSON
from tables.model.server import ServerSettings
from tests.support.cases import cases
from tests.support.play_to_end import play_to_the_end
from tests.support.world import World, piece, pieces, says, text_of

TABLE, AGAIN, ALONE, CHALLENGE, TOURNAMENT = "table", "again", "alone", "challenge", "tournament"


async def opened(world: World, person: Person, way: str, other: Person, final: JSON) -> str:
    """Returns all that this person is told alone when they open something this way."""
    before = {each["id"] for each in await person.messages("gry")}
    if way == AGAIN:
        await person.press(final, piece(final, "start.again"))
    elif way == CHALLENGE:
        question = await person.settled(await person.menu("gry", says("cogs.menu-of-person.challenge", "en"), other))
        if pieces(question):
            await person.press(question, piece(question, "guests.duel"), ["rycerze"])
    elif way == ALONE:
        answer = await person.settled(await person.command("gry", "zamki help"))
        await person.settled(await person.press(answer, piece(answer, "start.alone")))
        choice = (await person.messages("gry"))[-1]
        await person.press(choice, next(each for each in pieces(choice) if each.startswith("start.alone")), ["rycerze"])
    else:
        await person.settled(
            await person.command("gry", {TABLE: "zamki start", TOURNAMENT: "tournament start"}[way], game="rycerze")
        )
    await world.done()
    await world.quiet()
    new = [each for each in await person.messages("gry") if each["id"] not in before]
    return "\n".join(text_of(each) for each in new if each["sandbox"]["ephemeral"])


async def posts(person: Person, channel: str = "gry") -> int:
    return sum(not each["sandbox"]["ephemeral"] for each in await person.messages(channel))


@pytest.mark.long
@pytest.mark.parametrize("way", cases([TABLE, AGAIN, ALONE, CHALLENGE, TOURNAMENT], [TABLE, AGAIN]))
async def test_who_may_not_write_opens_nothing(world: World, way: str) -> None:
    table, (ada, borys) = await world.started("Ada", "Borys")
    chloe = await world.person("Chloe")
    await play_to_the_end(world, table, random.Random(3))
    await world.quiet()
    final = await world.message(ada, table, "final")
    here = world.sandbox.world
    silent = permissions.bits("SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS")
    here.overwrite(here.channels[int(await chloe.channel("gry"))], int(chloe.id), deny=silent)
    before = await posts(ada)
    assert says("cogs.refusal.may-not-write", "en") in await opened(world, chloe, way, borys, final)
    assert await posts(ada) == before


@pytest.mark.long
async def test_a_rematch_opens_where_its_card_will_be(world: World) -> None:
    """The last game was in a thread, where Chloe may write; the next card belongs in the channel, where she may not."""
    world.tables.servers.unset = ServerSettings(boards="thread")
    table, (ada, _) = await world.started("Ada", "Borys")
    chloe = await world.person("Chloe")
    await play_to_the_end(world, table, random.Random(3))
    await world.quiet()
    final = await world.message(ada, table, "final")
    here = world.sandbox.world
    gry = here.channels[int(await chloe.channel("gry"))]
    here.overwrite(gry, int(chloe.id), deny=permissions.bits("SEND_MESSAGES"))
    before = await posts(ada)
    await chloe.settled(await chloe.press(final, piece(final, "start.again")))
    await world.quiet()
    assert await posts(ada) == before


@pytest.mark.long
@pytest.mark.parametrize("way", cases([TABLE, TOURNAMENT], [TABLE]))
async def test_what_its_host_alone_closes_at_once_goes_but_counts(world: World, way: str) -> None:
    ada, borys = await world.person("Ada"), await world.person("Borys")
    await world.tables.guests.subscribe(int(borys.id), (await here(world, ada)), ["rycerze"])
    before = await posts(borys)
    close: dict[str, Callable[[], Awaitable[object]]] = {TABLE: lambda: cancelled(world, ada), TOURNAMENT: lambda: ended(ada)}
    for _ in range(6):
        await opened(world, ada, way, borys, {})
        assert await posts(borys) > before
        await close[way]()
        await world.done()
        await world.quiet()
        assert await posts(borys) == before
    assert says("tables.refusal.soon-open") in await opened(world, ada, way, borys, {})
    assert await posts(borys) == before


async def here(world: World, person: Person) -> int:
    return int(world.sandbox.world.channels[int(await person.channel("gry"))].guild_id or 0)


async def cancelled(world: World, person: Person) -> None:
    (table,) = await world.tables.looks.tables_of(int(person.id))
    await person.settled(await person.command("gry", "zamki cancel", table=str(table.id)))


async def ended(person: Person) -> None:
    await person.settled(await person.command("gry", "tournament close"))


@pytest.mark.long
async def test_the_card_of_a_closed_table_stays_if_others_sat_there(world: World) -> None:
    table, (ada, borys) = await world.lobby("Ada", "Borys")
    await world.tables.endings.cancel(table, int(ada.id))
    await world.quiet()
    assert says("tables.closed.host") in text_of(await world.message(borys, table, "lobby"))
