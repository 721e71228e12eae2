"""Reviews of finished games by the computer player."""

import asyncio

from chat.app import App
from chat.cards import hand, headings
from chat.cards.command_options import FinishedOption
from chat.cards.meant import which_finished
from chat.cards.rolling import Rolling
from chat.press.answer import ALONE, Ack, On, PrivateAnswer
from chat.press.commands import GAME
from chat.press.doors import Names, read_number
from chat.press.presses import Cog, Press, make, verb
from chat.wire.layout import BLUE, GREY, Card, button, rows
from chat.wire.outcomes import Unwanted
from cogs.review import mark
from cogs.review import review as cards
from data.words import Words
from tables.errors import Refusal
from tables.model.table_info import DIRECT, Place, TableInfo
from tables.service.review_actions import Reviewing

TELLING_SECONDS = 2.0
"""Seconds between two progress reports."""


class Reviews(Cog):
    """Starts reviews of finished games, and shows the results."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._rolling = Rolling()

    async def cog_unload(self) -> None:
        """Stop all progress reports."""
        await self._rolling.close()

    @GAME.command("review")
    async def review(self, answer: PrivateAnswer, number: FinishedOption | None = None) -> None:
        """Show the computer player's review of a finished game; without a number, list the games."""
        if number is not None:
            await self._open(answer, number)
            return
        await which_finished(answer, "review.open", "review")

    @verb("review.open", Ack.PRIVATE, On.CHANNEL | ALONE)
    async def open(self, answer: PrivateAnswer, press: Press) -> None:
        """The same by a button at the end of a game."""
        await self._open(answer, press.table)

    async def _open(self, answer: PrivateAnswer, number: int) -> None:
        kept = await answer.tables.reviews.stored_review(number)
        if kept is not None:
            await answer.show(await cards.card(self.app, kept, answer.preferences, answer.words))
            return
        info = (await answer.tables.looks.read(number)).info
        under_way = await answer.tables.reviews.begin_review(number, answer.user)
        message = await answer.show(_progress(info, under_way, answer.words))
        if message is None:
            return  # it goes on, and is stored for a later request

        async def on() -> bool:
            await asyncio.wait({under_way.task}, timeout=TELLING_SECONDS)
            if not under_way.task.done():
                await answer.original.edit(_progress(info, under_way, answer.words))
                return answer.original.lasts
            if under_way.task.cancelled():
                answer_card = _over(info, answer.words("review.stopped"), answer.words)
            elif isinstance(error := under_way.task.exception(), Refusal):
                answer_card = _over(info, answer.reason(error), answer.words)
            elif error is not None:
                answer_card = _over(info, answer.words("cogs.error.fault"), answer.words)
            else:
                answer_card = await cards.card(self.app, under_way.task.result(), answer.preferences, answer.words)
            await answer.original.edit(answer_card)
            return False

        self._rolling.roll(message, on, 0.0, user=answer.user)

    @verb("review.mark", Ack.UPDATE, ALONE, names=Names.WORD)
    async def mark(self, answer: PrivateAnswer, press: Press) -> None:
        """Show the position of a decision that the review names."""
        await answer.show(await mark.card(self.app, read_number(press.word), press.stage, answer.preferences, answer.words))

    @verb("review.play", Ack.PRIVATE, ALONE, names=Names.WORD)
    async def play(self, answer: PrivateAnswer, press: Press) -> None:
        """Begin a game against the computer in the position of a decision, in the person's direct messages."""
        number, words = read_number(press.word), answer.words
        found = await mark.read(self.app, number, press.stage)
        info = (await answer.tables.looks.read(number)).info
        title = headings.heading(info, words, "cogs.hand.no-title")
        note = Card(title=title, text=words("review.begins-here", step=found.origin.step), colour=BLUE)
        try:
            await self.app.messenger.say_to(answer.user, note, f"review-{answer.request}", asked=True)
        except Unwanted as error:
            raise Refusal("review.refusal.no-direct") from error
        channel = (await answer.tables.people.person(answer.user)).dm_channel
        if channel is None:  # closed since the note was sent there
            raise Refusal("review.refusal.no-direct")
        place = Place(DIRECT, channel)
        begun = await answer.tables.lobbies.play_on(
            answer.person, place, found.replay, found.origin, language=words.language, request=answer.request
        )
        at = begun.info.id
        await hand.show(answer, at, reading=await answer.tables.moves.reveal(at, answer.user))

    @verb("review.back", Ack.UPDATE, ALONE, names=Names.WORD)
    async def back(self, answer: PrivateAnswer, press: Press) -> None:
        """Show the whole review again."""
        kept = await answer.tables.reviews.stored_review(read_number(press.word))
        if kept is None:
            raise Refusal("cogs.refusal.unknown-press")
        await answer.show(await cards.card(self.app, kept, answer.preferences, answer.words))

    @verb("review.stop", Ack.UPDATE, ALONE, names=Names.WORD)
    async def stop(self, answer: PrivateAnswer, press: Press) -> None:
        """Stop waiting for a review; if nobody else waits for it, it ends."""
        number = read_number(press.word)
        message = answer.interaction.message
        await self._rolling.begin(message.id if message is not None else 0, answer.request)
        await answer.tables.reviews.stop_review(number, answer.user)
        info = (await answer.tables.looks.read(number)).info
        await answer.show(_over(info, answer.words("review.stopped"), answer.words))


def _progress(info: TableInfo, under_way: Reviewing, words: Words) -> Card:
    """Returns the card shown while the review is being made."""
    text = words("review.counting")
    if under_way.waits and not under_way.done:
        text = words("review.waits")
    elif under_way.total:
        text = words("review.progress", done=min(under_way.done + 1, under_way.total), total=under_way.total)
    stop = button(words("review.stop"), make("review.stop", 0, 0, (str(info.id),)), emoji="⏹️")
    return Card(title=headings.heading(info, words, "review.title"), text=text, rows=rows([stop]), colour=BLUE)


def _over(info: TableInfo, text: str, words: Words) -> Card:
    """Returns the card for a review that ended without a result, and why."""
    return Card(title=headings.heading(info, words, "review.title"), text=text, colour=GREY)
