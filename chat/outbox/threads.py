"""Threads of tables: opened below the lobby when the game begins, archived some time after it is over.

A thread opened from a message has the message's own id, and there can be only one. So after a crash, opening it again finds the
existing one. Until its place is noted, the table's `home` is its place itself. A tournament's game has no card in the channel:
one is posted to open the thread from it, and deleted when the thread is noted.
"""

import logging
from collections.abc import Awaitable, Callable
from functools import partial

import discord
import msgspec

from asking import players
from asking.names import plain
from chat.app import App
from chat.cards import audiences, board_lines, end_card, headings, lobby
from chat.wire import limits
from chat.wire.messenger import Closed
from chat.wire.outcomes import Outcome, outcome
from chat.wire.text import clip
from data.records.messages import Noted, Posted, Shows
from tables.model.table_info import TableInfo

log = logging.getLogger(__name__)

MEMBERS = "members"
"""The kind of message under which it is noted that the players are members of the thread."""

ENDED = "ended"
"""The kind of message that announces in the channel that a game has ended in its thread."""


async def compact(app: App, info: TableInfo) -> bool:
    """Returns whether the table has a single board message, which is edited throughout the game."""
    if info.home is not None or not info.place.guild:
        return False
    return (await app.tables.servers.server_settings(info.place.guild)).boards != "turns"


async def in_thread(app: App, info: TableInfo) -> TableInfo:
    """Returns the table in its thread, opening one if it should have one. If that fails, the table stays in the channel."""
    if info.state != "playing" or info.home is None or info.home != info.place.channel:
        return info
    try:
        thread = await _open(app, info)
    except (Closed, discord.HTTPException) as error:
        if outcome(error) is Outcome.LATER:
            raise
        code = str(error.code) if isinstance(error, discord.HTTPException) else "locked"
        log.info("cannot open a thread", extra={"table": info.id, "code": code})
        guild, channel = info.place.guild, str(info.place.channel)
        await app.tables.servers.note_in_server(guild, 0, "no-thread", channel=channel, table=str(info.id), code=code)
        thread = None
    settled = (await app.tables.endings.settle(info.id, thread)).info
    if info.tournament is not None:
        await app.messenger.remove(settled, "lobby")
    return settled


async def _open(app: App, info: TableInfo) -> int:
    words = await audiences.public_words(app, info)
    people = ", ".join(plain(seat.name) for seat in info.seats)
    head = headings.in_tournament(info, words) or f"♜ {words(f'{info.game}.short')}"
    name = clip(f"{head} · {people}", limits.THREAD_NAME)
    found = await app.tables.messages.get(info.id, "lobby")
    if found is not None:
        try:
            return await app.messenger.rest.open_thread(found.channel, found.message, name)
        except discord.HTTPException as error:
            if outcome(error) is not Outcome.MESSAGE_GONE:
                raise
    spot = await app.messenger.post(info, "lobby", await lobby.card(app, info, words), Shows())
    return await app.messenger.rest.open_thread(*spot, name)


def joining(info: TableInfo, noted: Noted) -> list[int]:
    """Returns who must be mentioned in the thread to become a member: everybody who plays, until one message has done so."""
    if info.home is None or info.home == info.place.channel or noted.get(MEMBERS) is not None:
        return []
    return [seat.user for seat in info.seats if seat.user is not None and seat.user > 0 and players.playing(seat)]


async def note_joined(app: App, info: TableInfo) -> None:
    """Note that they have been mentioned."""
    await app.tables.messages.put(info.id, MEMBERS, Posted(info.place.channel, 0))


async def keep_open(app: App, info: TableInfo) -> None:
    """Keep the table's thread from being archived while the game runs. A locked thread is left alone."""
    if info.state == "playing":
        await _have(app.messenger.rest.keep_open, info)


async def archive_later(app: App, info: TableInfo) -> None:
    """The game is over: have Discord archive the table's thread an hour after its last message. A thread that is archived
    already is opened for that long, since no message in it could be edited.
    """
    await _have(app.messenger.rest.archive_later, info)


async def _have(request: Callable[[int], Awaitable[None]], info: TableInfo) -> None:
    """Make a request about the table's thread, if it has one. A permanent refusal is ignored."""
    if info.home is None or info.home == info.place.channel:
        return
    try:
        await request(info.place.channel)
    except discord.HTTPException as error:
        if outcome(error) is Outcome.LATER:
            raise
        log.info("cannot edit the thread", extra={"table": info.id, "code": error.code})


async def post_outcome(app: App, info: TableInfo) -> None:
    """The game is over: tell it briefly in the channel, with a link to the end in the thread. The thread is
    archived later, without the game's buttons; until then everybody can press the buttons below the end. A tournament tells
    the ends of its games itself.
    """
    if info.home is None or info.home == info.place.channel:
        return
    try:
        if info.tournament is None:
            await _tell(app, info)
    except (Closed, discord.HTTPException) as error:
        if outcome(error) is Outcome.LATER:
            raise
        log.info("cannot post the end of a game in its channel", extra={"table": info.id})
    if await app.messenger.clean(info.id, partial(board_lines.turn_was, app, info.id)) is None:
        await archive_later(app, info)


async def _tell(app: App, info: TableInfo) -> None:
    noted = await app.tables.messages.of(info.id)
    final = noted.get("final")
    if final is None or final.channel == info.home:
        return
    words = await audiences.public_words(app, info, noted)
    reading = await app.tables.looks.read(info.id)
    card = await end_card.outcome(app, reading, words, final)
    await app.messenger.put_over(noted.get(ENDED), at_home(info), ENDED, card, Shows(turn=info.turn), silent=True)


def at_home(info: TableInfo) -> TableInfo:
    """Returns the table as if it were played in the channel in which it was opened."""
    assert info.home is not None
    return msgspec.structs.replace(info, place=msgspec.structs.replace(info.place, channel=info.home), home=None)
