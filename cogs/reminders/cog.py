"""Reminders put off, by the button on the reminder itself."""

from __future__ import annotations

from chat.cards import timing
from chat.outbox import reminders
from chat.press.answer import Ack, Answer, On
from chat.press.cog import Cog
from chat.press.presses import Press, verb
from tables.errors import Refusal

AT_MOST = 7 * 24 * 3600
"""Seconds."""


class Reminders(Cog):
    """What stands on a reminder."""

    @verb("snooze", Ack.KEEP, On.CHANNEL | On.DIRECT)
    async def snooze(self, answer: Answer, press: Press) -> None:
        """Remind me later: the mention goes, and comes again then."""
        word = "".join(press.words[:1])
        if not (word.isascii() and word.isdigit() and 0 < int(word) <= AT_MOST):
            raise Refusal("cogs.refusal.unknown-press")
        await answer.tables.times.snooze(press.table, answer.user, float(word), request=answer.request)
        await reminders.gone(self.app, press.table, answer.user)
        await answer.tables.outbox.tidy(press.table, 0.0)
        await answer.say("cogs.remind.snoozed", time=timing.lasting(float(word), answer.words))
