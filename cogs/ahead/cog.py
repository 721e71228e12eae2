"""Planning one's next moves before one is asked."""

from chat.cards import hand, picker
from chat.press.answer import ALONE, Ack, PrivateAnswer
from chat.press.presses import Cog, Press, verb
from cogs.ahead import planning
from engines.contract import Move
from tables.model.models import TableView


class Ahead(Cog):
    """Plans moves ahead."""

    @verb("ahead.open", Ack.UPDATE, ALONE)
    async def plan(self, answer: PrivateAnswer, press: Press) -> None:
        """The plan, with what may be added to it."""
        await self._show(answer, press, await answer.tables.looks.view(press.table, answer.user))

    @verb("ahead.say", Ack.UPDATE, ALONE)
    async def aim(self, answer: PrivateAnswer, press: Press) -> None:
        """A word (or the last one) of a move to be planned."""
        look = await answer.tables.looks.view(press.table, answer.user)
        trial = await answer.tables.moves.planning(press.table, answer.user)
        if trial is None:
            await self._show(answer, press, look)
            return
        said, following = picker.finished(trial.choices, picker.picked(press))
        finished = not press.values and press.words == said and following.complete
        if not following.complete or (following.words and not finished):
            await self._show(answer, press, look, said=said)
            return
        look = await answer.tables.moves.plan(press.table, answer.user, said, request=answer.request)
        await self._show(answer, press, look, note=answer.words("cogs.ahead.added"))

    @verb("ahead.less", Ack.UPDATE, ALONE)
    async def less(self, answer: PrivateAnswer, press: Press) -> None:
        """The last planned move taken back; the id says how many stay."""
        digits = "".join(letter for word in press.words[:1] for letter in word if letter.isdecimal())[:3]
        look = await answer.tables.moves.unplan(press.table, answer.user, keep=int(digits or 0), request=answer.request)
        await self._show(answer, press, look)

    @verb("ahead.drop", Ack.UPDATE, ALONE)
    async def drop(self, answer: PrivateAnswer, press: Press) -> None:
        """The whole plan taken back."""
        look = await answer.tables.moves.unplan(press.table, answer.user, request=answer.request)
        await self._show(answer, press, look)

    async def _show(self, answer: PrivateAnswer, press: Press, look: TableView, *, said: Move = (), note: str = "") -> None:
        """The plan; the hand where nothing can be planned any more, because its person is asked or does not play."""
        if not hand.may_plan(self.app, look):
            await hand.show(
                answer, press.table, look=look, note=answer.words("cogs.hand.stale") if look.seat is not None else ""
            )
            return
        await answer.show(await planning.card(self.app, look, answer.user, answer.words, said=said, note=note))
