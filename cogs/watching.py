"""The pages of a table: the link to watch it, which its host and moderators can replace or remove, and the one to play."""

from chat.cards import headings
from chat.press import doors
from chat.press.answer import Ack, On, PrivateAnswer
from chat.press.presses import Cog, Press, make, verb
from chat.wire.layout import BLUE, GREEN, GREY, Card, button, rows
from tables.errors import NoSuchTable, Refusal
from tables.model.table_info import TableInfo


class Watching(Cog):
    """Gives links to pages."""

    @verb("watching.open", Ack.PRIVATE, On.CHANNEL | On.PRIVATE)
    async def open(self, answer: PrivateAnswer, press: Press) -> None:
        """Give the link to a table's page."""
        await answer.tell(await self._card(answer, (await answer.tables.looks.read(press.table)).info))

    @verb("watching.renew", Ack.UPDATE, On.PRIVATE)
    async def renew(self, answer: PrivateAnswer, press: Press) -> None:
        """Replace the link, so that earlier ones open nothing."""
        looks_after = await self._looks_after(answer, press.table)
        reading = await answer.tables.watching.renew(press.table, answer.user, moderator=looks_after, request=answer.request)
        await answer.show(await self._card(answer, reading.info))

    @verb("watching.remove", Ack.UPDATE, On.PRIVATE)
    async def remove(self, answer: PrivateAnswer, press: Press) -> None:
        """Remove the link."""
        looks_after = await self._looks_after(answer, press.table)
        reading = await answer.tables.watching.remove(press.table, answer.user, moderator=looks_after, request=answer.request)
        await answer.show(await self._card(answer, reading.info))

    @verb("watching.play", Ack.PRIVATE, On.PRIVATE)
    async def play(self, answer: PrivateAnswer, press: Press) -> None:
        """Give a link that opens the person's seat on a page, once."""
        words, web = answer.words, answer.app.web
        if not web:
            raise NoSuchTable
        key = await answer.tables.pages.make_key(press.table, answer.user)
        info = await answer.tables.looks.table_info(press.table)
        title = headings.heading(info, words, "cogs.hand.no-title")
        to = button(words("watch.play"), url=f"{web}/?language={words.language}#play.{key}", emoji="🌐")
        await answer.tell(Card(title=title, text=words("watch.play-about"), rows=rows([to]), colour=BLUE))

    @verb("watching.end", Ack.PRIVATE, On.PRIVATE)
    async def end(self, answer: PrivateAnswer, press: Press) -> None:  # noqa: ARG002 - the button is enough
        """End all sessions of the person."""
        await answer.tables.pages.end(answer.user)
        await answer.tell(Card(text=answer.words("watch.ended"), colour=GREEN))

    async def _looks_after(self, answer: PrivateAnswer, number: int) -> bool:
        return await doors.looks_after(answer, await answer.tables.looks.table_info(number))

    async def _card(self, answer: PrivateAnswer, info: TableInfo) -> Card:
        """Returns the link, and for those who may change it how. Raises Refusal if there are no pages."""
        words, web = answer.words, answer.app.web
        if not web:
            raise NoSuchTable
        may = info.host == answer.user or await doors.looks_after(answer, info)
        title = headings.heading(info, words, "cogs.hand.no-title")
        renew = button(words("watch.renew"), make("watching.renew", info.id), emoji="🔄")
        try:
            share = await answer.tables.watching.share(info)
        except Refusal:
            if not (may and info.watch_off):
                raise
            return Card(title=title, text=words("watch.removed"), rows=rows([renew]), colour=GREY)
        found = [button(words("watch.open"), url=f"{web}/#{share}", emoji="🌐")]
        if may:
            found += [renew, button(words("watch.remove"), make("watching.remove", info.id), emoji="🗑️")]
        return Card(title=title, text=words("watch.about"), rows=rows(found), colour=BLUE)
