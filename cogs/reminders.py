"""Snoozing reminders, by the button on the reminder itself."""

import logging
from collections.abc import Collection, Iterable, Iterator, Sequence

import discord

from asking import players
from chat.app import App
from chat.cards import clocks, headings
from chat.outbox import refused, reminders
from chat.outbox.deleted import note_deleted_board
from chat.outbox.deliveries import delivers
from chat.press.answer import Ack, Answer, On
from chat.press.presses import Cog, Press, pressed_number, verb
from chat.wire.layout import BLUE, Card, rows
from chat.wire.messenger import Closed
from chat.wire.outcomes import Outcome, Unwanted, outcome
from data.records.messages import Noted, Shows
from engines.contract import Seat
from tables.errors import Refusal
from tables.model.outbox_rows import OutboxRow, RemindRow
from tables.model.table_info import PRIVATE, TableInfo

AT_MOST_SECONDS = 7 * 24 * 3600
"""Maximum seconds that a reminder can be snoozed."""

log = logging.getLogger(__name__)


class Reminders(Cog):
    """The buttons on a reminder."""

    @verb("reminders.snooze", Ack.KEEP, On.CHANNEL | On.DIRECT)
    async def snooze(self, answer: Answer, press: Press) -> None:
        """Snooze a reminder: the mention is deleted, and sent again later."""
        seconds = float(pressed_number(press.word))
        if not 0 < seconds <= AT_MOST_SECONDS:
            raise Refusal("cogs.refusal.unknown-press")
        await answer.tables.times.snooze(press.table, answer.user, seconds, request=answer.request)
        await reminders.delete_mention(self.app, press.table, answer.user)
        await answer.tables.outbox.tidy(press.table, 0.0)
        await answer.say("cogs.remind.snoozed", time=clocks.lasting(seconds, answer.words))

    @delivers(RemindRow)
    async def remind(self, row: OutboxRow, payload: RemindRow, _noted: Noted) -> None:
        """Remind the people in the row's seats who are still awaited."""
        await self._seen_off(row.subject, payload.seats)
        if payload.why in {"plan", "alone"}:
            await self._show_deleted_board(row.subject)
        await _remind(self.app, row, payload)

    async def _seen_off(self, number: int, seats: Iterable[Seat]) -> None:
        """Let the computer player go on for awaited people who are no longer in the server."""
        info = (await self.app.tables.looks.read(number)).info
        for seat in set(seats).intersection(info.pending):
            user = info.seats[seat].user
            if user is not None and players.playing(info.seats[seat]) and not await self.app.messenger.is_here(info, user):
                await self.app.tables.endings.left_server(number, user)

    async def _show_deleted_board(self, number: int) -> None:
        """Have the board posted again if somebody has deleted it."""
        if await note_deleted_board(self.app, (await self.app.tables.looks.read(number)).info):
            await self.app.tables.show_again(number)


async def _remind(app: App, row: OutboxRow, payload: RemindRow) -> None:
    """Remind the people in the row's seats who are still awaited (or not yet on turn), each the way they want it, once however
    often it is tried.
    """
    shown = (await app.tables.looks.read(row.subject)).info
    if shown.state != "playing":
        return
    muted = await app.tables.servers.muting_users(shown.id)
    users = list(_people_to_remind(shown, payload, muted))
    if payload.why == "call":
        await _call(app, shown, users)
        return
    noted = await app.tables.messages.of(shown.id)
    kind = reminders.NEXT if payload.why == "next" else reminders.MENTION
    shows = Shows(turn=shown.turn, stage=shown.stage, request=row.id)
    private = shown.place.guild == PRIVATE  # only a press allows a mention there
    publicly = []
    for user in users:
        if (before := noted.get(kind, user)) is not None and before.shows == shows:
            continue
        directly = payload.direct or private or user in muted
        if directly and await _directly(app, shown, user, payload.why, shows):
            await app.tables.times.note_shown(shown.id, user)
        elif payload.why != "next" and not private and user not in muted:
            publicly.append(user)
    if publicly:
        await _publicly(app, shown, publicly, payload.why, shows)


def _people_to_remind(shown: TableInfo, payload: RemindRow, muted: Collection[int]) -> Iterator[int]:
    """Yields the users to remind. People who have muted the table get only the reminder before a clock runs out, and calls."""
    for seat in payload.seats:
        info = shown.seats[seat] if seat < len(shown.seats) else None
        if info is None or info.user is None or info.resigned or (seat in shown.pending) == (payload.why == "next"):
            continue
        running_out = payload.why == "plan" and shown.timing.of(seat).due is not None
        if info.user not in muted or running_out or payload.why == "call":
            yield info.user


async def _call(app: App, info: TableInfo, users: Sequence[int]) -> None:
    """Call awaited people by name where the game is, once a turn, unless they get hands as direct messages."""
    called = []
    for user in users:
        preferences = await app.tables.people.person(user)
        if info.place.guild != PRIVATE and not app.tables.people.takes_direct(preferences, wanted=info.direct):
            called.append(user)
    try:
        await reminders.ping(app, info, called)
    except (Closed, discord.HTTPException) as error:
        if outcome(error) is Outcome.LATER:
            raise
        log.info("cannot call the players", extra={"table": info.id, "error": type(error).__name__})
        await refused.not_shown(app, info.id)
    else:
        for user in called:
            await app.tables.times.note_shown(info.id, user)


async def _publicly(app: App, info: TableInfo, users: Sequence[int], why: str, shows: Shows) -> None:
    """Remind people in the channel, or directly if Discord refuses that: a missing channel must not make anybody late."""
    try:
        await reminders.remind(app, info, users, shows, why)
    except (Closed, discord.HTTPException) as error:
        if outcome(error) is not Outcome.LATER and not all([await _directly(app, info, user, why, shows) for user in users]):
            await refused.not_shown(app, info.id)
        raise
    for user in users:
        await app.tables.times.note_shown(info.id, user)


async def _directly(app: App, info: TableInfo, user: int, why: str, shows: Shows) -> bool:
    """Returns whether the person could be reminded in private."""
    await reminders.leave_call(app, info.id, user)
    spoken = await app.languages.words(user, info.language)
    said, wanted = ("plan", info.direct) if why == "gathered" else (why, why != "alone")
    text = f"{spoken(f'cogs.remind.{said}')} {'' if why == 'next' else reminders.due_text(info, [user], spoken)}".strip()
    buttons = await reminders.buttons(app, info, spoken, snooze=why != "next")
    card = Card(title=headings.heading(info, spoken, "cogs.hand.no-title"), text=text, rows=rows(buttons), colour=BLUE)
    try:
        kind = reminders.NEXT if why == "next" else reminders.MENTION
        aloud = await reminders.notifies(app, info, user, why)
        await app.messenger.post_to(info, kind, user, card, shows, wanted=wanted, silent=not aloud)
    except Unwanted:
        return False
    return True
