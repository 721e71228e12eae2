"""Threads of tables: opened beneath the lobby when the game begins, put into the archive when it is over.

A thread opened from a message has the message's own id, and there can be only one: whenever we die, opening it again finds the
one that stands. Until it is noted where it stands, the table's `home` is its place itself.
"""

from __future__ import annotations

import logging

import discord

from chat.app import App
from chat.cards import lobby, past, table
from chat.wire import limits
from chat.wire.layout import GREY, PublicCard, button, rows
from chat.wire.messenger import Closed, Spot
from chat.wire.rest import Outcome, outcome
from chat.wire.text import cut, link, plain
from data.records import Posted, Shows
from tables.model.models import TableInfo

log = logging.getLogger(__name__)

ENDED = "ended"
"""Under this kind of message it is noted that the thread has been told of the end."""


async def compact(app: App, shown: TableInfo) -> bool:
    """Whether the table has ONE board message, which is edited through the game."""
    if shown.home is not None or not shown.place.guild:
        return False
    return (await app.tables.servers.server_settings(shown.place.guild)).boards != "turns"


async def opened(app: App, shown: TableInfo) -> TableInfo:
    """The table in its thread, if it is to have one and has none yet; where none can be opened it stays in the channel."""
    if shown.state != "playing" or shown.home is None or shown.home != shown.place.channel:
        return shown
    try:
        thread = await _open(app, shown)
    except (Closed, discord.HTTPException) as error:
        if outcome(error) is Outcome.LATER:
            raise
        code = str(error.code) if isinstance(error, discord.HTTPException) else "locked"
        log.info("thread could not be opened", extra={"table": shown.id, "code": code})
        guild, channel = shown.place.guild, str(shown.place.channel)
        await app.tables.servers.note_in_server(guild, 0, "no-thread", channel=channel, table=str(shown.id), code=code)
        thread = None
    return (await app.tables.endings.settle(shown.id, thread)).table


async def _open(app: App, shown: TableInfo) -> int:
    words = await table.public_words(app, shown)
    people = ", ".join(plain(seat.name) for seat in shown.seats)
    head = table.in_tournament(shown, words) or f"{table.game_name(shown.game, words)} {shown.id}"
    name = cut(f"{head} · {people}", limits.THREAD_NAME)
    found = await app.tables.messages.get(shown.id, "lobby")
    if found is not None:
        try:
            return await app.messenger.open_thread(Spot(found.channel, found.message), name)
        except discord.HTTPException as error:
            if outcome(error) is not Outcome.MESSAGE_GONE:
                raise
    spot = await app.messenger.post(shown, "lobby", await lobby.card(app, shown, words), Shows())
    return await app.messenger.open_thread(spot, name)


async def closed(app: App, shown: TableInfo) -> None:
    """The game is over: the thread is told where the result stands, and put into the archive with no buttons left in it."""
    if shown.home is None or shown.home == shown.place.channel:
        return
    try:
        await _close(app, shown)
    except (Closed, discord.HTTPException) as error:
        if outcome(error) is Outcome.LATER:
            raise
        log.info("thread stays as it is", extra={"table": shown.id})


async def _close(app: App, shown: TableInfo) -> None:
    messages, channel = app.tables.messages, shown.place.channel
    final = await messages.get(shown.id, "final")
    if final is not None and await messages.get(shown.id, ENDED) is None:
        words = await table.public_words(app, shown)
        way = button(words("cogs.thread.result"), url=link(shown.place.guild, final.channel, final.message))
        card = PublicCard(text=words("cogs.thread.over"), rows=rows([way]), colour=GREY)
        await app.messenger.say(channel, card, f"end-{shown.id}", silent=True)
        await messages.put(shown.id, ENDED, Posted(channel, 0))
    if await app.messenger.clean(shown.id, past.of(app, shown.id)) is None:
        await app.messenger.archive(channel)
