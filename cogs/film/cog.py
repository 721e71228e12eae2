"""The animated film of a finished game."""

import asyncio

from chat.app import App
from chat.cards import headings
from chat.cards.replay import read
from chat.press.answer import ALONE, Ack, Answer, On, PrivateAnswer
from chat.press.doors import Names
from chat.press.presses import Cog, Press, make, verb
from chat.wire.layout import BLUE, GREY, Card, button, rows
from cogs.film.films import Films, ProgressReporter
from tables.errors import Refusal

TOLD_SECONDS = 2.0
"""Seconds between two reports on the progress of a film."""

LIMIT_BYTES = 10 * 2**20
"""Discord's default limit for a file, in bytes; an interaction may name another."""

ROOM = 64 * 2**10
"""Bytes of the limit reserved for the rest of the request."""


class Film(Cog):
    """Makes films."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._films = Films(app)

    async def cog_unload(self) -> None:
        """Stop all films."""
        await self._films.close()

    @verb("film.make", Ack.PRIVATE, On.CHANNEL | ALONE, names=Names.WORD)
    async def film(self, answer: PrivateAnswer, press: Press) -> None:
        """Make an animation of the whole game, in a separate message that shows its progress."""
        number, words = read(press).table, answer.words
        info = (await answer.tables.looks.read(number)).info
        await answer.tables.looks.replay(number)  # raises the refusal before anything has begun
        title = headings.heading(info, words, "replay.film-title")
        report = self._films.begin(answer.user)
        limit = (answer.interaction.filesize_limit or LIMIT_BYTES) - ROOM
        making = asyncio.create_task(self._films.make(answer.user, number, words, limit))
        try:
            while not making.done():
                await answer.show(_progress(title, report, answer, waits=self._films.waits(answer.user)))
                await asyncio.wait({making}, timeout=TOLD_SECONDS)
                if not answer.original.lasts:
                    self._films.stop(answer.user)
            picture = making.result()
            if picture is None:
                await answer.show(Card(title=title, text=words("replay.film-stopped"), colour=GREY))
                return
            text = words("replay.film-done", size=words.number(len(picture.data) / 2**20, 1))
            await answer.show(Card(title=title, picture=picture, text=text, colour=BLUE))
        finally:
            self._films.stop(answer.user)

    @verb("film.stop", Ack.KEEP, ALONE)
    async def stop(self, answer: Answer, _press: Press) -> None:
        """Stop the presser's film."""
        if not self._films.stop(answer.user):
            raise Refusal("replay.refusal.no-film")


def _progress(title: str, report: ProgressReporter, answer: PrivateAnswer, *, waits: bool) -> Card:
    words = answer.words
    share = 100 * report.done // max(1, report.total)
    stop = button(words("replay.stop"), make("film.stop", 0), emoji="⏹️")
    text = words("replay.film-waits") if waits else words("replay.film-progress", share=share)
    return Card(title=title, text=text, rows=rows([stop]), colour=GREY)
