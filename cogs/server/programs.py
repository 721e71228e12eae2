"""Access for other programs to a server: its key, and the address to which results are posted. For its managers."""

from chat.press import forms
from chat.press.answer import Ack, Answer, On, PrivateAnswer
from chat.press.presses import Cog, Press, verb
from chat.wire.outside import LONGEST, Outside
from cogs.server import server
from tables.errors import BadChoice, Refusal
from tables.model.server import Key

OFF = "off"
"""The word of a press that switches something off."""


class Programs(Cog):
    """The programs' page of `/zamki-server settings`."""

    @verb("server.key", Ack.UPDATE, On.PRIVATE)
    async def key(self, answer: PrivateAnswer, press: Press) -> None:
        """Make a new key, which is shown only now; or delete the key, which also stops the posting of results."""
        guild, servers = await server.managed_server(answer), answer.tables.servers
        if press.words[:1] == (OFF,):
            await servers.set_webhook(guild, answer.user, "")
            await servers.set_server(guild, answer.user, program_key="", signing="")
            await self._show(answer, guild)
        else:
            await self._show(answer, guild, await servers.new_key(guild, answer.user))

    @verb("server.webhook", Ack.NONE, On.PRIVATE)
    async def ask(self, answer: Answer, press: Press) -> None:
        """Open a form for the address to which results are posted."""
        await server.managed_server(answer)
        words = answer.words
        field = forms.text("address", words("cogs.server.field.webhook"), words("cogs.server.programs.address"), most=LONGEST)
        await forms.form(answer, press, "server.posting", words("cogs.server.field.webhook"), field)

    @verb("server.posting", Ack.UPDATE, On.PRIVATE, opened_by="server.webhook")
    async def post(self, answer: PrivateAnswer, press: Press) -> None:
        """Have results posted to an address."""
        guild, servers = await server.managed_server(answer), answer.tables.servers
        address = press.fields.get("address", "").strip()
        if not Outside.takes(address):
            raise BadChoice("cogs.server.refusal.address")
        if not (await servers.server_settings(guild)).program_key:
            raise Refusal("cogs.server.refusal.no-key")
        await servers.set_webhook(guild, answer.user, address)
        await self._show(answer, guild)

    async def _show(self, answer: PrivateAnswer, guild: int, key: Key | None = None) -> None:
        settings, pages = await answer.tables.servers.server_settings(guild), await server.pages(answer)
        shown = server.PageData(pages=pages, key=key, program_api=self.app.program_api, failed=self.app.failed_posts.get(guild))
        await answer.show(server.card(answer, settings, "programs", shown))
