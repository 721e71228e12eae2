"""Reminders put off, by the button on the reminder itself."""

from collections.abc import Iterable

from chat.cards import table
from chat.outbox import reminders
from chat.outbox.sender import delivers
from chat.press.answer import Ack, Answer, On
from chat.press.presses import Cog, Press, pressed_number, verb
from cogs.reminders import reminding
from data.records import Noted
from engines.contract import Seat
from tables.errors import Refusal
from tables.model.outbox_rows import OutboxRow, RemindRow

AT_MOST_SECONDS = 7 * 24 * 3600
"""Seconds."""


class Reminders(Cog):
    """What stands on a reminder."""

    @verb("reminders.snooze", Ack.KEEP, On.CHANNEL | On.DIRECT)
    async def snooze(self, answer: Answer, press: Press) -> None:
        """Remind me later: the mention goes, and comes again then."""
        seconds = float(pressed_number(press.word))
        if not 0 < seconds <= AT_MOST_SECONDS:
            raise Refusal("cogs.refusal.unknown-press")
        await answer.tables.times.snooze(press.table, answer.user, seconds, request=answer.request)
        await reminders.gone(self.app, press.table, answer.user)
        await answer.tables.outbox.tidy(press.table, 0.0)
        await answer.say("cogs.remind.snoozed", time=table.lasting(seconds, answer.words))

    @delivers(RemindRow)
    async def remind(self, row: OutboxRow, payload: RemindRow, _noted: Noted) -> None:
        """Those of the row's seats who are still awaited are reminded."""
        await self._seen_off(row.table, payload.seats)
        await reminding.remind(self.app, row, payload)

    async def _seen_off(self, number: int, seats: Iterable[Seat]) -> None:
        """Of the people who are awaited, have the computer player go on for those who are no longer in the server."""
        info = (await self.app.tables.looks.view(number)).table
        for seat in set(seats).intersection(info.pending):
            user = info.seats[seat].user
            if user is not None and table.playing(info.seats[seat]) and not await self.app.messenger.is_here(info, user):
                await self.app.tables.endings.left_server(number, user)
