"""How it all works, and what the bot says unasked to people who do not know it yet."""

import logging
from collections.abc import Awaitable
from typing import Any

import discord

from chat.app import App
from chat.cards import games
from chat.press import permissions
from chat.press.answer import ALONE, Ack, PrivateAnswer
from chat.press.commands import ZAMKI
from chat.press.presses import Cog, Press, make, verb
from chat.wire.layout import BLUE, Button, Card, PublicCard, button, lines_of, row, rows
from chat.wire.messenger import Closed
from chat.wire.outcomes import UNREACHED
from chat.wire.visible import of_bot
from data.words import Words
from data.words import words as words_of

log = logging.getLogger(__name__)

TO_WRITE = ("view_channel", "send_messages")
"""The permissions that the bot needs to introduce itself in a channel."""

TRIED = 3
"""Maximum channels in which it tries to."""


async def hello(app: App, user: int, message: int) -> None:
    """Answer somebody who has written to the bot with what it can do. Nothing of what they wrote is read."""
    words = await app.languages.words(user, app.language, await app.tables.people.heard_from(user))
    card = Card(title=words("cogs.help.title"), text=words("cogs.help.hello"), rows=rows(_ways(words, alone=True)), colour=BLUE)
    try:
        await app.messenger.say_to(user, card, f"hello-{message % 10**12}", asked=True)
    except (discord.DiscordException, *UNREACHED) as error:
        log.info("cannot greet a person", extra={"error": type(error).__name__})


async def welcome(app: App, guild: int) -> None:
    """Introduce the bot, once, on a server that has invited it. If it may not write anywhere, it writes to the owner, unless
    they have switched direct messages off: only the server's own log, which the bot may not read, says who invited it.
    """
    settings = await app.tables.servers.server_settings(guild)
    if settings.welcomed:
        return
    try:
        server, rights = await of_bot(app.messenger.rest, guild)
    except (discord.HTTPException, *UNREACHED) as error:
        log.info("cannot read a server", extra={"error": type(error).__name__})
        return
    words = words_of(settings.language or str(server["preferred_locale"]))
    threads, nonce = settings.boards == "thread", f"welcome-{guild % 10**12}"
    for channel in [each for each, may in rights.items() if not permissions.lacking(may, needed=TO_WRITE)][:TRIED]:
        lacking = permissions.lacking(rights[channel], threads=threads)
        if await _try_to_say(app.messenger.say(channel, PublicCard(**_introduction(words, lacking)), nonce)):
            break
    else:
        everything = permissions.lacking(discord.Permissions.none(), threads=threads)
        owner = int(server["owner_id"])
        words = await app.languages.words(owner, words.language)
        if not await _try_to_say(app.messenger.say_to(owner, Card(**_introduction(words, everything)), nonce, wanted=True)):
            return
    await app.tables.servers.set_server(guild, 0, welcomed=True)


def _introduction(words: Words, lacking: list[str]) -> dict[str, Any]:
    """Returns the introduction, with the permissions that the bot lacks."""
    text = words("cogs.help.welcome")
    if lacking:
        text += "\n\n" + words("cogs.check.permissions.ill", permissions=permissions.permission_names(lacking, words))
    return {"title": words("cogs.help.title"), "text": text, "rows": rows(_ways(words)), "colour": BLUE}


async def _try_to_say(saying: Awaitable[None]) -> bool:
    """Returns whether Discord accepted a message."""
    try:
        await saying
    except (Closed, discord.DiscordException, *UNREACHED) as error:
        log.info("cannot post the welcome message", extra={"error": type(error).__name__})
        return False
    return True


def _ways(words: Words, *, alone: bool = False) -> list[Button]:
    """Returns the buttons to begin with; `alone`: in direct messages, where nobody else plays."""
    found = [
        games.play_now(words),
        button(words("cogs.lesson.button"), make("learn.open", 0), style=discord.ButtonStyle.primary, emoji="🎓"),
        button(words("cogs.help.games"), make("rules.games", 0), emoji="🎲"),
    ]
    return found if alone else [*found, games.find_one(words)]


def _bell(words: Words) -> Button:
    """Returns the button that chooses of which new tables a person hears."""
    return button(words("cogs.notify.bell"), make("company.notices", 0), emoji="🔔")


class Help(Cog):
    """Explains the bot."""

    @ZAMKI.command("help")
    async def help(self, answer: PrivateAnswer) -> None:
        """Explain how to play; the commands and the games are behind buttons."""
        await answer.tell(page(answer.words, "text", alone=answer.guild is None))

    @verb("help.page", Ack.UPDATE, ALONE)
    async def turn(self, answer: PrivateAnswer, press: Press) -> None:
        """Show the commands in the same message, or how to play again."""
        await answer.show(
            page(answer.words, "commands" if press.words == ("commands",) else "text", alone=answer.guild is None)
        )


def page(words: Words, key: str, *, alone: bool) -> Card:
    """Returns a page of the explanation, with buttons for which a phone has room: `text` with those to begin with, or
    `commands` with further ones. `alone`: see `_ways`.
    """
    if key == "text":
        other, label, emoji, buttons = "commands", "more", "⌨️", _ways(words, alone=alone)
    else:
        other, label, emoji = "text", "first", "🏰"
        buttons = [games.of_the_day(words), *([] if alone else [_bell(words)])]
    turn = button(words(f"cogs.help.{label}"), make("help.page", 0, 0, (other,)), emoji=emoji)
    return Card(
        title=words("cogs.help.title"),
        text=words(f"cogs.help.{key}"),
        rows=tuple(row(*line) for line in lines_of([*buttons, turn])),
        colour=BLUE,
    )
