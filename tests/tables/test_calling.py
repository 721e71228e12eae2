"""Whoever a lobby waits for is told once: hosts of complete tables and of tables that find nobody, those who played before, and
people who have invited others.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import pytest

from tables.errors import Full, NotHost, Refusal
from tables.model.people import Person
from tables.model.table import Table
from tables.model.table_info import DIRECT, NOBODY, PATIENCE, Place, TableInfo
from tables.rules import due
from tables.rules.context import Context
from tables.time.presence import Outage
from tables.time.timing import DAY, HOUR, MINUTE
from tests.support.cases import cases
from tests.support.table_store import loaded_table
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, HERE, Room

PEOPLE = (ANNA, BORYS, CELINA, DAWID)

Told: TypeAlias = tuple[str, int | str, bool]


async def told(room: Room) -> list[Told]:
    """What single people are to be told now: the kind of message, to whom or why, and whether it notifies."""
    found: list[Told] = []
    for kind, row in await room.mail():
        if kind == "host":
            found.append((kind, row.why, not row.again))
        if kind == "answered":
            found.append((kind, row.user, True))
        if kind == "invite" and not row.ended:
            found.append((kind, row.user, True))
    return found


async def opened(room: Room, *people: Person, pace: str = "live", **how: Any) -> int:
    table = (await room.tables.lobbies.open_table(people[0], HERE, "coins", language="en", pace=pace, **how)).info.id
    for person in people[1:]:
        await room.tables.lobbies.join(table, person)
    return table


async def info_of(room: Room, table: int) -> TableInfo:
    return (await room.tables.looks.read(table)).info


async def full(room: Room, pace: str = "live") -> int:
    """A table of Anna's that Dawid has filled."""
    table = await opened(room, *PEOPLE, pace=pace)
    assert len((await info_of(room, table)).seats) == room.games["coins"].seats[-1]
    return table


async def test_a_full_table_calls_its_host_once(room: Room) -> None:
    table = await full(room)
    assert await told(room) == [("host", "complete", True)]
    await room.tables.lobbies.leave(table, DAWID.user)
    await room.tables.lobbies.join(table, DAWID)
    assert await told(room) == [("host", "complete", False)], "so soon again, without a sound"
    await room.tables.lobbies.leave(table, DAWID.user)
    await room.clock.advance(PATIENCE[False])
    await room.tables.lobbies.add_computer(table, BORYS.user)
    assert await told(room) == [("host", "complete", True)]
    await room.tables.lobbies.hand_over(table, DAWID.user, BORYS.user)
    assert await told(room) == [("host", "complete", True)], "another host does not know yet"


async def test_who_fills_their_own_table_is_not_called(room: Room) -> None:
    table = await opened(room, *PEOPLE[:3])
    await room.tables.lobbies.add_computer(table, ANNA.user)
    assert await told(room) == []
    assert (await info_of(room, table)).complete is not None


@pytest.mark.long
@pytest.mark.parametrize("pace", ["live", "day", "none"])
async def test_a_host_who_does_not_come_holds_up_nobody_for_long(room: Room, pace: str) -> None:
    table = await full(room, pace)
    start = room.tables.lobbies.start
    with pytest.raises(NotHost, match="not-host-yet") as refused:
        await start(table, BORYS.user)
    patience = DAY if pace != "live" else 10 * MINUTE
    assert refused.value.values["when"] == int(room.clock.now() + patience) + 1
    await room.clock.advance(patience)
    with pytest.raises(NotHost, match=r"not-host$"):
        await start(table, 999)
    begun = (await start(table, BORYS.user)).info
    assert begun.guests.unanswered.keys() == (set() if pace == "live" else {ANNA.user, CELINA.user, DAWID.user})
    assert begun.state == ("playing" if pace == "live" else "lobby"), "after so long the others are asked first"


async def test_a_table_with_free_seats_is_its_hosts_to_start(room: Room) -> None:
    table = await opened(room, *PEOPLE[:2])
    await room.clock.advance(DAY)
    with pytest.raises(NotHost):
        await room.tables.lobbies.start(table, BORYS.user)
    await room.tables.lobbies.start(table, ANNA.user)


