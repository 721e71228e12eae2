"""The animated film of a finished game."""

import asyncio
import time

from chat.app import App
from chat.cards import table
from chat.cards.replay import read
from chat.press.answer import ALONE, Ack, Answer, On, PrivateAnswer
from chat.press.doors import Names
from chat.press.presses import Cog, Press, make, verb
from chat.wire import limits
from chat.wire.layout import BLUE, GREY, Card, button, rows
from cogs.film.film import LIMIT_BYTES, ROOM, Films, Reporter
from tables.errors import Refusal

TOLD_SECONDS = 2.0
"""Seconds between two words of how far a film is."""

MARGIN_SECONDS = 20
"""Seconds before an answer's end at which a film is given up."""


class Film(Cog):
    """Makes films."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._films = Films(app)

    async def cog_unload(self) -> None:
        """No film is made any more."""
        await self._films.close()

    @verb("film.make", Ack.PRIVATE, On.CHANNEL | ALONE, names=Names.WORD)
    async def film(self, answer: PrivateAnswer, press: Press) -> None:
        """The whole game as an animation, in a message of its own that shows its progress."""
        number, words = read(press).table, answer.words
        info = (await answer.tables.looks.view(number)).table
        await answer.tables.looks.replay(number)  # refused before anything is begun
        title = table.heading(info, words, "replay.film-title")
        report = self._films.begin(answer.user)
        limit = (answer.interaction.filesize_limit or LIMIT_BYTES) - ROOM
        making = asyncio.create_task(self._films.make(answer.user, number, words, limit))
        try:
            while not making.done():
                await answer.show(_progress(title, report, answer))
                await asyncio.wait({making}, timeout=TOLD_SECONDS)
                if time.time() > answer.original.born + limits.TOKEN_LIFE_SECONDS - MARGIN_SECONDS:
                    report.stop.set()
            picture = making.result()
            if picture is None:
                await answer.show(Card(title=title, text=words("replay.film-stopped"), colour=GREY))
                return
            text = words("replay.film-done", size=words.number(len(picture.data) / 2**20, 1))
            await answer.show(Card(title=title, picture=picture, text=text, colour=BLUE))
        finally:
            report.stop.set()

    @verb("film.stop", Ack.KEEP, ALONE)
    async def stop(self, answer: Answer, _press: Press) -> None:
        """Stop one's own film."""
        if not self._films.stop(answer.user):
            raise Refusal("replay.refusal.no-film")


def _progress(title: str, report: Reporter, answer: PrivateAnswer) -> Card:
    words = answer.words
    share = 100 * report.done // max(1, report.total)
    stop = button(words("replay.stop"), make("film.stop", 0), emoji="⏹️")
    return Card(title=title, text=words("replay.film-progress", share=share), rows=rows([stop]), colour=GREY)
