"""Company: people to avoid, notices about new tables, and all tables of a server."""

import discord

from chat.cards import colours, headings, leagues, links, meant, nights, tournaments
from chat.press import doors
from chat.press.answer import ALONE, Ack, On, PrivateAnswer
from chat.press.commands import MY
from chat.press.presses import Cog, Press, make, pressed_number, verb
from chat.wire.layout import BLUE, GREY, Button, Card, button, people, row, rows, select
from chat.wire.text import mentions
from tables.errors import CannotSit, Refusal
from tables.model.table_info import TableInfo

PAGE = 5
"""Tables on a page of the directory."""

SHOWN = 50
"""People of a block list that are shown."""


class Company(Cog):
    """Whom people play with, and at which tables."""

    @MY.command("block")
    async def block_list(self, answer: PrivateAnswer) -> None:
        """Show the people with whom this person never wants to sit."""
        await answer.tell(self._blocks(answer, await answer.tables.guests.blocked_by(answer.user)))

    @verb("company.block", Ack.UPDATE, On.PRIVATE)
    async def block(self, answer: PrivateAnswer, press: Press) -> None:
        """Block or unblock the person chosen."""
        other = pressed_number(press.value)
        if other == self.bot_id(answer):
            raise CannotSit("tables.refusal.block-oneself")
        found = await answer.tables.guests.block(answer.user, other, blocked=press.words != ("off",))
        await answer.show(self._blocks(answer, found))

    @staticmethod
    def bot_id(answer: PrivateAnswer) -> int:
        """Returns the bot's id."""
        return answer.interaction.application_id

    @staticmethod
    def _blocks(answer: PrivateAnswer, blocked: list[int]) -> Card:
        words = answer.words
        found = [row(people(make("company.block", 0), placeholder=words("cogs.block.add")))]
        if blocked:
            found.append(row(people(make("company.block", 0, 0, ("off",)), placeholder=words("cogs.block.remove"))))
        shown = blocked[:SHOWN]
        names = mentions(shown) or words("cogs.block.nobody")
        text = "\n".join([words("cogs.block.about"), words.count("cogs.block.list", len(shown), names=names)])
        return Card(title=words("cogs.block.title"), text=text, rows=tuple(found), colour=GREY)

    @MY.command("notify")
    async def notify(self, answer: PrivateAnswer) -> None:
        """Show the games about which this person wants a notice when a table is opened here."""
        await answer.tell(await self._subscriptions(answer))

    @verb("company.notify", Ack.UPDATE, On.PRIVATE)
    async def subscribe(self, answer: PrivateAnswer, press: Press) -> None:
        """Choose these games; no choice means no notices."""
        await answer.tables.guests.subscribe(answer.user, answer.server, [] if press.words == ("off",) else press.values)
        await answer.show(await self._subscriptions(answer))

    @verb("company.notices", Ack.PRIVATE, On.CHANNEL | ALONE)
    async def notices(self, answer: PrivateAnswer, press: Press) -> None:  # noqa: ARG002 - the button is enough
        """Show the games about which this person wants a notice, from a button."""
        await answer.tell(await self._subscriptions(answer))

    @verb("company.bell", Ack.PRIVATE, ALONE)
    async def bell(self, answer: PrivateAnswer, press: Press) -> None:
        """Have the person notified of new tables of the game that they have just finished, in its server."""
        info = (await answer.tables.looks.read(press.table)).info
        guests, guild = answer.tables.guests, info.place.guild
        await guests.subscribe(answer.user, guild, [*await guests.subscriptions(answer.user, guild), info.game])
        await answer.say("cogs.notify.on", game=answer.words(f"{info.game}.name"))

    async def _subscriptions(self, answer: PrivateAnswer) -> Card:
        words = answer.words
        chosen = [
            game for game in await answer.tables.guests.subscriptions(answer.user, answer.server) if game in self.app.games
        ]
        games = [(game, words(f"{game}.name")) for game in self.app.games][:25]
        menu = select(
            make("company.notify", 0), games, placeholder=words("cogs.notify.which"), chosen=chosen, count=len(games), least=1
        )
        found = [row(menu)]
        if chosen:
            found.append(row(button(words("cogs.notify.none"), make("company.notify", 0, 0, ("off",)), emoji="🔕")))
        state = ", ".join(words(f"{game}.name") for game in chosen) or words("cogs.notify.nothing")
        text = "\n".join([words("cogs.notify.state", games=state), words("cogs.notify.about")])
        return Card(title=words("cogs.notify.title"), text=text, rows=tuple(found), colour=BLUE)

    @verb("company.page", Ack.UPDATE, On.PRIVATE)
    async def directory(self, answer: PrivateAnswer, press: Press) -> None:
        """Show a page of all open and running tables of this server."""
        await answer.show(await self._directory(answer, press.word))

    @verb("company.take", Ack.UPDATE, On.PRIVATE)
    async def take(self, answer: PrivateAnswer, press: Press) -> None:
        """Take a seat at a table of the directory."""
        reading = await answer.tables.looks.read(press.table)
        if reading.info.place.guild != answer.server:
            raise Refusal("cogs.refusal.other-server")
        reading = await answer.tables.lobbies.join(press.table, answer.person, request=answer.request)
        await answer.show(await self._directory(answer, press.word))
        await colours.offer(answer, reading.info)

    async def _directory(self, answer: PrivateAnswer, wanted: str) -> Card:
        words, found = answer.words, await self._to_be_seen(answer)
        pages = max(1, -(-len(found) // PAGE))
        page = min(pressed_number(wanted or "0"), pages - 1)
        lines: list[str] = []
        if page == 0:
            lines = [line for each in (tournaments, leagues, nights) for line in await each.list_lines(answer, answer.server)]
        buttons = []
        for info in found[page * PAGE : (page + 1) * PAGE]:
            lines.append(await meant.line(self.app, info, answer.user, words))
            buttons.append(await self._way(answer, info, page))
        turns: list[Button] = []
        if pages > 1:
            before, after = (page - 1) % pages, (page + 1) % pages
            turns.append(button(words("cogs.rules.back"), make("company.page", 0, 0, (str(before), "_b"))))
            turns.append(button(words("cogs.rules.on"), make("company.page", 0, 0, (str(after), "_f"))))
        title = words("cogs.directory.title", page=page + 1, pages=pages)
        text = "\n".join(lines) or words("cogs.directory.nothing")
        return Card(title=title, text=text, rows=(*rows(buttons), *rows(turns)), colour=BLUE)

    async def _way(self, answer: PrivateAnswer, info: TableInfo, page: int) -> Button:
        """Returns the button for a table: Join for a lobby with a free seat, else a link to the board."""
        words, name = answer.words, f"{info.id} · {headings.game_name(info.game, answer.words)}"
        sits = any(seat.user == answer.user for seat in info.seats)
        free = info.game in self.app.games and len(info.seats) + info.guests.kept < self.app.games[info.game].seats[-1]
        if info.state == "lobby" and free and not sits and not info.set_aside:
            label = f"{words('cogs.lobby.join')}: {name}"
            style = discord.ButtonStyle.success
            return button(label, make("company.take", info.id, 0, (str(page),)), style=style, emoji="🪑")
        return button(f"{words('cogs.directory.watch')}: {name}", url=await links.board_link(self.app, info))

    async def _to_be_seen(self, answer: PrivateAnswer) -> list[TableInfo]:
        """Returns the server's tables in channels that the person sees; lobbies first."""
        found = [
            each
            for each in await answer.tables.guests.tables_on(answer.server)
            if not each.guests.only or _concerns(each, answer)
        ]
        return sorted(await doors.within(answer, found), key=lambda each: (each.state != "lobby", each.id))


def _concerns(info: TableInfo, answer: PrivateAnswer) -> bool:
    """Returns whether somebody sits there or is invited."""
    return any(seat.user == answer.user for seat in info.seats) or answer.user in info.guests.open
