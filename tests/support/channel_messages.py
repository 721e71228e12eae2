"""What stands in a channel of a table after whatever has happened: which messages have live buttons, and what stands twice."""

from __future__ import annotations

from collections import Counter

from sandbox import Sandbox
from sandbox.components import walk
from sandbox.world import EPHEMERAL, Message

AFTER_THE_END = ("start.again:", "replay.open:", "story.open:", "review.open:", "verify.open:")
"""How the ids begin that may be pressed below the end of a game."""

NO_BOARD = ("play.turn:", "board.watch:")
"""How the ids begin of the one button that calls somebody to their move, and of that with which one joins a game's thread from
the lobby's card; boards have others besides.
"""


def ids_of(message: Message, table: int) -> list[str]:
    """The custom ids of a message that belong to a table, those that cannot be pressed left out."""
    found = (str(each.get("custom_id") or "") for each in walk(message.components) if not each.get("disabled"))
    return [each for each in found if each.split(":")[1:2] == [str(table)]]


def public(sandbox: Sandbox, channel: int) -> list[Message]:
    """The messages of the bot in a channel that all can see, oldest first."""
    world = sandbox.world
    found = (world.messages[mid] for mid in world.channels[channel].messages)
    return [each for each in found if each.author_id == world.bot.id and not each.flags & EPHEMERAL]


def live(sandbox: Sandbox, table: int) -> list[int]:
    """The messages that all can see and that have live buttons of the table, but for those that stand below the end and those
    that only call somebody or lead to the game.
    """
    world = sandbox.world
    channels = [each.id for each in world.channels.values() if each.guild_id is not None]
    found = (each for channel in channels for each in public(sandbox, channel))
    apart = (*AFTER_THE_END, *NO_BOARD)
    return [each.id for each in found if any(not custom.startswith(apart) for custom in ids_of(each, table))]


def hands(sandbox: Sandbox, table: int) -> list[Message]:
    """The direct messages with live buttons of the table."""
    world = sandbox.world
    direct = [each for each in world.messages.values() if world.channels[each.channel_id].guild_id is None]
    return [each for each in direct if ids_of(each, table)]


def pictures_twice(sandbox: Sandbox, channel: int) -> list[str]:
    """The pictures (by file name, which tells their content) that more than one public message shows."""
    shown = Counter(file.filename for each in public(sandbox, channel) for file in each.attachments)
    return [name for name, count in shown.items() if count > 1]
