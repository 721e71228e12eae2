"""The permissions that the bot needs in a channel."""

import discord

from chat.press.answer import Answer, PrivateAnswer
from chat.wire.text import Safe
from data.words import Words
from tables.errors import Refusal
from tables.model.table_info import DIRECT, PRIVATE, Place

NEEDED = ("view_channel", "send_messages", "attach_files", "read_message_history")
"""The permissions that the bot needs to play in a channel."""

FOR_THREADS = ("create_public_threads", "send_messages_in_threads")
"""The permissions it also needs if games have threads of their own."""


def lacking(allowed: discord.Permissions, *, threads: bool = False, needed: tuple[str, ...] = NEEDED) -> list[str]:
    """Returns the permissions that the bot needs in a channel (and for its threads) and lacks."""
    return [name for name in (*needed, *(FOR_THREADS if threads else ())) if not getattr(allowed, name)]


def permission_names(names: list[str], words: Words) -> Safe:
    """Returns permissions as Discord's settings name them."""
    return Safe(", ".join(f"**{words(f'cogs.permission.{name}')}**" for name in names))


def check(answer: PrivateAnswer, *, in_thread: bool = True) -> None:
    """Raises Refusal with the permissions that the bot lacks in this channel. `in_thread`: see `may_write`."""
    allowed = answer.interaction.app_permissions
    needed = list(NEEDED)
    if in_thread and isinstance(answer.interaction.channel, discord.Thread):
        needed.append("send_messages_in_threads")
        needed.remove("send_messages")
    missing = [name for name in needed if not getattr(allowed, name)]
    if missing:
        raise Refusal("cogs.refusal.permission", permissions=permission_names(missing, answer.words))


def may_write(answer: Answer, *, in_thread: bool = True) -> None:
    """Raises Refusal if the presser may not write in this channel: then the bot must not write for them. `in_thread`: if this
    is a thread, the bot writes there, and not in the channel that the thread belongs to.
    """
    thread = in_thread and isinstance(answer.interaction.channel, discord.Thread)
    needed = "send_messages_in_threads" if thread else "send_messages"
    if answer.guild is not None and not getattr(answer.interaction.permissions, needed):
        raise Refusal("cogs.refusal.may-not-write")


def place(answer: PrivateAnswer, *, in_thread: bool = True) -> Place:
    """Returns the place where a table is opened, in this channel. `in_thread`: see `may_write`. Raises Refusal with the
    permissions that the bot lacks.
    """
    if answer.guild is None:
        private = answer.interaction.context.private_channel
        return Place(PRIVATE if private else DIRECT, answer.channel)
    if not answer.interaction.is_guild_integration():
        raise Refusal("cogs.refusal.not-in-this-server")
    check(answer, in_thread=in_thread)
    channel = answer.interaction.channel
    return Place(answer.guild, channel.parent_id if isinstance(channel, discord.Thread) and not in_thread else answer.channel)
