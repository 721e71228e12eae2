"""Threads of tables: opened beneath the lobby when the game begins, archived some time after it is over.

A thread opened from a message has the message's own id, and there can be only one: whenever we die, opening it again finds the
one that stands. Until it is noted where it stands, the table's `home` is its place itself.
"""

import logging
from collections.abc import Awaitable, Callable
from functools import partial

import discord
import msgspec

from chat.app import App
from chat.cards import board, lobby, result, table
from chat.wire import limits
from chat.wire.layout import GREY, PublicCard, button, rows
from chat.wire.messenger import Closed, Spot
from chat.wire.rest import Outcome, outcome
from chat.wire.text import cut, link, plain
from data.records import Noted, Posted, Shows
from tables.model.models import TableInfo

log = logging.getLogger(__name__)

MEMBERS = "members"
"""Under this kind of message it is noted that those who play are members of the thread."""

ENDED = "ended"
"""The kind of message that tells the channel of a game that has ended in its thread."""


async def compact(app: App, info: TableInfo) -> bool:
    """Whether the table has ONE board message, which is edited through the game."""
    if info.home is not None or not info.place.guild:
        return False
    return (await app.tables.servers.server_settings(info.place.guild)).boards != "turns"


async def opened(app: App, info: TableInfo) -> TableInfo:
    """The table in its thread, if it is to have one and has none yet; where none can be opened it stays in the channel."""
    if info.state != "playing" or info.home is None or info.home != info.place.channel:
        return info
    try:
        thread = await _open(app, info)
    except (Closed, discord.HTTPException) as error:
        if outcome(error) is Outcome.LATER:
            raise
        code = str(error.code) if isinstance(error, discord.HTTPException) else "locked"
        log.info("thread could not be opened", extra={"table": info.id, "code": code})
        guild, channel = info.place.guild, str(info.place.channel)
        await app.tables.servers.note_in_server(guild, 0, "no-thread", channel=channel, table=str(info.id), code=code)
        thread = None
    return (await app.tables.endings.settle(info.id, thread)).table


async def _open(app: App, info: TableInfo) -> int:
    words = await table.public_words(app, info)
    people = ", ".join(plain(seat.name) for seat in info.seats)
    head = table.in_tournament(info, words) or f"♜ {words(f'{info.game}.short')}"
    name = cut(f"{head} · {people}", limits.THREAD_NAME)
    found = await app.tables.messages.get(info.id, "lobby")
    if found is not None:
        try:
            return await app.messenger.open_thread(Spot(found.channel, found.message), name)
        except discord.HTTPException as error:
            if outcome(error) is not Outcome.MESSAGE_GONE:
                raise
    spot = await app.messenger.post(info, "lobby", await lobby.card(app, info, words), Shows())
    return await app.messenger.open_thread(spot, name)


def joining(info: TableInfo, noted: Noted) -> list[int]:
    """Who has to be mentioned in the table's thread to become its member: until one message has done so, all who play."""
    if info.home is None or info.home == info.place.channel or noted.get(MEMBERS) is not None:
        return []
    return [seat.user for seat in info.seats if seat.user is not None and seat.user > 0 and table.playing(seat)]


async def joined(app: App, info: TableInfo) -> None:
    """They have been mentioned."""
    await app.tables.messages.put(info.id, MEMBERS, Posted(info.place.channel, 0))


async def kept(app: App, info: TableInfo) -> None:
    """Keep the table's thread from being archived while the game runs. Where it is locked, it is left as it is."""
    if info.state == "playing":
        await _have(app.messenger.keep_open, info)


async def woken(app: App, info: TableInfo) -> None:
    """The game is over: Discord archives the table's thread an hour after the last message in it. One that is archived is
    opened for so long, since no message in it could be edited.
    """
    await _have(app.messenger.archive_later, info)


async def _have(request: Callable[[int], Awaitable[None]], info: TableInfo) -> None:
    """Ask for something about the table's thread, if it has one; what Discord refuses for good is left as it is."""
    if info.home is None or info.home == info.place.channel:
        return
    try:
        await request(info.place.channel)
    except discord.HTTPException as error:
        if outcome(error) is Outcome.LATER:
            raise
        log.info("thread stays as it is", extra={"table": info.id, "code": error.code})


async def closed(app: App, info: TableInfo) -> None:
    """The game is over: the channel gets one line with the winner and the way to the end in the thread. The thread is
    archived later, with no buttons of the game left in it: until then everybody can press what stands below the end.
    """
    if info.home is None or info.home == info.place.channel:
        return
    try:
        await _tell(app, info)
    except (Closed, discord.HTTPException) as error:
        if outcome(error) is Outcome.LATER:
            raise
        log.info("channel is not told of the end", extra={"table": info.id})
    if await app.messenger.clean(info.id, partial(board.turn_was, app, info.id)) is None:
        await woken(app, info)


async def _tell(app: App, info: TableInfo) -> None:
    noted = await app.tables.messages.of(info.id)
    final = noted.get("final")
    if final is None or final.channel == info.home:
        return
    words = await table.public_words(app, info, noted)
    way = button(words("cogs.lobby.to-result"), url=link(info.place.guild, final.channel, final.message))
    text = words("cogs.thread.ended", game=table.game_name(info.game, words), table=info.id, how=result.briefly(info, words))
    card = PublicCard(text=text, rows=rows([way]), colour=GREY)
    await app.messenger.put_over(noted.get(ENDED), at_home(info), ENDED, card, Shows(turn=info.turn), silent=True)


def at_home(info: TableInfo) -> TableInfo:
    """The table as if it were played in the channel that it was opened in."""
    assert info.home is not None
    return msgspec.structs.replace(info, place=msgspec.structs.replace(info.place, channel=info.home), home=None)
