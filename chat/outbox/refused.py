"""Telling people that a channel cannot be written to; once, until it can be again."""

import logging

import discord

from chat.app import App
from chat.cards import table
from chat.wire.layout import RED, Card
from chat.wire.rest import Outcome, Unwanted, outcome
from data.records import Posted
from tables.model.models import TableInfo

log = logging.getLogger(__name__)


async def tell_host(app: App, number: int) -> None:
    """Tell the host that the bot cannot reach the channel."""
    info = (await app.tables.looks.view(number)).table
    await _tell_once(app, info, info.host, "lost")


async def tell_closed(app: App, number: int) -> None:
    """Tell everybody who plays that the thread is locked, and how to open it."""
    await _tell_all(app, number, "closed")


async def tell_gone(app: App, number: int) -> None:
    """Tell everybody who plays that the channel has been deleted, and how to move the table to another one."""
    await _tell_all(app, number, "gone")


async def tell_refused(app: App, number: int) -> None:
    """Tell everybody who plays that Discord rejects what is to be shown, and how to go on."""
    await _tell_all(app, number, "refused")


async def not_shown(app: App, number: int) -> None:
    """Stop the clocks of those who are shown nothing."""
    await app.tables.times.not_shown(number, lambda user: app.replies.alive(number, user, "hand") is not None)


async def _tell_all(app: App, number: int, why: str) -> None:
    info = (await app.tables.looks.view(number)).table
    for seat in info.seats:
        if seat.user is not None and table.playing(seat):
            await _tell_once(app, info, seat.user, why)


async def _tell_once(app: App, info: TableInfo, user: int, why: str) -> None:
    if await app.tables.messages.get(info.id, why, user) is not None:
        return
    spoken = await app.languages.words(user, info.language)
    text = spoken(f"cogs.board.{why}", channel=f"<#{info.place.channel}>", table=info.id)
    card = Card(title=table.heading(info, spoken, "cogs.hand.no-title"), text=text, colour=RED)
    try:
        await app.messenger.say_to(user, card, f"{why}-{info.id}-{info.version}", wanted=True)
    except (Unwanted, discord.HTTPException) as error:
        if outcome(error) is Outcome.LATER:
            raise
        log.info("person could not be told", extra={"table": info.id, "why": outcome(error).value})
    await app.tables.messages.put(info.id, why, Posted(info.place.channel, 0), user)
