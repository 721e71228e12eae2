"""Reminders: one live mention a person and table, in the channel or directly, which goes when they have answered."""

from __future__ import annotations

import discord

from chat.app import App
from chat.cards import board, table
from chat.press.presses import make
from chat.wire.layout import BLUE, PublicCard, button, rows
from chat.wire.text import plain
from data.records import Noted, Shows
from tables.model.models import PRIVATE, TableInfo

MENTION, NEXT = "mention", "next"
"""Kinds of messages: the live mention of the person awaited, and what somebody was told whose turn comes next."""


async def call(app: App, info: TableInfo, user: int) -> None:
    """Mention in the channel somebody who is awaited from now on; they may act there at once."""
    if info.place.guild == PRIVATE:
        return
    shows = Shows(turn=info.turn, stage=info.stage)
    before = await app.tables.messages.get(info.id, MENTION, user)
    if before is not None and before.shows == shows:
        return
    spoken = await table.public_words(app, info)
    name = plain(next(seat.name for seat in info.seats if seat.user == user))
    act = button(
        spoken("cogs.board.turn", name=name),
        make("play.turn", info.id, info.stage),
        style=discord.ButtonStyle.primary,
        emoji="👉",
    )
    link = button(spoken("cogs.hand.board"), url=await table.board_link(app, info))
    question = board.question(await app.tables.looks.view(info.id), spoken)
    text = f"{spoken('cogs.board.your-move', who=f'<@{user}>')} {question}".strip()
    card = PublicCard(text=text, rows=rows([act, link]), pings=(user,), colour=BLUE)
    await app.messenger.post_mention(info, MENTION, user, card, shows)


async def answered(app: App, shown: TableInfo, noted: Noted) -> None:
    """Take away the mentions of those who are awaited no more, and the notices of those who are next no more."""
    for seat, info in enumerate(shown.seats):
        if info.user is None:
            continue
        called = noted.get(MENTION, info.user)
        if called is not None and (seat not in shown.pending or called.shows.stage != shown.stage or shown.state != "playing"):
            await gone(app, shown.id, info.user)
        found = noted.get(NEXT, info.user)
        if found is not None and (found.shows.turn != shown.turn or shown.state != "playing"):
            await gone(app, shown.id, info.user, NEXT)


async def gone(app: App, number: int, user: int, kind: str = MENTION) -> None:
    """Have a person's live mention deleted, if there is one."""
    found = await app.tables.messages.get(number, kind, user)
    if found is not None:
        await app.tables.posts.retire(number, found.channel, found.message, remove=True)
        await app.tables.messages.drop(number, kind, user)
