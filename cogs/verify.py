"""Verifying that a finished game was dealt as promised."""

import asyncio

from chat.cards import headings
from chat.cards.command_options import FinishedOption
from chat.press.answer import ALONE, Ack, On, PrivateAnswer
from chat.press.commands import GAME
from chat.press.presses import Cog, Press, verb
from chat.wire.layout import BLUE, GREEN, RED, Card
from tables.errors import Refusal
from tables.history import verify as checking
from tables.history.record_steps import export


class Verify(Cog):
    """Verifies finished games."""

    @GAME.command("verify")
    async def verify(self, answer: PrivateAnswer, number: FinishedOption) -> None:
        """Verify that a finished game followed the promised draws, and send its record."""
        await self._verify(answer, number)

    @verb("verify.open", Ack.PRIVATE, On.CHANNEL | ALONE)
    async def open(self, answer: PrivateAnswer, press: Press) -> None:
        """The same by the button below the end."""
        await self._verify(answer, press.table)

    async def _verify(self, answer: PrivateAnswer, number: int) -> None:
        info = (await answer.tables.looks.read(number)).info
        words = answer.words
        title = headings.heading(info, words, "cogs.verify.title")
        if not info.promise and not info.commitment:
            raise Refusal("cogs.refusal.nothing-to-verify")
        if info.state != "over":
            told_by = "cogs.verify.promise" if info.tournament is None else "cogs.verify.promise-tournament"
            promise = words(told_by, promise=info.promise) if info.promise else ""
            later = words("cogs.verify.later", commitment=info.commitment) if info.commitment else ""
            text = "\n".join(filter(None, (promise, later)))
            await answer.tell(Card(title=title, text=text, colour=BLUE))
            return
        record = await answer.tables.looks.record(number)
        verdict = await asyncio.to_thread(checking.replay, record, answer.app.games, checking.Published(final=info.final))
        promise = words("cogs.verify.promised", promise=info.promise) if info.promise else ""
        seeds = words("cogs.verify.seeds", commitment=record.commitment, seed=record.seed)
        final = words("cogs.verify.final", final=info.final) if info.final else ""
        parts = (words(verdict.key, **verdict.values), *map(words, verdict.more), promise, seeds, final)
        text = "\n".join(filter(None, parts))
        file = await asyncio.to_thread(export, record, answer.app.games.get(record.game))
        document = (f"zamki-{info.id}.json", file)
        await answer.tell(Card(title=title, text=text, document=document, colour=GREEN if verdict.good else RED))
