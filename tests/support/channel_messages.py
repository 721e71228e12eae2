"""Checks on a table's channel: which messages have live buttons, and what is shown twice."""

from __future__ import annotations

from collections import Counter

from sandbox import Sandbox
from sandbox.components import TEXT, walk
from sandbox.world import EPHEMERAL, Message

AFTER_THE_END = (
    *("start.again:", "start.want:", "replay.open:", "story.open:", "film.moment:"),
    *("review.open:", "verify.open:"),
)
"""Prefixes of the ids that may be pressed below the end of a game."""

NO_BOARD = ("play.turn:", "board.watch:")
"""Prefixes of the ids of the button that calls somebody to their move, and of the lobby card's button for joining a game's
thread; boards have other buttons too.
"""


def ids_of(message: Message, table: int) -> list[str]:
    """Returns the custom ids of a message that belong to a table and can be pressed."""
    found = (str(each.get("custom_id") or "") for each in walk(message.components) if not each.get("disabled"))
    return [each for each in found if each.split(":")[1:2] == [str(table)]]


def public(sandbox: Sandbox, channel: int) -> list[Message]:
    """Returns the bot's public messages in a channel, oldest first."""
    world = sandbox.world
    found = (world.messages[mid] for mid in world.channels[channel].messages)
    return [each for each in found if each.author_id == world.bot.id and not each.flags & EPHEMERAL]


def calls_people(message: Message) -> bool:
    """Returns whether a message only says to people that it is their move; boards and scenes begin with a title."""
    said = [str(each["content"]) for each in walk(message.components) if each["type"] == TEXT]
    return len(said) == 1 and said[0].startswith("👉 <@")


def live(sandbox: Sandbox, table: int) -> list[int]:
    """Returns the public messages with live buttons of the table, except those below the end and those that only call somebody
    or link to the game.
    """
    world = sandbox.world
    channels = [each.id for each in world.channels.values() if each.guild_id is not None]
    found = (each for channel in channels for each in public(sandbox, channel) if not calls_people(each))
    apart = (*AFTER_THE_END, *NO_BOARD)
    return [each.id for each in found if any(not custom.startswith(apart) for custom in ids_of(each, table))]


def hands(sandbox: Sandbox, table: int) -> list[Message]:
    """Returns the direct messages with live buttons of the table."""
    world = sandbox.world
    direct = [each for each in world.messages.values() if world.channels[each.channel_id].guild_id is None]
    return [each for each in direct if ids_of(each, table)]


def pictures_twice(sandbox: Sandbox, channel: int) -> list[str]:
    """Returns the pictures (by file name, which identifies their content) that more than one public message shows."""
    shown = Counter(file.filename for each in public(sandbox, channel) for file in each.attachments)
    return [name for name, count in shown.items() if count > 1]
