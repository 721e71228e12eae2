"""How it all works."""

from __future__ import annotations

import logging

import discord

from chat.app import App
from chat.cards import games
from chat.press.answer import PrivateAnswer
from chat.press.cog import Cog
from chat.press.commands import ZAMKI
from chat.press.presses import make
from chat.wire.layout import BLUE, Button, Card, button, rows
from chat.wire.rest import UNREACHED
from data.words import Words

log = logging.getLogger(__name__)


async def hello(app: App, user: int, message: int) -> None:
    """Somebody has written to the bot: they are told what it can do. Nothing of what they wrote is looked at."""
    words = await app.languages.words(user, app.language, await app.tables.people.heard_from(user))
    card = Card(title=words("cogs.help.title"), text=words("cogs.help.hello"), rows=rows(_ways(words)), colour=BLUE)
    try:
        await app.messenger.say_to(user, card, f"hello-{message % 10**12}", asked=True)
    except (discord.DiscordException, *UNREACHED) as error:
        log.info("person could not be greeted", extra={"error": type(error).__name__})


def _ways(words: Words) -> list[Button]:
    """Where to begin."""
    return [
        games.play_now(words),
        button(words("cogs.lesson.button"), make("learn.open", 0), style=discord.ButtonStyle.primary, emoji="🎓"),
        button(words("cogs.help.games"), make("rules.games", 0), emoji="🎲"),
    ]


class Help(Cog):
    """Explains the bot."""

    @ZAMKI.command("help")
    async def help(self, answer: PrivateAnswer) -> None:
        """How it all works, on one card."""
        words = answer.words
        known = "\n".join(games.line(self.app, key, words) for key in games.easiest_first(self.app))
        text = words("cogs.help.text", games=known)
        await answer.tell(Card(title=words("cogs.help.title"), text=text, rows=rows(_ways(words)), colour=BLUE))
