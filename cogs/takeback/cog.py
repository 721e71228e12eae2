"""Taking back: alone where one may, else by asking the others."""

from chat.cards import hand, table
from chat.cards.arguments import Table
from chat.cards.meant import at_table
from chat.outbox.sender import delivers
from chat.press.answer import ALONE, Ack, Answer, On, PrivateAnswer
from chat.press.commands import ZAMKI
from chat.press.doors import read_number
from chat.press.presses import Cog, Press, pressed_number, verb
from chat.wire.layout import GREEN
from cogs.takeback import takeback
from data.records import Noted, Shows
from tables.errors import NotAlone, NothingToTakeBack, RequestOver, Stale
from tables.model.outbox_rows import AskingRow, OutboxRow


class TakeBack(Cog):
    """Takes moves back."""

    @ZAMKI.command("takeback")
    async def take_back(self, answer: PrivateAnswer, number: Table | None = None) -> None:
        """Take back one's choice or last step, or ask the others."""
        await at_table(answer, number, "takeback.undo", self._take_back, seated=True)

    @verb("takeback.undo", Ack.UPDATE, ALONE)
    async def undo(self, answer: PrivateAnswer, press: Press) -> None:
        """Take back one's own choice or last step, or be told that the others can be asked; a step chosen from the list of
        one's turn, where those after it are kept that do not need it.
        """
        if not press.word:
            await self._take_back(answer, press.table)
            return
        before, step = await answer.tables.looks.view(press.table, answer.user), read_number(press.word)
        try:
            taken = await answer.tables.moves.take_out(press.table, answer.user, step, request=answer.request)
        except NothingToTakeBack as refusal:
            await hand.show(answer, press.table, note=answer.reason(refusal))
        else:
            await hand.show(answer, press.table, look=taken, note=takeback.gone(self.app, before, step, taken, answer.words))

    @verb("takeback.choose", Ack.UPDATE, ALONE)
    async def choose(self, answer: PrivateAnswer, press: Press) -> None:
        """Which step of one's turn is taken back; the hand where there is none any more."""
        look = await answer.tables.looks.view(press.table, answer.user)
        if look.steps:
            await answer.show(takeback.steps(self.app, look, answer.words))
        else:
            await hand.show(answer, press.table, look=look, note=answer.words("cogs.hand.stale"))

    async def _take_back(self, answer: PrivateAnswer, number: int) -> None:
        """Take back and show the hand after it, or offer to ask the others; refusals go to the presser alone."""
        try:
            look = await answer.tables.moves.take_back(number, answer.user, request=answer.request)
        except NotAlone:
            look = await answer.tables.looks.view(number, answer.user)
            await answer.tell(await takeback.question(self.app, look, answer.words))
            return
        await hand.show(answer, number, look=look, note=answer.words("cogs.hand.taken-back"))

    @verb("takeback.ask", Ack.UPDATE, On.PRIVATE)
    async def plead(self, answer: PrivateAnswer, press: Press) -> None:
        """Ask the others, as the question offered; where the game has gone on since, the question is asked again."""
        try:
            look = await answer.tables.moves.ask_back(press.table, answer.user, stage=press.stage, request=answer.request)
        except Stale:
            look = await answer.tables.looks.view(press.table, answer.user)
            if look.may_ask is None:
                await self._take_back(answer, press.table)
            else:
                await answer.show(await takeback.question(self.app, look, answer.words, note=answer.words("cogs.hand.stale")))
            return
        asked = look.table.asking is not None
        key = "cogs.back.asked" if asked else "cogs.hand.taken-back"
        await answer.show(await table.told(self.app, look.table, answer.words, key, GREEN))

    @verb("takeback.agree", Ack.KEEP)
    async def agree(self, answer: Answer, press: Press) -> None:
        """One of those asked agrees; the message is the answer."""
        await answer.tables.moves.agree_back(
            press.table, answer.user, pressed_number(press.word, RequestOver), request=answer.request
        )

    @verb("takeback.refuse", Ack.KEEP)
    async def refuse(self, answer: Answer, press: Press) -> None:
        """One of those asked refuses, which ends the request."""
        await answer.tables.moves.end_back(
            press.table, answer.user, pressed_number(press.word, RequestOver), request=answer.request
        )

    @verb("takeback.withdraw", Ack.KEEP)
    async def withdraw(self, answer: Answer, press: Press) -> None:
        """Who asked thinks better of it."""
        await answer.tables.moves.end_back(
            press.table, answer.user, pressed_number(press.word, RequestOver), withdraw=True, request=answer.request
        )

    @delivers(AskingRow)
    async def post(self, row: OutboxRow, payload: AskingRow, _noted: Noted) -> None:
        """The message of a request to take back: open, or how it ended."""
        info = (await self.app.tables.looks.view(row.table)).table
        asking, card = takeback.card(self.app, info, payload, await table.public_words(self.app, info))
        await self.app.messenger.put(info, "asking", card, Shows(request=asking.id))
