"""Reminders: one live mention a person and table, in the channel or directly, which goes when they have answered."""

from __future__ import annotations

import logging

import discord

from chat.app import App
from chat.cards import table, timing
from chat.press.presses import make
from chat.wire.layout import BLUE, Button, Card, PublicCard, button, rows
from chat.wire.messenger import Closed
from chat.wire.rest import Outcome, Unwanted, outcome
from data.records import Shows
from data.words import Words
from tables.model.models import PRIVATE, TableInfo
from tables.model.outbox_rows import OutboxRow, RemindRow
from tables.time import pace

log = logging.getLogger(__name__)

MENTION, NEXT = "mention", "next"
"""Kinds of messages: the live mention of who is awaited, and what somebody was told whose turn comes next."""

SNOOZES = {"live": (60,), "days": (3600, 4 * 3600), "free": (4 * 3600, 24 * 3600)}
"""Seconds that a reminder can be put off by, by the kind of the pace."""


async def remind(app: App, row: OutboxRow, told: RemindRow) -> None:
    """Remind those of the row's seats who are still awaited (or not yet on turn), each as they want it, once however often
    it is tried.
    """
    shown = (await app.tables.looks.view(row.table)).table
    if shown.state != "playing":
        return
    muted = await app.tables.servers.muted(shown.id)
    for seat in told.seats:
        info = shown.seats[seat] if seat < len(shown.seats) else None
        if info is None or info.user is None or info.resigned or (seat in shown.pending) == (told.why == "next"):
            continue
        if info.user in muted and (told.why != "plan" or shown.timing.of(seat).due is None):
            continue  # who has muted the table hears of it once more: before a clock runs out
        before = await app.tables.messages.get(shown.id, NEXT if told.why == "next" else MENTION, info.user)
        shows = Shows(turn=shown.turn, stage=shown.stage, request=row.id)
        if before is not None and before.shows == shows:
            continue
        private = shown.place.guild == PRIVATE  # where nobody is mentioned but by a press
        alone = told.direct or private or info.user in muted
        directly = alone and await _directly(app, shown, info.user, told.why, shows)
        if not directly and told.why != "next" and not private and info.user not in muted:
            try:
                await _publicly(app, shown, info.user, shows)
            except (Closed, discord.HTTPException) as error:
                if outcome(error) is not Outcome.LATER:
                    await _directly(app, shown, info.user, told.why, shows)  # nobody is late for want of a channel
                raise


async def call(app: App, shown: TableInfo, user: int) -> None:
    """Mention in the channel somebody who is awaited from now on."""
    if shown.place.guild == PRIVATE:
        return
    shows = Shows(turn=shown.turn, stage=shown.stage)
    before = await app.tables.messages.get(shown.id, MENTION, user)
    if before is not None and before.shows == shows:
        return
    spoken = await table.public_words(app, shown)
    link = button(spoken("cogs.hand.board"), url=await table.board_link(app, shown))
    card = PublicCard(text=spoken("cogs.board.your-move", who=f"<@{user}>"), rows=rows([link]), pings=(user,), colour=BLUE)
    await app.messenger.post_mention(shown, MENTION, user, card, shows)


async def answered(app: App, shown: TableInfo) -> None:
    """Take away the mentions of those who are awaited no more, and the notices of those who are next no more."""
    for seat, info in enumerate(shown.seats):
        if info.user is None:
            continue
        called = await app.tables.messages.get(shown.id, MENTION, info.user)
        if called is not None and (seat not in shown.pending or called.shows.stage != shown.stage or shown.state != "playing"):
            await gone(app, shown.id, info.user)
        found = await app.tables.messages.get(shown.id, NEXT, info.user)
        if found is not None and (found.shows.turn != shown.turn or shown.state != "playing"):
            await gone(app, shown.id, info.user, NEXT)


async def gone(app: App, number: int, user: int, kind: str = MENTION) -> None:
    """Have a person's live mention deleted, if there is one."""
    found = await app.tables.messages.get(number, kind, user)
    if found is not None:
        await app.tables.posts.retire(number, found.channel, found.message, remove=True)
        await app.tables.messages.drop(number, kind, user)


async def _publicly(app: App, shown: TableInfo, user: int, shows: Shows) -> None:
    spoken = await table.public_words(app, shown)
    text = spoken("cogs.board.remind", who=f"<@{user}>")
    buttons = await _buttons(app, shown, spoken)
    card = PublicCard(text=f"{text} {_due(shown, user, spoken)}".strip(), rows=rows(buttons), pings=(user,), colour=BLUE)
    await app.messenger.post_mention(shown, MENTION, user, card, shows)


async def _directly(app: App, shown: TableInfo, user: int, why: str, shows: Shows) -> bool:
    """Whether the person could be told in private."""
    spoken = await app.languages.words(user, shown.language)
    text = f"{spoken(f'cogs.remind.{why}')} {'' if why == 'next' else _due(shown, user, spoken)}".strip()
    buttons = await _buttons(app, shown, spoken, snooze=why != "next")
    card = Card(title=table.heading(shown, spoken, "cogs.hand.no-title"), text=text, rows=rows(buttons), colour=BLUE)
    try:
        await app.messenger.post_to(shown, NEXT if why == "next" else MENTION, user, card, shows)
    except Unwanted:
        return False
    return True


def _due(shown: TableInfo, user: int, words: Words) -> str:
    seat = next(seat for seat, info in enumerate(shown.seats) if info.user == user)
    due = shown.timing.of(seat).due
    return "" if due is None else words("cogs.board.deadline", when=timing.moment(due))


async def _buttons(app: App, shown: TableInfo, words: Words, *, snooze: bool = True) -> list[Button]:
    """The way to the board, and putting the reminder off."""
    found = [button(words("cogs.hand.board"), url=await table.board_link(app, shown))]
    if snooze:
        for seconds in SNOOZES[pace.read(shown.pace).kind]:
            label = words("cogs.remind.snooze", time=timing.lasting(seconds, words))
            found.append(button(label, make("snooze", shown.id, shown.stage, (str(seconds),)), emoji="💤"))
    return found
