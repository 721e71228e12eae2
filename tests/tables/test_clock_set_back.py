"""A clock of the machine that is set back: what lasts ends when it would have, and what begins later is not concerned."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import pytest

from tables.time.timing import DAY, HOUR
from tests.support.tournaments import begun, opened, rested, running, stopped
from tests.support.wishes import look, state
from tests.tables.conftest import ANNA, BORYS, CELINA, HERE, Room

SPAN = 6 * HOUR
"""Seconds by which the clock is set back."""

Left = Callable[[Room], Awaitable[float]]
"""Returns the seconds left until something ends."""


async def _wish(room: Room) -> Left:
    await look(room, CELINA, games=("coins",), live_until=room.clock.now() + DAY)

    async def left(room: Room) -> float:
        wish = next(each for each in (await state(room)).wishes if each.user == CELINA.user)
        assert wish.until == wish.live_until
        return wish.until - room.clock.now()

    return left


async def _question(room: Room) -> Left:
    for person in (ANNA, BORYS):
        await look(room, person, games=("steps",))

    async def left(room: Room) -> float:
        ends = {each.until for match in (await state(room)).matches for each in match.people}
        return min(ends) - room.clock.now()

    return left


async def _tournament(room: Room) -> Left:
    found = await opened(room, (ANNA, BORYS))

    async def left(room: Room) -> float:
        return ((await room.tables.tournaments.tournament(found.id)).due or 0.0) - room.clock.now()

    return left


async def _round(room: Room) -> Left:
    found = await begun(room, (ANNA, BORYS), game="steps", seconds=2 * DAY, rounds=1)

    async def left(room: Room) -> float:
        now = await room.tables.tournaments.tournament(found.id)
        assert now.due == now.deadline
        return now.deadline - room.clock.now()

    return left


async def _choice(room: Room) -> Left:
    """The host is asked about the games of a round."""
    found = await begun(room, (ANNA, BORYS), game="steps", seconds=DAY, rounds=1)
    (table,) = await running(room, found.id)
    await stopped(room.tables, table)
    while (found := await rested(room, found.id)).asked_until is None:
        await room.advance((found.due or 0.0) - room.clock.now() + 1)

    async def left(room: Room) -> float:
        now = await room.tables.tournaments.tournament(found.id)
        assert now.due == now.asked_until
        return (now.due or 0.0) - room.clock.now()

    return left


async def _ready_check(room: Room) -> Left:
    reading = await room.tables.lobbies.open_table(ANNA, HERE, "coins", language="en", pace="day")
    await room.tables.lobbies.join(reading.info.id, BORYS)
    await room.advance(13 * HOUR)
    await room.tables.lobbies.start(reading.info.id, ANNA.user)

    async def left(room: Room) -> float:
        (check,) = (await room.tables.looks.read(reading.info.id)).info.guests.checks
        return check.until - room.clock.now()

    return left


async def _lobby(room: Room) -> Left:
    reading = await room.tables.lobbies.open_table(ANNA, HERE, "coins", language="en", pace="day")

    async def left(room: Room) -> float:
        return ((await room.tables.looks.read(reading.info.id)).info.expires or 0.0) - room.clock.now()

    return left


KINDS: Mapping[str, Callable[[Room], Awaitable[Left]]] = {
    "wish": _wish,
    "question": _question,
    "tournament": _tournament,
    "round": _round,
    "choice": _choice,
    "ready check": _ready_check,
    "lobby": _lobby,
}


@pytest.mark.parametrize("kind", KINDS)
async def test_what_lasts_ends_when_it_would_have(room: Room, kind: str) -> None:
    left = await KINDS[kind](room)
    for after in (0.0, 30.0, HOUR):
        await room.advance(after)
        before = await left(room)
        room.clock.jump(-SPAN)
        await room.tables.presence.look()
        await room.advance(1.0)
        assert before - await left(room) == pytest.approx(1.0, abs=16.0), after


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
async def test_what_begins_afterwards_is_not_concerned(room: Room, kind: str) -> None:
    await room.advance(DAY)
    room.clock.jump(-SPAN)
    await room.tables.presence.look()
    left = await KINDS[kind](room)
    before = await left(room)
    await room.again()
    await room.advance(1.0)
    assert await left(room) == before - 1.0
