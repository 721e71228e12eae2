"""Pinging: once a turn, by the direct message where it goes through, else by a mention."""

from __future__ import annotations

from chat.app import App
from chat.outbox import reminders
from data.records import Noted, Posted, Shows
from tables.model.models import PRIVATE, TableInfo


async def to_ping(app: App, shown: TableInfo, noted: Noted) -> list[int]:
    """Who owes a move, gets no direct message and has not been mentioned in this turn yet."""
    found: list[int] = []
    if shown.place.guild == PRIVATE:
        return found  # a message there is heard without it
    for seat in shown.pending:
        user = shown.seats[seat].user
        if user is None or user < 0 or shown.seats[seat].resigned or user in noted.muted:
            continue
        preferences = await app.tables.people.person(user, noted)
        if app.tables.people.takes_direct(preferences):
            continue
        told = noted.get("ping", user)
        if told is None or told.shows.turn != shown.turn:
            found.append(user)
    return found


async def pinged(app: App, shown: TableInfo, user: int) -> None:
    """Note that the person has been pinged in this turn."""
    mentioned = Posted(shown.place.channel, 0, Shows(turn=shown.turn))
    await app.tables.messages.put(shown.id, "ping", mentioned, user)


async def ping(app: App, shown: TableInfo, user: int) -> None:
    """Mention one person in the channel by a message of its own, if they have not been in this turn."""
    told = await app.tables.messages.get(shown.id, "ping", user)
    if (told is not None and told.shows.turn == shown.turn) or user in await app.tables.servers.muted(shown.id):
        return
    await reminders.call(app, shown, user)
    await pinged(app, shown, user)


async def mention(app: App, number: int, seat: int) -> None:
    """Call somebody in the channel whose direct message Discord refuses."""
    shown = (await app.tables.looks.view(number)).table
    user = shown.seats[seat].user if seat in shown.pending else None
    if user is not None:
        await ping(app, shown, user)
