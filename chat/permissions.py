"""What the bot has to be allowed in a channel."""

from __future__ import annotations

import discord

from chat.answer import PrivateAnswer
from chat.text import Safe
from tables.errors import Refusal

NEEDED = ("view_channel", "send_messages", "attach_files", "read_message_history")
"""What the bot has to be allowed in a channel to play there."""


def check(answer: PrivateAnswer) -> None:
    """Raises Refusal that names what the bot lacks in this channel."""
    allowed = answer.interaction.app_permissions
    needed = list(NEEDED)
    if isinstance(answer.interaction.channel, discord.Thread):
        needed.append("send_messages_in_threads")
        needed.remove("send_messages")
    missing = [name for name in needed if not getattr(allowed, name)]
    if missing:
        names = ", ".join(f"**{answer.words(f'cogs.permission.{name}')}**" for name in missing)
        raise Refusal("cogs.refusal.permission", permissions=Safe(names))