async def test_everybody_asked_has_come_to_a_table_by_invitation(room: Room) -> None:
    table = await opened(room, ANNA, invite=[BORYS.user, CELINA.user])
    assert await told(room) == [("invite", BORYS.user, True), ("invite", CELINA.user, True)]
    numbers = (await info_of(room, table)).guests.open
    await room.tables.guests.accept(table, BORYS, numbers[BORYS.user])
    assert await told(room) == [("answered", ANNA.user, True)]
    await room.tables.guests.decline(table, CELINA.user, numbers[CELINA.user])
    assert await told(room) == [("host", "complete", True)], "which says it too"
    assert [(each.user, each.comes) for each in (await info_of(room, table)).guests.answers] == [
        (BORYS.user, True),
        (CELINA.user, False),
    ]


async def test_who_invited_hears_of_each_answer_and_of_the_full_table(room: Room) -> None:
    """Borys invites at Anna's table; what he is told says that it is full."""
    table = await opened(room, ANNA, BORYS)
    await room.tables.guests.invite(table, BORYS.user, [CELINA.user, DAWID.user])
    numbers = (await info_of(room, table)).guests.open
    await told(room)
    await room.tables.guests.decline(table, CELINA.user, numbers[CELINA.user])
    assert await told(room) == [("answered", BORYS.user, True)]
    await room.tables.lobbies.add_computer(table, ANNA.user)
    await room.tables.guests.accept(table, DAWID, numbers[DAWID.user])
    assert await told(room) == [("host", "complete", True), ("answered", BORYS.user, True)]


async def test_who_has_left_hears_of_no_answers(room: Room) -> None:
    table = await opened(room, ANNA, BORYS)
    await room.tables.guests.invite(table, BORYS.user, [CELINA.user])
    number = (await info_of(room, table)).guests.open[CELINA.user]
    await room.tables.lobbies.leave(table, BORYS.user)
    await told(room)
    await room.tables.guests.decline(table, CELINA.user, number)
    assert await told(room) == []


@pytest.mark.parametrize("pace", ["live", "day"])
async def test_a_host_whom_nobody_joins_is_asked_once(room: Room, pace: str) -> None:
    table = await opened(room, ANNA, pace=pace)
    wait = NOBODY[pace == "day"]
    await room.advance(wait - 1)
    assert await told(room) == []
    before = (await info_of(room, table)).expires
    await room.advance(1)
    assert await told(room) == [("host", "lonely", True)]
    assert (await info_of(room, table)).expires == before, "asking does not keep it open"
    await room.tables.lobbies.wait_on(table, ANNA.user)
    assert ((await info_of(room, table)).expires or 0) > (before or 0)
    await room.advance(2 * wait)
    assert await told(room) == []
    reading = await room.tables.lobbies.start_alone(table, ANNA.user)
    assert (reading.info.state, [seat.level is None for seat in reading.info.seats].count(False)) == ("playing", 1)


async def test_nobody_is_asked_where_others_sit_or_none_can_come(room: Room) -> None:
    await opened(room, ANNA, BORYS)
    await room.tables.lobbies.open_table(CELINA, Place(DIRECT, 9), "coins", language="en", pace="live")
    await room.advance(2 * NOBODY[False])
    assert await told(room) == []


async def test_somebody_who_came_and_left_counts_from_then(room: Room) -> None:
    table = await opened(room, ANNA, BORYS)
    await room.advance(NOBODY[False])
    await room.tables.lobbies.leave(table, BORYS.user)
    await room.advance(NOBODY[False] - 1)
    assert await told(room) == []
    await room.advance(1)
    assert await told(room) == [("host", "lonely", True)]


