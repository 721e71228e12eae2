"""Where a server wants its tables, and by whom."""

import discord

from chat.press import doors
from chat.press.answer import Answer
from chat.wire.text import Safe
from tables.errors import Refusal
from tables.model.server import ServerSettings


async def has_tables_here(answer: Answer) -> ServerSettings:
    """The settings of the server of an answer, if it wants tables in this channel. Raises Refusal."""
    chosen = await answer.tables.servers.server_settings(answer.guild or 0)
    channel = answer.interaction.channel
    here = {answer.channel, channel.parent_id if isinstance(channel, discord.Thread) else 0}
    if chosen.channels and not here.intersection(chosen.channels):
        where = ", ".join(f"<#{each}>" for each in chosen.channels[:10])
        raise Refusal("cogs.server.refusal.channel", channels=Safe(where))
    return chosen


async def may_open(answer: Answer) -> None:
    """Whoever opens a table here may: raises Refusal where the server wants it elsewhere, or by others."""
    if answer.guild is None:
        return
    chosen = await has_tables_here(answer)
    if chosen.openers == "everyone" or await doors.looks_after_channel(answer, answer.channel):
        return
    if chosen.openers == "role" and chosen.opener_role is not None:
        # Their ids come with the interaction; `roles` would look the roles up among what is kept, and nothing of them is.
        if chosen.opener_role in getattr(answer.interaction.user, "_roles", ()):
            return
        raise Refusal("cogs.server.refusal.role", role=Safe(f"<@&{chosen.opener_role}>"))
    if chosen.openers == "role":
        raise Refusal("cogs.server.refusal.no-role")
    raise Refusal("cogs.server.refusal.moderators")
