"""Pinging: once a turn, by the direct message where it goes through, else by a mention."""

from __future__ import annotations

from chat.app import App
from chat.outbox import reminders
from data.records import Noted, Posted, Shows
from tables.model.models import PRIVATE, TableInfo
from tables.time import pace


async def to_ping(app: App, info: TableInfo, noted: Noted) -> list[int]:
    """Who owes a move, gets no direct message and has not been mentioned in this turn yet."""
    found: list[int] = []
    if info.place.guild == PRIVATE:
        return found  # a message there is heard without it
    if not pace.read(info.pace).slow:
        return found  # who is there sees it; others are called after a moment of silence (`tables.time.plan.CALLED`)
    for seat in info.pending:
        user = info.seats[seat].user
        if user is None or user < 0 or info.seats[seat].resigned or user in noted.muted:
            continue
        preferences = await app.tables.people.person(user, noted)
        if app.tables.people.takes_direct(preferences, wanted=info.direct):
            continue
        told = noted.get("ping", user)
        if told is None or told.shows.turn != info.turn:
            found.append(user)
    return found


async def pinged(app: App, info: TableInfo, user: int) -> None:
    """Note that the person has been pinged in this turn."""
    mentioned = Posted(info.place.channel, 0, Shows(turn=info.turn))
    await app.tables.messages.put(info.id, "ping", mentioned, user)


async def ping(app: App, info: TableInfo, user: int) -> None:
    """Mention one person in the channel by a message of its own, if they have not been in this turn."""
    told = await app.tables.messages.get(info.id, "ping", user)
    if (told is not None and told.shows.turn == info.turn) or user in await app.tables.servers.muted(info.id):
        return
    await reminders.call(app, info, user)
    await pinged(app, info, user)


async def mention(app: App, number: int, seat: int) -> None:
    """Call somebody in the channel whose direct message Discord refuses."""
    info = (await app.tables.looks.view(number)).table
    user = info.seats[seat].user if seat in info.pending else None
    if user is not None:
        await ping(app, info, user)
