"""Finding a person's tables, and those of the channel."""

import discord

from chat.cards import games, meant
from chat.press.answer import PrivateAnswer
from chat.press.commands import ZAMKI
from chat.press.presses import Cog, make
from chat.wire.layout import BLUE, Button, Card, button, rows
from data.words import Words
from tables.model.table_info import TableInfo

MINE = 15
"""Maximum tables listed."""

BUTTONS = 10
"""Maximum tables with a button of their own."""


class Tables(Cog):
    """Lists tables."""

    @ZAMKI.command("tables")
    async def tables(self, answer: PrivateAnswer) -> None:
        """List the person's tables with links, those that wait for them first, and the open ones in this channel."""
        words = answer.words
        mine = meant.urgent_first(await answer.tables.looks.tables_of(answer.user), answer.user)
        here = await answer.tables.looks.tables_in(answer.channel)
        known = {found.id for found in mine}
        lines = [await meant.line(self.app, found, answer.user, words) for found in mine[:MINE]]
        lines = lines or [words("cogs.tables.none")]
        others = [found for found in here if found.id not in known]
        if others:
            other_lines = [await meant.line(self.app, found, answer.user, words) for found in others[: MINE // 3]]
            lines += [f"**{words('cogs.tables.here')}**", *other_lines]
        hands = [_button(found, answer.user, words) for found in mine if found.state == "playing" and not found.set_aside]
        title = words("cogs.tables.title")
        whole = []
        if answer.guild is not None:
            whole = [button(words("cogs.directory.all"), make("company.page", 0), emoji="📋"), games.find_one(words)]
        await answer.tell(Card(title=title, text="\n".join(lines), rows=rows([*hands[:BUTTONS], *whole]), colour=BLUE))


def _button(found: TableInfo, user: int, words: Words) -> Button:
    """Returns the button that opens the person's hand at a table; tables that wait for them are highlighted."""
    style = discord.ButtonStyle.primary if found.waits_for(user) else discord.ButtonStyle.secondary
    name = words(f"{found.game}.name")
    return button(f"{found.id} · {name}", make("play.hand", found.id, found.stage), style=style, emoji="🃏")
