"""Pausing the clocks of a table by agreement, and resuming them."""

from chat.cards import links
from chat.press.answer import Ack, Answer, On, PrivateAnswer
from chat.press.presses import Cog, Press, verb
from chat.wire.layout import GREEN


class Timing(Cog):
    """Pauses."""

    @verb("timing.pause", Ack.UPDATE, On.PRIVATE)
    async def pause(self, answer: PrivateAnswer, press: Press) -> None:
        """Ask the others to stop the clocks; if nobody else plays, stop them immediately."""
        reading = await answer.tables.times.pause(press.table, answer.user, request=answer.request)
        stopped = reading.info.timing.pause is not None
        key = "cogs.time.stopped" if stopped else "cogs.time.asked"
        await answer.show(await links.outcome_card(self.app, reading.info, answer.words, key, GREEN))

    @verb("timing.resume", Ack.KEEP)
    async def resume(self, answer: Answer, press: Press) -> None:
        """Resume the clocks; the board is the answer."""
        await answer.tables.times.resume(press.table, answer.user, request=answer.request)
