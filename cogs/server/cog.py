"""A server's settings, for the people who manage it."""

from chat.press import doors, forms
from chat.press.answer import Ack, Answer, On, PrivateAnswer
from chat.press.commands import MODERATION, SERVER
from chat.press.presses import Cog, Press, verb
from chat.wire import limits
from chat.wire.layout import Card
from chat.wire.numbers import number
from cogs.server import checking, server
from tables.errors import Refusal
from tables.time import zones


class Server(Cog):
    """A server's settings: one private message with pages; changes take effect immediately."""

    @SERVER.command("server")
    async def server(self, answer: PrivateAnswer) -> None:
        """Show the settings of this server."""
        await answer.tell(await self._card(answer, (await server.pages(answer))[0]))

    @MODERATION.command("people")
    async def people(self, answer: PrivateAnswer) -> None:
        """Show moderators the tables of this server and the people excluded from them."""
        await answer.tell(await self._card(answer, "people"))

    @MODERATION.command("check")
    async def check(self, answer: PrivateAnswer) -> None:
        """Show moderators whether everything is in order here."""
        await answer.tell(await self._card(answer, "check"))

    @verb("server.page", Ack.UPDATE, On.PRIVATE)
    async def page(self, answer: PrivateAnswer, press: Press) -> None:
        """Show another page, or older lines of the log."""
        page, before = press.word, "".join(press.words[1:2])
        if page not in await server.pages(answer):
            raise Refusal("cogs.refusal.unknown-press")
        await answer.show(await self._card(answer, page, number(before)))

    @verb("server.set", Ack.UPDATE, On.PRIVATE)
    async def choose(self, answer: PrivateAnswer, press: Press) -> None:
        """Choose from one of the menus."""
        guild, field = await server.managed_server(answer), press.word
        chosen = server.changes(field, press.values, await server.look(answer))
        await answer.tables.servers.set_server(guild, answer.user, **chosen)
        await answer.show(await self._card(answer, server.page_of(field)))

    @verb("server.zone", Ack.NONE, On.PRIVATE)
    async def ask_zone(self, answer: Answer, press: Press) -> None:
        """Open a form for the server's time zone."""
        await server.managed_server(answer)
        words = answer.words
        name = words("cogs.server.field.zone")
        field = forms.text("zone", name, words("cogs.server.zone.about"), most=limits.OPTION_LABEL, required=False)
        await forms.form(answer, press, "server.zoned", name, field)

    @verb("server.zoned", Ack.UPDATE, On.PRIVATE, opened_by="server.zone")
    async def set_zone(self, answer: PrivateAnswer, press: Press) -> None:
        """Set the server's time zone; an empty field leaves it to the language."""
        guild, typed = await server.managed_server(answer), press.fields.get("zone", "").strip()
        zone = zones.zone(typed, answer.words.language, now=answer.tables.clock.now()) if typed else ""
        await answer.tables.servers.set_server(guild, answer.user, zone=zone)
        await answer.show(await self._card(answer, server.page_of("zone")))

    @staticmethod
    async def _card(answer: PrivateAnswer, page: str, older: int | None = None) -> Card:
        pages, guild, tables = await server.pages(answer), answer.guild or 0, answer.tables
        settings, shown = await tables.servers.server_settings(guild), server.PageData(pages=pages)
        if page == "log":
            lines = await tables.servers.log_of_server(guild, older, server.LINES + 1)
            hidden = [line.number for line in lines if await doors.is_hidden(answer, line.about.get("table"))]
            shown = server.PageData(pages=pages, lines=lines, hidden=hidden)
        if page == "check":
            shown = server.PageData(pages=pages, found=[await reading(answer) for reading in checking.CHECKS])
        if page == "people":
            found = await doors.within(answer, await tables.guests.tables_on(guild))
            over = await doors.within(answer, await tables.servers.finished_games(guild, limits.SELECT_OPTIONS))
            shown = server.PageData(pages=pages, tables=found, finished=over, excluded=await tables.servers.exclusions(guild))
        if page == "channels" and settings.channels:
            shown = server.PageData(pages=pages, seen=await server.look(answer))
        if page == "posts":
            shown = server.PageData(pages=pages, zone=await tables.seasons.zone(guild, settings))
        if page == "programs":
            shown = server.PageData(pages=pages, program_api=answer.app.program_api, failed=answer.app.failed_posts.get(guild))
        return server.card(answer, settings, page, shown)
