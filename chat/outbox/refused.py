"""Telling people that a channel cannot be written to; once, until it can be again."""

import logging

import discord

from asking import players
from chat.app import App
from chat.cards import headings
from chat.cards.tournaments import title
from chat.wire.layout import RED, Card
from chat.wire.rest import Outcome, Unwanted, outcome
from data.records import Posted
from tables.model.models import TableInfo
from tables.tournaments.tournament import Tournament

log = logging.getLogger(__name__)


async def tell_host(app: App, number: int) -> None:
    """Tell the host that the bot cannot reach the channel."""
    info = (await app.tables.looks.read(number)).table
    await _tell_once(app, info, info.host, "lost")


async def tell_closed(app: App, number: int) -> None:
    """Tell everybody who plays that the thread is locked, and how to open it."""
    await _tell_all(app, number, "closed")


async def tell_gone(app: App, number: int) -> None:
    """Tell everybody who plays that the channel has been deleted, and how to move the table to another one. If it is that of a
    tournament, the tournament is paused, and everybody who takes part is told that instead.
    """
    info = (await app.tables.looks.read(number)).table
    whole = number if info.tournament is None else info.tournament.number
    found = await _pause_if_gone(app, whole) if await app.tables.tournaments.exists(whole) else None
    if found is not None:
        anchor = (await app.tables.looks.read(whole)).table
        for each in found.active:
            await _tell_once(app, anchor, each.user, "gone")
    elif whole != number or info.state != "cancelled":
        await _tell_all(app, number, "gone")


async def _pause_if_gone(app: App, number: int) -> Tournament | None:
    """Pause a tournament if its channel is gone. Returns it; None if its channel is there."""
    channel = (await app.tables.tournaments.tournament(number)).place.channel
    try:
        await app.messenger.rest.channel(channel)
    except discord.HTTPException as error:
        if outcome(error) is not Outcome.CHANNEL_GONE:
            raise
        return await app.tables.tournaments.channel_gone(number, channel)
    return None


async def tell_refused(app: App, number: int) -> None:
    """Tell everybody who plays that Discord rejects what is to be shown, and how to go on."""
    await _tell_all(app, number, "refused")


async def not_shown(app: App, number: int) -> None:
    """Stop the clocks of those who are shown nothing."""
    await app.tables.times.not_shown(number, lambda user: app.live_replies.alive(number, user, "hand") is not None)


async def _tell_all(app: App, number: int, why: str) -> None:
    info = (await app.tables.looks.read(number)).table
    for seat in info.seats:
        if seat.user is not None and players.playing(seat):
            await _tell_once(app, info, seat.user, why)


async def _tell_once(app: App, info: TableInfo, user: int, why: str) -> None:
    if await app.tables.messages.get(info.id, why, user) is not None:
        return
    spoken = await app.languages.words(user, info.language)
    channel = f"<#{info.place.channel}>"
    if why in {"lost", "gone"} and await app.tables.tournaments.exists(info.id):
        head = title(await app.tables.tournaments.tournament(info.id), spoken)
        card = Card(title=head, text=spoken(f"cogs.tournament.{why}", channel=channel, number=info.id), colour=RED)
    else:
        text = spoken(f"cogs.board.{why}", channel=channel, table=info.id)
        card = Card(title=headings.heading(info, spoken, "cogs.hand.no-title"), text=text, colour=RED)
    try:
        await app.messenger.say_to(user, card, f"{why}-{info.id}-{info.version}", wanted=True)
    except (Unwanted, discord.HTTPException) as error:
        if outcome(error) is Outcome.LATER:
            raise
        log.info("cannot notify a person", extra={"table": info.id, "why": outcome(error).value})
    await app.tables.messages.put(info.id, why, Posted(info.place.channel, 0), user)