@pytest.mark.long
@pytest.mark.parametrize("choice", ["close", "alone", "wait_on"])
async def test_only_the_host_decides_what_comes_of_it(room: Room, choice: str) -> None:
    table = await opened(room, ANNA)
    await room.advance(NOBODY[False])
    lobbies = room.tables.lobbies
    act: Callable[[int], Awaitable[Any]] = {
        "close": lambda user: lobbies.close(table, user),
        "alone": lambda user: lobbies.start_alone(table, user),
        "wait_on": lambda user: lobbies.wait_on(table, user),
    }[choice]
    with pytest.raises(NotHost):
        await act(BORYS.user)
    await act(ANNA.user)


# Playing again.


async def played(room: Room, *people: Person, pace: str = "live") -> int:
    """A game that these people have played to the end."""
    table = (await room.table("coins", *people, pace=pace)).info.id
    for person in people[1:-1]:
        await room.tables.endings.resign(table, person.user)
    while (now := await info_of(room, table)).state == "playing":
        user = next((seat.user for seat in map(now.seats.__getitem__, now.pending) if not seat.resigned), None)
        if user is not None:
            await room.tables.moves.play(table, user, (await room.tables.looks.read(table, user)).choices().words[:1])
        await asyncio.sleep(0)
    await room.mail()
    return table


@pytest.mark.parametrize("pace", cases(["live", "day"], ["live"]))
async def test_who_played_is_asked_again_and_keeps_the_seat(room: Room, pace: str) -> None:
    """Celina has left the last game, and is not asked; Dawid never sat there."""
    old = await played(room, ANNA, CELINA, BORYS, pace=pace)
    again = (await room.tables.lobbies.open_again(old, ANNA)).info.id
    assert await told(room) == [("invite", BORYS.user, True)]
    for _ in range(2):
        await room.tables.lobbies.add_computer(again, ANNA.user)
    with pytest.raises(Full, match="kept"):
        await room.tables.lobbies.join(again, DAWID)
    with pytest.raises(Full):
        await room.tables.lobbies.add_computer(again, ANNA.user)
    await room.tables.lobbies.open_again(old, BORYS)
    assert await told(room) == [("host", "complete", True)]
    assert [seat.user for seat in (await info_of(room, again)).seats if seat.user] == [ANNA.user, BORYS.user]


async def test_a_table_is_complete_when_the_same_people_are_back(room: Room) -> None:
    """Also if it has seats for more."""
    old = await played(room, ANNA, BORYS)
    again = (await room.tables.lobbies.open_again(old, BORYS)).info.id
    number = (await info_of(room, again)).guests.open[ANNA.user]
    await told(room)
    await room.tables.guests.accept(again, ANNA, number)
    assert await told(room) == [("host", "complete", True)]


async def test_who_plays_again_hears_who_does_not(room: Room) -> None:
    old = await played(room, ANNA, BORYS)
    again = (await room.tables.lobbies.open_again(old, BORYS)).info.id
    await told(room)
    await room.tables.guests.decline(again, ANNA.user, (await info_of(room, again)).guests.open[ANNA.user])
    assert await told(room) == [("answered", BORYS.user, True)]
    await room.tables.lobbies.join(again, DAWID)
    assert await told(room) == []


@pytest.mark.parametrize("pace", cases(["live", "day"], ["live"]))
async def test_a_kept_seat_is_free_after_a_while(room: Room, pace: str) -> None:
    old = await played(room, ANNA, BORYS, pace=pace)
    again = (await room.tables.lobbies.open_again(old, BORYS)).info.id
    await room.advance(PATIENCE[pace == "day"])
    assert (await info_of(room, again)).guests.waiting == ()


async def test_nobody_is_asked_a_fourth_time(room: Room) -> None:
    old = await played(room, ANNA, BORYS)
    await room.tables.guests.block(ANNA.user, BORYS.user, blocked=True)
    again = (await room.tables.lobbies.open_again(old, BORYS)).info.id
    assert await told(room) == []
    await room.tables.guests.block(ANNA.user, BORYS.user, blocked=False)
    calls = []
    for _ in range(4):
        await room.tables.endings.cancel(again, BORYS.user)
        again = (await room.tables.lobbies.open_again(old, BORYS)).info.id
        calls.append(len(await told(room)))
    assert calls == [1, 1, 1, 0]


