"""Game nights, for tests."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sandbox import Person
from sandbox.client import JSON
from tables.model.people import Person as Somebody
from tables.nights.night import Night, Reply
from tables.service.service import TableService
from tables.time.timing import DAY, HOUR, MINUTE
from tests.support.manual_clock import ManualClock
from tests.support.world import World, eventually
from tests.tables.conftest import ANNA, HERE, Room


def ahead(world: World, days: int) -> str:
    """Returns the day that is this many days ahead, as a command takes it."""
    return f"{datetime.fromtimestamp(world.tables.clock.now() + days * DAY, UTC):%Y-%m-%d}"


async def card_of(world: World, person: Person) -> JSON:
    """Returns the card of the only night, as somebody sees it."""
    [(number,)] = await world.ask("SELECT id FROM nights")
    await eventually(lambda: world.standing(number, "night"))
    return await world.message(person, number, "night")


async def at_time(world: World, clock: ManualClock, when: float) -> None:
    """Move the time on to `when`, and a little more, until what is due then has been sent."""
    await world.later(when - clock.now())
    await world.later(3.0)


async def open_night(tables: TableService, starts: float, request: int | None = None, **wanted: Any) -> Night:
    """Returns a night of coins that Anna has opened."""
    night = Night(**{"place": HERE, "language": "en", "host": ANNA.user, "game": "coins", "starts": starts, **wanted})
    return await tables.nights.open_night(ANNA, night, request=request)


async def planned(room: Room, *people: Somebody, ahead: float = DAY, reply: Reply = "yes", **wanted: Any) -> Night:
    """Returns a night that is a day away, to which Anna comes, and these people as well."""
    night = await open_night(room.tables, room.clock.now() + ahead, **wanted)
    for person in people:
        night = await room.tables.nights.reply(night.id, person, reply)
    return night


async def begun(room: Room, *people: Somebody, **wanted: Any) -> Night:
    """Returns a night that has just begun, where these people are."""
    night = await planned(room, *people, ahead=HOUR, **wanted)
    await room.advance(HOUR)
    for person in people:
        night = await room.tables.nights.arrive(night.id, person)
    return night


async def drawn(room: Room, *people: Somebody, **wanted: Any) -> Night:
    """Returns the night after its first draw among these people."""
    night = await begun(room, *people, **wanted)
    await room.advance(5 * MINUTE)
    return await later(room, night)


async def later(room: Room, night: Night) -> Night:
    """Returns the night as it is now."""
    await room.advance(1.0)
    return await room.tables.nights.night(night.id)


async def companies(room: Room, night: Night) -> list[set[int]]:
    """Returns who sits at each of its tables."""
    return [(await room.tables.looks.read(table)).info.people for table in night.tables]


async def finish(room: Room, night: Night) -> None:
    """End all its games: everybody leaves but the last."""
    for table in night.tables:
        info = (await room.tables.looks.read(table)).info
        if info.state == "playing":
            people = sorted(info.people)
            for user in people[:-1]:
                await room.tables.endings.resign(table, user)
            await room.tables.endings.claim(table, people[-1])
