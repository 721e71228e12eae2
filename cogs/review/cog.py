"""The computer player looks through finished games."""

import asyncio
import time

from chat.app import App
from chat.cards.arguments import Finished
from chat.cards.meant import which_finished
from chat.cards.rolling import Rolling
from chat.press.answer import ALONE, Ack, On, PrivateAnswer
from chat.press.commands import GAME
from chat.press.doors import Names, read_number
from chat.press.presses import Cog, Press, verb
from chat.wire import limits
from cogs.review import review
from tables.errors import Refusal

TELLING_SECONDS = 2.0
"""Seconds between two words on how far it is."""

MARGIN_SECONDS = 30
"""Seconds before an answer's end at which nobody is told any more; the review goes on and is kept."""

LISTED = 10
"""Finished games to choose from at most."""


class Reviews(Cog):
    """Has finished games looked through, and shows what was found."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._rolling = Rolling()

    async def cog_unload(self) -> None:
        """Nobody is told any more."""
        await self._rolling.close()

    @GAME.command("review")
    async def review(self, answer: PrivateAnswer, number: Finished | None = None) -> None:
        """What the computer player thinks of a finished game; without its number, which ones there are."""
        if number is not None:
            await self._open(answer, number)
            return
        await which_finished(answer, "review.open", "review")

    @verb("review.open", Ack.PRIVATE, On.CHANNEL | ALONE)
    async def open(self, answer: PrivateAnswer, press: Press) -> None:
        """The same, behind a button at the end of a game."""
        await self._open(answer, press.table)

    async def _open(self, answer: PrivateAnswer, number: int) -> None:
        kept = await answer.tables.reviews.reviewed(number)
        if kept is not None:
            await answer.show(await review.card(self.app, kept, answer.preferences, answer.words))
            return
        info = (await answer.tables.looks.view(number)).table
        under_way = await answer.tables.reviews.begin_review(number, answer.user)
        message = await answer.show(review.progress(info, under_way, answer.words))
        if message is None:
            return  # it goes on, and is kept for somebody who asks again

        async def on() -> bool:
            await asyncio.wait({under_way.task}, timeout=TELLING_SECONDS)
            if not under_way.task.done():
                await answer.original.edit(review.progress(info, under_way, answer.words))
                return time.time() < answer.original.born + limits.TOKEN_LIFE_SECONDS - MARGIN_SECONDS
            if under_way.task.cancelled():
                answer_card = review.over(info, answer.words("review.stopped"), answer.words)
            elif isinstance(error := under_way.task.exception(), Refusal):
                answer_card = review.over(info, answer.reason(error), answer.words)
            elif error is not None:
                answer_card = review.over(info, answer.words("cogs.error.fault"), answer.words)
            else:
                answer_card = await review.card(self.app, under_way.task.result(), answer.preferences, answer.words)
            await answer.original.edit(answer_card)
            return False

        self._rolling.roll(message, on, 0.0, user=answer.user)

    @verb("review.stop", Ack.UPDATE, ALONE, names=Names.WORD)
    async def stop(self, answer: PrivateAnswer, press: Press) -> None:
        """The one who waits does so no longer; when nobody does, it ends."""
        number = read_number(press.word)
        message = answer.interaction.message
        await self._rolling.begin(message.id if message is not None else 0, answer.request)
        await answer.tables.reviews.stop_review(number, answer.user)
        info = (await answer.tables.looks.view(number)).table
        await answer.show(review.over(info, answer.words("review.stopped"), answer.words))