# For every state in which a table waits for exactly one person's act, that person has been told.


@pytest.mark.long
@pytest.mark.parametrize("seed", cases(range(40), range(6)))
@pytest.mark.usefixtures("many_openings")
async def test_nobody_is_waited_for_unheard(room: Room, seed: int) -> None:
    rng = random.Random(seed)
    table = await opened(room, ANNA, pace=rng.choice(["live", "day", "none"]), invite=rng.choice([(), (BORYS.user,)]))
    heard: set[tuple[object, ...]] = set()
    for _ in range(40):
        before = await info_of(room, table)
        if before.state != "lobby":
            break
        who = rng.choice(PEOPLE)
        with contextlib.suppress(Refusal):
            await rng.choice(acts(room, before, who, rng))()
        now = await info_of(room, table)
        for kind, row in await room.mail():
            heard.add((kind, getattr(row, "why", None) or getattr(row, "user", 0), now.host if kind == "host" else 0))
        if now.state != "lobby":
            break
        unheard(now, who.user, before, heard, room.clock.now())
        for user, answer in ((each.user, each) for each in now.guests.answers if each not in before.guests.answers):
            told_of_it = ("answered", answer.by, 0) in heard or ("host", "complete", answer.by) in heard
            assert told_of_it or answer.by not in {seat.user for seat in now.seats}, user


def acts(room: Room, before: TableInfo, who: Person, rng: random.Random) -> list[Callable[[], Awaitable[Any]]]:
    """What this person may do at the table, or time may bring."""
    lobbies, guests, table = room.tables.lobbies, room.tables.guests, before.id
    number = before.guests.open.get(who.user, 0)
    return [
        lambda: lobbies.join(table, who),
        lambda: lobbies.leave(table, who.user),
        lambda: lobbies.add_computer(table, who.user),
        lambda: lobbies.remove_computer(table, who.user),
        lambda: guests.invite(table, who.user, [rng.choice(PEOPLE).user]),
        lambda: guests.accept(table, who, number),
        lambda: guests.decline(table, who.user, number),
        lambda: guests.set_only(table, who.user, only=rng.random() < 0.5),
        lambda: guests.turn_away(table, who.user, rng.choice(PEOPLE).user),
        lambda: lobbies.hand_over(table, 99, who.user),
        lambda: room.advance(rng.choice([60.0, NOBODY[False], DAY])),
    ]


def unheard(now: TableInfo, actor: int, before: TableInfo, heard: set[tuple[object, ...]], at: float) -> None:
    """Check that who is waited for alone has been told, or did it themselves."""
    full = len(now.seats) == 4
    if full and before.complete is None and actor != now.host:
        assert ("host", "complete", now.host) in heard
    if full:
        assert now.complete is not None
        assert now.anybody_starts is not None
        assert now.anybody_starts <= at + PATIENCE[True]
    people = [seat.user for seat in now.seats if seat.user]
    if people == [now.host] and now.changed + NOBODY[True] <= at:
        assert now.wondered is not None
        assert any(each[:2] == ("host", "lonely") for each in heard)
    for user in now.guests.open:
        assert ("invite", user, 0) in heard


async def test_time_in_which_nobody_could_come_is_not_waited(room: Room) -> None:
    """The host of a full table has as long as before; who was asked what to do is asked still, and only once."""
    full_table, lonely = await full(room), await opened(room, ANNA)
    await room.advance(NOBODY[False])
    begin = room.clock.now()
    away = Outage(begin, begin + HOUR, 1)

    async def after(number: int) -> Table:
        loaded = await loaded_table(room.tables, number)
        game = room.games[loaded.table.game]
        change = due.excuse_outages(Context(loaded=loaded, game=game, now=away.end), [away])
        assert change is not None
        return change.loaded.table

    before = (await info_of(room, full_table)).anybody_starts
    assert before is not None
    assert (await after(full_table)).anybody_starts == before + HOUR
    waits = await after(lonely)
    assert waits.wondered is not None
    assert waits.changed < waits.wondered
    assert waits.lonely is None
