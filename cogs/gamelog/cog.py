"""The log of a finished game as text, and its record as a file."""

import asyncio

from chat.cards import table
from chat.press.answer import ALONE, Ack, On, PrivateAnswer
from chat.press.doors import Names, read_number
from chat.press.presses import Cog, Press, verb
from chat.wire.layout import BLUE, Card
from cogs.gamelog import gamelog
from tables.history import verify


class GameLog(Cog):
    """Tells games in words."""

    @verb("gamelog.open", Ack.PRIVATE, On.CHANNEL | ALONE, names=Names.WORD)
    async def open(self, answer: PrivateAnswer, press: Press) -> None:
        """The log of a game, from its first page."""
        await answer.show(await gamelog.card(self.app, _number(press), answer.words))

    @verb("gamelog.page", Ack.UPDATE, ALONE, names=Names.WORD)
    async def turn_over(self, answer: PrivateAnswer, press: Press) -> None:
        """Another page, in the same message."""
        await answer.show(await gamelog.card(self.app, _number(press), answer.words, press.stage))

    @verb("gamelog.record", Ack.PRIVATE, ALONE, names=Names.WORD)
    async def record(self, answer: PrivateAnswer, press: Press) -> None:
        """The record of a game as JSON, to be kept, checked and shown again."""
        number, words = _number(press), answer.words
        await answer.tables.looks.replay(number)
        record = await answer.tables.looks.record(number)
        info = (await answer.tables.looks.view(number)).table
        file = await asyncio.to_thread(verify.export, record, answer.app.games.get(record.game))
        document = (f"zamki-{number}.json", file)
        title = table.heading(info, words, "replay.log-title")
        await answer.tell(Card(title=title, text=words("replay.record-about"), document=document, colour=BLUE))


def _number(press: Press) -> int:
    return press.table or read_number(press.word)
