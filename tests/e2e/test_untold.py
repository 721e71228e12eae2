"""A question that people were shown neither in the channel nor directly starts no clock, and one that runs stops, until
something was shown or the person opened their hand. Access to a channel comes and goes in several ways; each is noticed.
"""

from __future__ import annotations

import datetime as dt

import pytest

from sandbox import Person, permissions
from sandbox.world import Channel
from tables.model.server import Boards, ServerSettings
from tables.time.plan import Plan
from tests.support.manual_clock import ManualClock
from tests.support.world import World, eventually, piece

START = 1_796_000_000.0
MINUTE = 60.0

LATE = "SELECT stage, kind FROM journal WHERE kind IN ('overdue', 'stand-in', 'computer', 'gave-up')"


async def begun(
    world: World, *, direct: bool = False, boards: Boards | None = None
) -> tuple[ManualClock, int, list[Person], Channel]:
    """A live game of Zamek, whose people have no direct messages unless `direct`."""
    clock = await world.at_time(START)
    if boards is not None:
        world.tables.servers.unset = ServerSettings(boards=boards)
    for person in world.sandbox.world.people:
        await world.tables.people.set_preferences(person.id, dm=direct)
    table, people = await world.started("Ada", "Borys", game="zamek", pace="live")
    await world.quiet()
    info = (await world.view(table)).info
    return clock, table, people, world.sandbox.world.channels[info.place.channel]


async def moved(world: World, table: int) -> None:
    """Moves are made until a turn begins, whose board is a new message."""
    before = (await world.view(table)).info.turn
    while (now := (await world.view(table)).info).turn == before:
        user = now.seats[now.pending[0]].user or 0
        said: tuple[str, ...] = ()
        while not (choices := (await world.tables.looks.read(table, user)).choices(said)).complete:
            said = (*said, *choices.words[: choices.together])
        await world.tables.moves.play(table, user, said)


async def minutes(world: World, clock: ManualClock, count: int) -> None:
    for _ in range(count):
        await clock.advance(MINUTE)
        await world.quiet()


async def left(world: World, table: int, clock: ManualClock) -> float | None:
    """Seconds left to whoever is asked; None: their clock is stopped."""
    deadline = (await world.view(table)).info.deadline
    return None if deadline is None else deadline - clock.now()


async def runs(world: World, table: int) -> bool:
    return (await world.view(table)).info.deadline is not None


async def stops(world: World, table: int) -> bool:
    return not await runs(world, table)


@pytest.mark.long
async def test_who_was_told_nowhere_is_not_late(world: World) -> None:
    clock, table, _, channel = await begun(world)
    world.sandbox.world.forbid(channel, "SEND_MESSAGES")
    await moved(world, table)
    await eventually(lambda: stops(world, table), 15.0)
    await minutes(world, clock, 40)
    assert await world.ask(LATE) == []
    world.sandbox.world.allow(channel, "SEND_MESSAGES")
    await eventually(lambda: runs(world, table))
    assert await left(world, table, clock) == 5 * MINUTE, "all the time of a move, as nothing of it could be used"
    await world.quiet()
    await minutes(world, clock, 6)
    assert await world.ask(LATE), "and from then on it runs"


@pytest.mark.long
async def test_who_sees_their_own_copy_or_opens_it_is_asked(world: World) -> None:
    clock, table, people, channel = await begun(world)
    world.sandbox.world.forbid(channel, "SEND_MESSAGES")
    await moved(world, table)
    await eventually(lambda: stops(world, table), 15.0)
    asked = await world.mover(table, people)
    await asked.settled(await asked.command("gry", "zamki hand", table=str(table)))
    await eventually(lambda: runs(world, table), 15.0)
    assert await left(world, table, clock) == 5 * MINUTE


@pytest.mark.long
async def test_who_is_told_directly_has_their_clock(world: World) -> None:
    clock, table, _, channel = await begun(world, direct=True)
    world.sandbox.world.forbid(channel, "SEND_MESSAGES")
    await moved(world, table)
    await world.quiet(30)
    assert await left(world, table, clock) == 5 * MINUTE
    await minutes(world, clock, 6)
    assert await world.ask(LATE)


@pytest.mark.long
@pytest.mark.parametrize("how", ["hidden", "deleted", "deleted while away"])
async def test_a_clock_that_runs_stops_where_the_channel_is_lost(world: World, how: str) -> None:
    clock, table, people, channel = await begun(world)
    await minutes(world, clock, 1)
    places = world.sandbox.world
    if how == "deleted":
        places.delete_channel(channel)
    elif how == "deleted while away":
        for person in people:  # nothing calls them, so no message finds out
            await world.tables.people.set_preferences(int(person.id), plan=Plan(live="off"))
        await world.close()
        places.delete_channel(channel)
        await world.open()
    else:
        channel.granted &= ~permissions.bits("VIEW_CHANNEL")  # and nobody says so: the call after a minute finds out
    await minutes(world, clock, 40)
    assert await world.ask(LATE) == []
    assert await stops(world, table)
    if how == "hidden":
        places.allow(channel, "VIEW_CHANNEL")
        await eventually(lambda: runs(world, table), 15.0)
        assert 0 < (await left(world, table, clock) or 0) <= 4 * MINUTE


