"""Calling people, once a turn: by direct message if it arrives, else by a mention in the channel, which is deleted when they
have answered.
"""

import discord

from asking.names import plain
from chat.app import App
from chat.cards import audiences, board_question, links
from chat.press.presses import make
from chat.wire.layout import BLUE, PublicCard, button, rows
from chat.wire.text import mentions
from data.records import Noted, Posted, Shows
from tables.model.table_info import PRIVATE, TableInfo
from tables.time import timing

MENTION, NEXT = "mention", "next"
"""Kinds of messages: the mention of the person awaited, and the notice to the person whose turn comes next."""


async def call(app: App, info: TableInfo, user: int) -> None:
    """Mention a person in the channel who is awaited from now on. They may answer immediately."""
    if info.place.guild == PRIVATE:
        return
    shows = Shows(turn=info.turn, stage=info.stage)
    before = await app.tables.messages.get(info.id, MENTION, user)
    if before is not None and before.shows == shows:
        return
    spoken = await audiences.public_words(app, info)
    name = plain(next(seat.name for seat in info.seats if seat.user == user))
    act = button(
        spoken("cogs.board.turn", name=name),
        make("play.turn", info.id, info.stage),
        style=discord.ButtonStyle.primary,
        emoji="👉",
    )
    link = await links.to_board(app, info, spoken)
    question = board_question.open_question(await app.tables.looks.read(info.id), spoken)
    text = f"{spoken.count('cogs.board.your-move', 1, names=mentions([user]))} {question}".strip()
    card = PublicCard(text=text, rows=rows([act, link]), pings=(user,), colour=BLUE)
    aloud = await app.tables.people.calls_aloud(user, info)
    await app.messenger.post_mention(info, MENTION, user, card, shows, silent=not aloud)


async def delete_answered(app: App, shown: TableInfo, noted: Noted) -> None:
    """Delete the mentions of people no longer awaited, and the notices of people who are no longer next."""
    for seat, info in enumerate(shown.seats):
        if info.user is None:
            continue
        called = noted.get(MENTION, info.user)
        if called is not None and (seat not in shown.pending or called.shows.stage != shown.stage or shown.state != "playing"):
            await delete_mention(app, shown.id, info.user)
        found = noted.get(NEXT, info.user)
        if found is not None and (found.shows.turn != shown.turn or shown.state != "playing"):
            await delete_mention(app, shown.id, info.user, NEXT)


async def delete_mention(app: App, number: int, user: int, kind: str = MENTION) -> None:
    """Have a person's mention deleted, if there is one."""
    found = await app.tables.messages.get(number, kind, user)
    if found is not None:
        await app.tables.posts.retire(number, found.channel, found.message, remove=True)
        await app.tables.messages.drop(number, kind, user)


async def to_ping(app: App, info: TableInfo, noted: Noted) -> list[int]:
    """Returns the people who owe a move, get no direct message and have not been mentioned in this turn."""
    found: list[int] = []
    if info.place.guild == PRIVATE:
        return found  # a message there notifies without it
    if info.timing.reveal is not None:
        return found  # see `ping`
    if not timing.read_pace(info.pace).slow:
        return found  # people who are there see it; others are called after a short silence (`tables.time.plan.CALLED`)
    for seat in info.pending:
        user = info.seats[seat].user
        if user is None or user < 0 or info.seats[seat].resigned or user in noted.muted:
            continue
        preferences = await app.tables.people.person(user, noted)
        if app.tables.people.takes_direct(preferences, wanted=info.direct):
            continue
        mention = noted.get("ping", user)
        if mention is None or mention.shows.turn != info.turn:
            found.append(user)
    return found


async def note_ping(app: App, info: TableInfo, user: int) -> None:
    """Note that the person has been pinged in this turn."""
    mentioned = Posted(info.place.channel, 0, Shows(turn=info.turn))
    await app.tables.messages.put(info.id, "ping", mentioned, user)


async def ping(app: App, info: TableInfo, user: int) -> None:
    """Mention one person in the channel with a separate message, unless they have been mentioned in this turn, or a look begins
    it: then they are called with what it shows.
    """
    if info.timing.reveal is not None:
        return
    mention = await app.tables.messages.get(info.id, "ping", user)
    if (mention is not None and mention.shows.turn == info.turn) or user in await app.tables.servers.muting_users(info.id):
        return
    await call(app, info, user)
    await note_ping(app, info, user)


async def mention(app: App, number: int, seat: int) -> None:
    """Call a person in the channel whose direct message Discord refuses."""
    info = (await app.tables.looks.read(number)).info
    user = info.seats[seat].user if seat in info.pending else None
    if user is not None:
        await ping(app, info, user)
