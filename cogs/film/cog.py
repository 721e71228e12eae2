"""Animated films of a finished game: the whole of it for one person, how it turned for everybody."""

import asyncio

from chat.app import App
from chat.cards import headings, server, story
from chat.cards.replay import read
from chat.press.answer import ALONE, Ack, Answer, On, PrivateAnswer
from chat.press.doors import Names
from chat.press.presses import Cog, Press, make, verb
from chat.wire.layout import BLUE, GREEN, GREY, RED, Button, Card, PublicCard, button, rows
from cogs.film.films import FilmOrder, Films, ProgressReporter
from data.words import Words
from render.contract import Picture
from tables.errors import Refusal

TOLD_SECONDS = 2.0
"""Seconds between two reports on the progress of a film."""

LIMIT_BYTES = 10 * 2**20
"""Discord's default limit for a file, in bytes; an interaction may name another."""

ROOM = 64 * 2**10
"""Bytes of the limit reserved for the rest of the request."""


MOMENT_BYTES = 10**6
"""The size of the film of a moment, in bytes: many people load it at once."""


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
        steps = (await answer.tables.looks.replay(number)).last  # raises the refusal before anything has begun
        title = headings.heading(info, words, "replay.film-title")
        alt = words("replay.film-alt", game=headings.game_name(info.game, words), table=number, steps=steps)
        limit = (answer.interaction.filesize_limit or LIMIT_BYTES) - ROOM
        picture = await self._make(answer, title, FilmOrder(table=number, words=words, alt=alt, limit=limit))
        if picture is not None:
            text = words("replay.film-done", size=words.number(len(picture.data) / 2**20, 1))
            await answer.show(Card(title=title, picture=picture, text=text, colour=BLUE))

    @verb("film.moment", Ack.PRIVATE)
    async def moment(self, answer: PrivateAnswer, press: Press) -> None:
        """Make a short film of how the game turned, and post it in this channel."""
        number, words = press.table, await answer.public_words()
        info = (await answer.tables.looks.read(number)).info
        turned = await story.turning_point(self.app, number, words, safe=True)
        await server.admit_share(answer, number)
        title = headings.heading(info, answer.words, "replay.moment-title")
        picture = await self._make_moment(answer, title, number, words)
        if picture is None:
            return
        card = PublicCard(
            title=headings.heading(info, words, "replay.moment-title"),
            picture=picture,
            text=turned.said,
            rows=rows([_there(number, turned.step, words)]),
            colour=BLUE,
        )
        try:
            await server.post_shared(answer, "moment", card)
        except Refusal as refusal:
            await answer.show(Card(title=title, text=answer.reason(refusal), colour=RED))
        else:
            await answer.show(Card(title=title, text=answer.words("replay.moment-done"), colour=GREEN))

    @verb("film.see", Ack.PRIVATE)
    async def see(self, answer: PrivateAnswer, press: Press) -> None:
        """Make a short film of how the game turned, which only the presser sees."""
        number, words = press.table, answer.words
        info = (await answer.tables.looks.read(number)).info
        turned = await story.turning_point(self.app, number, words, safe=True)
        title = headings.heading(info, words, "replay.moment-title")
        picture = await self._make_moment(answer, title, number, words)
        if picture is not None:
            there = rows([_there(number, turned.step, words)])
            await answer.show(Card(title=title, picture=picture, text=turned.said, rows=there, colour=BLUE))

    async def _make_moment(self, answer: PrivateAnswer, title: str, number: int, words: Words) -> Picture | None:
        """Make the film of how a game turned, as `_make` does."""
        turned = await story.turning_point(self.app, number, words, safe=False)
        order = FilmOrder(table=number, words=words, alt=turned.said, limit=MOMENT_BYTES, moment=turned.step)
        return await self._make(answer, title, order)

    async def _make(self, answer: PrivateAnswer, title: str, order: FilmOrder) -> Picture | None:
        """Make a film while the private answer shows the progress. Returns None if there is none; the answer then says why.
        Raises Refusal before anything has begun.
        """
        report = self._films.begin(answer.user)
        making = asyncio.create_task(self._films.make(answer.user, order))
        try:
            while not making.done():
                await answer.show(_progress(title, report, answer, waits=self._films.waits(answer.user)))
                await asyncio.wait({making}, timeout=TOLD_SECONDS)
                if not answer.original.lasts:
                    self._films.stop(answer.user)
            if (picture := making.result()) is None:
                await answer.show(Card(title=title, text=answer.words("replay.film-stopped"), colour=GREY))
        except Refusal as refusal:
            await answer.show(Card(title=title, text=answer.reason(refusal), colour=RED))
            return None
        finally:
            self._films.stop(answer.user)
        return picture

    @verb("film.stop", Ack.KEEP, ALONE)
    async def stop(self, answer: Answer, _press: Press) -> None:
        """Stop the presser's film."""
        if not self._films.stop(answer.user):
            raise Refusal("replay.refusal.no-film")


def _there(number: int, step: int, words: Words) -> Button:
    """Returns the way to the step at which a game turned."""
    there = make("replay.open", 0, step, (str(number), "turn"))
    return button(words("replay.turning-button"), there, emoji="⚡")


def _progress(title: str, report: ProgressReporter, answer: PrivateAnswer, *, waits: bool) -> Card:
    words = answer.words
    share = 100 * report.done // max(1, report.total)
    stop = button(words("replay.stop"), make("film.stop", 0), emoji="⏹️")
    text = words("replay.film-waits") if waits else words("replay.film-progress", share=share)
    return Card(title=title, text=text, rows=rows([stop]), colour=GREY)
