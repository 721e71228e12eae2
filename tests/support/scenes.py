"""Tables and tournaments in each state that people meet, as scenes for tests that press everything there."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable

from sandbox.client import Person
from tables.errors import Refusal
from tables.model.people import Person as Somebody
from tests.support.play_to_end import play_on, play_to_the_end
from tests.support.world import World


def somebody(person: Person) -> Somebody:
    return Somebody(int(person.id), person.name)


async def lobby(world: World) -> int:
    return (await world.lobby("Ada", "Borys"))[0]


async def full(world: World) -> int:
    """A lobby without a free seat, in which somebody waits for one."""
    number, (ada, *_) = await world.lobby("Ada", "Borys", game="budowa")
    while True:
        try:
            await world.tables.lobbies.add_computer(number, int(ada.id))
        except Refusal:
            break
    await world.tables.guests.wait(number, somebody(await world.person("Chloe")))
    return number


async def by_invitation(world: World) -> int:
    number, (ada,) = await world.lobby("Ada")
    await world.tables.guests.invite(number, int(ada.id), [int((await world.person("Borys")).id)])
    return number


async def kept(world: World) -> int:
    """A lobby that keeps a seat for Borys, who is asked to play again."""
    before, (ada, borys) = await world.started("Ada", "Borys")
    await world.tables.endings.resign(before, int(borys.id))
    await world.tables.endings.claim(before, int(ada.id))
    return (await world.tables.lobbies.open_again(before, somebody(ada))).info.id


async def playing(world: World) -> int:
    """A game in which Ada has chosen, and Borys has not."""
    number, (ada, _) = await world.started("Ada", "Borys")
    await world.walk(ada, number, await world.hand(ada, number), random.Random(1))
    return number


async def turns(world: World) -> int:
    """A game of turns, in the middle of one."""
    number, people = await world.started("Ada", "Borys", game="torres", pace="day")
    for _ in range(3):
        await play_on(world, number, random.Random(1))
    mover = await world.mover(number, people)
    await world.walk(mover, number, await world.hand(mover, number), random.Random(1))
    return number


async def direct(world: World) -> int:
    """A game against the computer in direct messages."""
    ada = await world.person("Ada")
    await ada.settled(await ada.command(await ada.dm(), "zamki start", game="rycerze"))
    number = max(each.id for each in await world.tables.looks.tables_of(int(ada.id)))
    await world.tables.lobbies.add_computer(number, int(ada.id))
    await world.tables.lobbies.start(number, int(ada.id))
    return number


async def in_thread(world: World) -> int:
    """A game in a thread of its own."""
    ada = await world.person("Ada")
    guild = world.sandbox.world.channels[int(await ada.channel("gry"))].guild_id or 0
    await world.tables.servers.set_server(guild, int(ada.id), boards="thread")
    number, _ = await world.started("Ada", "Borys")
    return number


async def voting(world: World) -> int:
    """A game in which an open vote waits for Borys, and a seat is offered."""
    number, (ada, borys) = await world.started("Ada", "Borys", pace="live")
    await world.tables.times.pause(number, int(ada.id))
    seat = (await world.view(number, borys)).seat
    assert seat is not None
    await world.tables.endings.offer_seat(number, int(borys.id), seat, None)
    return number


async def paused(world: World) -> int:
    number, (ada, borys) = await world.started("Ada", "Borys", pace="live")
    (vote,) = (await world.tables.times.pause(number, int(ada.id))).info.votes
    await world.tables.votes.agree_vote(number, int(borys.id), vote.id)
    return number


async def over(world: World) -> int:
    number, _ = await world.started("Ada", "Borys")
    await play_to_the_end(world, number, random.Random(1))
    return number


async def closed(world: World) -> int:
    number, (ada, _) = await world.lobby("Ada", "Borys")
    await world.tables.endings.cancel(number, int(ada.id))
    return number


async def tournament(world: World) -> int:
    ada = await world.person("Ada")
    await ada.settled(await ada.command("gry", "tournament start", game="rycerze", rounds="3"))
    ((number,),) = await world.ask("SELECT max(id) FROM tournaments")
    await world.tables.tournaments.join_tournament(number, somebody(await world.person("Borys")))
    return int(number)


async def tournament_running(world: World) -> int:
    number = await tournament(world)
    await world.tables.rounds.begin_tournament(number, int(world.people["Ada"].id))
    return number


async def tournament_closed(world: World) -> int:
    number = await tournament(world)
    await world.tables.tournaments.close_tournament(number, int(world.people["Ada"].id))
    return number


SCENES: dict[str, Callable[[World], Awaitable[int]]] = {
    each.__name__: each
    for each in (
        *(lobby, full, by_invitation, kept, playing, turns, direct, in_thread, voting, paused, over, closed),
        *(tournament, tournament_running, tournament_closed),
    )
}
"""By name."""
