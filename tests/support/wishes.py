"""Wishes of people who look for a game, for tests."""

from __future__ import annotations

from typing import Any

from tables.matchmaking.wishes import Wish, WishList
from tables.model.people import Person
from tables.time.timing import DAY, MINUTE
from tests.tables.conftest import HERE, Room


def slow_wish(person: Person, since: float) -> Wish:
    """Returns what somebody wants who looks for a slow game of coins for two days."""
    return Wish(
        user=person.user,
        name=person.name,
        language="en",
        games=("coins",),
        speeds=("days",),
        since=since,
        until=since + 2 * DAY,
        live_until=since,
    )


async def look(room: Room, person: Person, **wanted: Any) -> WishList:
    now = room.clock.now()
    wish = Wish(
        **{
            "user": person.user,
            "name": person.name,
            "language": "en",
            "games": ("steps", "coins"),
            "speeds": ("days",),
            "since": now,
            "until": now + DAY,
            "live_until": now + 15 * MINUTE,
            **wanted,
        }
    )
    return await room.tables.matchmaking.look_for_game(person, HERE, wish, language="en")


async def look_instead(room: Room, person: Person, table: int, request: int) -> WishList:
    wish = slow_wish(person, room.clock.now())
    return await room.tables.matchmaking.look_instead(person, table, wish, language="en", request=request)


async def told(room: Room, kind: type) -> list[Any]:
    return [payload for _, payload in await room.mail() if isinstance(payload, kind)]


async def state(room: Room) -> WishList:
    found = await room.tables.matchmaking.list_in(HERE)
    assert found is not None
    return found


async def agree(room: Room, *people: Person) -> None:
    for person in people:
        now = await state(room)
        await room.tables.matchmaking.answer(now.id, now.matches[0].number, person.user, comes=True)
    await room.advance(1.0)
