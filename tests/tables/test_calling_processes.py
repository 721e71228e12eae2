"""Calls that two processes on one PostgreSQL could both make: each person is called, and once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Coroutine
from typing import Any

import pytest

from tables.model.people import Person
from tables.model.table_info import NOBODY
from tables.store.claims import POLL_SECONDS
from tables.tournaments.tournament import Rules
from tests.support.postgres_server import Server
from tests.support.two_services import Process, Two, processes
from tests.support.world import eventually
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, EWA, HERE

pytestmark = pytest.mark.postgres

FELIX = Person(16, "Felix")

CALLS = {"host", "answered", "invite", "ready", "call"}


@pytest.fixture
async def two(postgres: Server, migrated: str) -> AsyncIterator[Two]:
    async with processes(postgres, migrated) as made:
        yield made


async def called(two: Two) -> Counter[str]:
    """What both processes send, until nothing is left."""
    sent: Counter[str] = Counter()

    async def send(process: Process) -> None:
        outbox = process.tables.outbox
        while True:
            row = await outbox.next()
            sent[row.kind] += 1
            await outbox.mark_done(row)

    senders = [asyncio.create_task(send(process)) for process in (two.one, two.other)]
    await eventually(lambda: nothing_left(two))
    for sender in senders:
        sender.cancel()
    await asyncio.gather(*senders, return_exceptions=True)
    return Counter({kind: count for kind, count in sent.items() if kind in CALLS})


async def nothing_left(two: Two) -> bool:
    return not await two.ask("SELECT 1 FROM outbox WHERE due <= ?", two.clock.now())


async def at_both(*acts: Coroutine[Any, Any, Any]) -> None:
    """Carry all out at the same time; the later ones may be refused."""
    await asyncio.gather(*acts, return_exceptions=True)


async def opened(two: Two, *people: Person, pace: str = "live") -> int:
    tables = two.one.tables
    table = (await tables.lobbies.open_table(ANNA, HERE, "coins", language="en", pace=pace)).info.id
    for person in people:
        await tables.lobbies.join(table, person)
    return table


async def test_a_table_that_two_fill_at_once_calls_its_host_once(two: Two) -> None:
    table = await opened(two, BORYS, CELINA)
    join = [process.tables.lobbies.join(table, person) for process, person in ((two.one, DAWID), (two.other, EWA))]
    await at_both(*join)
    assert await called(two) == {"host": 1}


@pytest.mark.parametrize("pace", ["live", "day"])
async def test_a_host_whom_nobody_joins_is_asked_by_one_of_both(two: Two, pace: str) -> None:
    await opened(two, pace=pace)
    await called(two)
    await two.clock.advance(NOBODY[pace == "day"] + 1)
    await eventually(lambda: asked(two))
    found = await called(two)
    await two.clock.advance(POLL_SECONDS)
    assert found + await called(two) == {"host": 1}


async def asked(two: Two) -> bool:
    return bool(await two.ask("SELECT 1 FROM outbox WHERE kind = 'host'"))


async def test_both_play_again_at_once(two: Two) -> None:
    """The first opens the table and has the other asked; the second sits down, and nobody is asked any more."""
    table = (await two.table("coins")).info.id
    (vote,) = (await two.one.tables.endings.cancel(table, ANNA.user)).info.votes
    await two.other.tables.votes.agree_vote(table, BORYS.user, vote.id)
    await called(two)
    again = [
        process.tables.lobbies.open_again(table, person)
        for process, person in ((two.one, ANNA), (two.other, BORYS), (two.one, BORYS))
    ]
    await at_both(*again)
    assert await two.ask("SELECT count(*) FROM tables WHERE follows = ?", table) == [(1,)]
    ((number,),) = await two.ask("SELECT id FROM tables WHERE follows = ?", table)
    await at_both(*(process.tables.lobbies.open_again(table, BORYS) for process in (two.one, two.other)))
    assert {(ANNA.user,), (BORYS.user,)} == set(await two.ask('SELECT "user" FROM seats WHERE table_id = ?', number))
    assert (await called(two))["invite"] <= 1


async def test_an_invitation_accepted_at_both_is_answered_once(two: Two) -> None:
    table = await opened(two)
    await two.one.tables.guests.invite(table, ANNA.user, [BORYS.user])
    assert await called(two) == {"invite": 1}
    (invited,) = (await two.other.tables.looks.read(table)).info.guests.invites
    await at_both(*(process.tables.guests.accept(table, BORYS, invited.id) for process in (two.one, two.other)))
    assert (await called(two))["answered"] == 1


async def test_a_tournament_completed_at_both_calls_its_host_once(two: Two) -> None:
    one, other = two.one.tables, two.other.tables
    number = (await one.tournaments.open_tournament(ANNA, HERE, "coins", Rules(rounds=2), language="en")).id
    await one.tournaments.join_tournament(number, BORYS)
    await called(two)
    people = ((one, CELINA), (other, DAWID), (one, EWA), (other, FELIX))
    await at_both(*(tables.tournaments.join_tournament(number, person) for tables, person in people))
    assert (await called(two))["ready"] == 1


async def test_subscribers_of_a_tournament_are_called_by_one_of_both(two: Two) -> None:
    await two.other.tables.guests.subscribe(CELINA.user, HERE.guild, ["coins"])
    opening = [
        process.tables.tournaments.open_tournament(ANNA, HERE, "coins", Rules(), language="en", request=71)
        for process in (two.one, two.other)
    ]
    await at_both(*opening)
    assert await two.ask("SELECT count(*) FROM tournaments") == [(1,)]
    assert (await called(two))["call"] == 1