@pytest.mark.long
async def test_a_deleted_board_is_posted_again_before_anybody_is_late(world: World) -> None:
    clock, table, people, _ = await begun(world)
    for person in people:
        await world.tables.people.set_preferences(int(person.id), plan=Plan(live="off"))
    places = world.sandbox.world

    async def delete() -> int:
        number = await world.standing(table, "board")
        assert number is not None
        places.delete(places.messages[number])
        return number

    first = await delete()
    await minutes(world, clock, 5)
    await eventually(lambda: shown_again(world, table, first), 15.0)
    assert await world.ask(LATE) == []
    await world.message(people[0], table, "board")
    assert await runs(world, table)
    await delete()
    await minutes(world, clock, 10)
    assert await world.ask(LATE), "who deletes it again gains nothing"


def given_back(world: World, channel: Channel, how: str) -> None:
    """Give the bot its permissions back in a way of which Discord reports nothing but this."""
    places, guild = world.sandbox.world, channel.guild_id or 0
    if how in {"channel_edit", "role_edit", "own_edit"}:
        places.allow(channel, "SEND_MESSAGES", "ATTACH_FILES", how=how)
        return
    channel.granted |= permissions.bits("SEND_MESSAGES", "ATTACH_FILES")
    if how == "role deleted":
        world.sandbox.gateway_server.dispatch("GUILD_ROLE_DELETE", {"guild_id": str(guild), "role_id": "9"}, guild)


@pytest.mark.long
@pytest.mark.parametrize(
    "how", ["channel_edit", *(pytest.param(how, marks=pytest.mark.long) for how in ("role_edit", "role deleted")), "own_edit"]
)
async def test_access_that_is_given_back_is_noticed_in_every_way(world: World, how: str) -> None:
    """By the channel, by what a role allows, by deleting a role that forbids it, by giving the bot a role back."""
    _, table, people, channel = await begun(world)
    way = how if how != "role deleted" else "own_edit"
    world.sandbox.world.forbid(channel, "SEND_MESSAGES", "ATTACH_FILES", how=way)
    await moved(world, table)
    await world.quiet(30)
    before = await world.standing(table, "board")
    given_back(world, channel, how)
    await noticed(world, table, people, before)


async def noticed(world: World, table: int, people: list[Person], before: int | None) -> None:
    await eventually(lambda: shown_again(world, table, before), 15.0)
    board = await world.message(people[0], table, "board")
    assert piece(board, "play.hand") == f"play.hand:{table}:{(await world.view(table)).info.stage}"


async def test_a_timeout_of_the_bot_that_expires_is_noticed(world: World) -> None:
    """Discord says when it begins and until when it lasts, and nothing when it is over; the same after a new login."""
    clock, table, people, channel = await begun(world)
    world.sandbox.world.forbid(channel, "SEND_MESSAGES", how="own_edit")
    guild = channel.guild_id or 0
    until = dt.datetime.fromtimestamp(clock.now() + 600, dt.UTC).isoformat()
    member = {"user": {"id": str(world.sandbox.world.bot.id)}, "communication_disabled_until": until}
    world.sandbox.gateway_server.dispatch("GUILD_CREATE", {"id": str(guild), "name": "Zamek", "members": [member]}, guild)
    await moved(world, table)
    await world.quiet(30)
    before = await world.standing(table, "board")
    channel.granted |= permissions.bits("SEND_MESSAGES")
    await minutes(world, clock, 9)
    assert not await shown_again(world, table, before)
    await minutes(world, clock, 2)
    await noticed(world, table, people, before)


@pytest.mark.long
@pytest.mark.parametrize("how", ["overwrite", "category"])
async def test_a_thread_is_reached_again_with_its_channel(world: World, how: str) -> None:
    """Discord reports only the channel, whose permissions the thread has."""
    _, table, people, thread = await begun(world, boards="thread")
    places = world.sandbox.world
    above = places.channels[thread.parent_id or 0]
    places.forbid(above, "SEND_MESSAGES_IN_THREADS")
    await moved(world, table)
    await world.quiet(30)
    before = await world.standing(table, "board")
    if how == "category":  # a move to a category whose permissions the channel takes over
        above.granted |= permissions.bits("SEND_MESSAGES_IN_THREADS")
        data = {"id": str(above.id), "type": 0, "guild_id": str(above.guild_id), "parent_id": "77"}
        world.sandbox.gateway_server.dispatch("CHANNEL_UPDATE", data, above.guild_id)
    else:
        places.allow(above, "SEND_MESSAGES_IN_THREADS")
    await noticed(world, table, people, before)


async def shown_again(world: World, table: int, before: int | None) -> bool:
    return await world.standing(table, "board") not in {None, before}


async def test_what_waits_for_a_role_is_tried_when_the_bot_has_it_back(world: World) -> None:
    """The end of a game waits for hours until somebody fixes the channel."""
    _, table, people, channel = await begun(world)
    places = world.sandbox.world
    places.forbid(channel, "SEND_MESSAGES", how="own_edit")
    await world.tables.endings.cancel(table, int(people[0].id))
    vote = (await world.view(table)).info.votes[0]
    await world.tables.votes.agree_vote(table, int(people[1].id), vote.id)
    await eventually(lambda: waits(world, table), 15.0)
    places.allow(channel, "SEND_MESSAGES", how="own_edit")
    await eventually(lambda: ended(world, table), 15.0)


async def waits(world: World, table: int) -> bool:
    return bool(await world.ask("SELECT 1 FROM outbox WHERE subject_id = ? AND kind = 'final' AND attempts > 0", table))


async def ended(world: World, table: int) -> bool:
    return await world.standing(table, "final") is not None
