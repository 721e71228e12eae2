"""How it all works."""

from __future__ import annotations

import discord

from chat.cards import games
from chat.press.answer import PrivateAnswer
from chat.press.cog import Cog
from chat.press.commands import ZAMKI
from chat.press.presses import make
from chat.wire.layout import BLUE, Card, button, rows


class Help(Cog):
    """Explains the bot."""

    @ZAMKI.command("help")
    async def help(self, answer: PrivateAnswer) -> None:
        """How it all works, on one card."""
        words = answer.words
        known = "\n".join(games.line(self.app, key, words) for key in games.easiest_first(self.app))
        text = words("cogs.help.text", games=known)
        buttons = [
            games.play_now(words),
            button(words("cogs.lesson.button"), make("learn.open", 0), style=discord.ButtonStyle.primary, emoji="🎓"),
            button(words("cogs.help.games"), make("rules.games", 0), emoji="🎲"),
        ]
        await answer.tell(Card(title=words("cogs.help.title"), text=text, rows=rows(buttons), colour=BLUE))
