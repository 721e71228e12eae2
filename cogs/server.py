"""A server's settings, for who manages it."""

from __future__ import annotations

from chat import server
from chat.answer import Ack, On, PrivateAnswer
from chat.cog import Cog, Host
from chat.commands import command
from chat.layout import Card
from chat.presses import Press, verb
from tables.errors import Refusal


class Server(Cog):
    """How a server wants it: one private message with pages, in force at once."""

    @command("server")
    async def server(self, answer: PrivateAnswer) -> None:
        """The settings of this server."""
        await answer.tell(await self._card(answer, server.managed(answer), "channels"))

    @verb("server", Ack.UPDATE, On.PRIVATE)
    async def page(self, answer: PrivateAnswer, press: Press) -> None:
        """Another page, or older lines of the log."""
        page, before = "".join(press.words[:1]), "".join(press.words[1:2])
        if page not in server.PAGES:
            raise Refusal("cogs.refusal.unknown-press")
        older = int(before) if before.isdigit() and len(before) < 19 else None
        await answer.show(await self._card(answer, server.managed(answer), page, older))

    @verb("srvset", Ack.UPDATE, On.PRIVATE)
    async def choose(self, answer: PrivateAnswer, press: Press) -> None:
        """Choose from one of the menus."""
        guild, field = server.managed(answer), "".join(press.words[:1])
        chosen = server.changes(field, press.values, await server.look(answer))
        await answer.tables.set_server(guild, answer.user, **chosen)
        await answer.show(await self._card(answer, guild, server.page_of(field)))

    @staticmethod
    async def _card(answer: PrivateAnswer, guild: int, page: str, older: int | None = None) -> Card:
        settings = await answer.tables.server_settings(guild)
        lines = await answer.tables.log_of_server(guild, older, server.LINES + 1) if page == "log" else []
        seen = await server.look(answer) if page == "channels" and settings.channels else None
        return server.card(answer, settings, page, lines, seen)


async def setup(bot: Host) -> None:
    """Load the cog."""
    await bot.add_cog(Server(bot.app))
