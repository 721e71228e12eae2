"""Stopping the clocks of a table by consent, and having them go on."""

from chat.cards import table
from chat.press.answer import Ack, Answer, On, PrivateAnswer
from chat.press.presses import Cog, Press, verb
from chat.wire.layout import GREEN, Card, button, rows


class Timing(Cog):
    """Pauses."""

    @verb("timing.pause", Ack.UPDATE, On.PRIVATE)
    async def pause(self, answer: PrivateAnswer, press: Press) -> None:
        """Ask the others to stop the clocks; where nobody else plays they stop at once."""
        look = await answer.tables.times.pause(press.table, answer.user, request=answer.request)
        stopped = look.table.timing.pause is not None
        title = table.heading(look.table, answer.words, "cogs.hand.no-title")
        link = button(answer.words("cogs.hand.board"), url=await table.board_link(self.app, look.table))
        text = answer.words("cogs.time.stopped" if stopped else "cogs.time.asked")
        await answer.show(Card(title=title, text=text, rows=rows([link]), colour=GREEN))

    @verb("timing.resume", Ack.KEEP)
    async def resume(self, answer: Answer, press: Press) -> None:
        """Have the clocks go on; the board is the answer."""
        await answer.tables.times.resume(press.table, answer.user, request=answer.request)
