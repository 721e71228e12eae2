"""Where a server allows tables, who may open them, and what is shared there with everybody."""

from collections.abc import Awaitable, Callable

import discord

from chat.press import doors, permissions
from chat.press.answer import Answer
from chat.wire.layout import PublicCard
from chat.wire.messenger import Closed
from chat.wire.outcomes import UNREACHED
from chat.wire.text import Safe
from tables.errors import Refusal
from tables.model.server import ServerSettings


async def has_tables_here(answer: Answer) -> ServerSettings:
    """Returns the settings of the answer's server. Raises Refusal if it allows no tables in this channel."""
    chosen = await answer.tables.servers.server_settings(answer.guild or 0)
    channel = answer.interaction.channel
    here = {answer.channel, channel.parent_id if isinstance(channel, discord.Thread) else 0}
    if chosen.channels and not here.intersection(chosen.channels):
        where = ", ".join(f"<#{each}>" for each in chosen.channels[:10])
        raise Refusal("cogs.server.refusal.channel", channels=Safe(where))
    return chosen


async def may_open(answer: Answer, *, in_thread: bool = True) -> None:
    """Raises Refusal if the server does not allow this person to open a table here, or they may not write here. `in_thread`:
    see `permissions.may_write`.
    """
    if answer.guild is None:
        return
    permissions.may_write(answer, in_thread=in_thread)
    chosen = await has_tables_here(answer)
    if chosen.openers == "everyone" or await doors.looks_after_channel(answer, answer.channel):
        return
    if chosen.openers == "role" and chosen.opener_role is not None:
        if has_role(answer, chosen.opener_role):
            return
        raise Refusal("cogs.server.refusal.role", role=Safe(f"<@&{chosen.opener_role}>"))
    if chosen.openers == "role":
        raise Refusal("cogs.server.refusal.no-role")
    raise Refusal("cogs.server.refusal.moderators")


def has_role(answer: Answer, role: int | None) -> bool:
    """Returns whether the person has this role. Its id comes with the interaction; `roles` would look for the roles in a cache
    that is not kept.
    """
    return role is not None and role in getattr(answer.interaction.user, "_roles", ())


async def organises(answer: Answer) -> bool:
    """Returns whether the person has the role of those who organise tournaments on this server."""
    return has_role(answer, (await answer.tables.servers.server_settings(answer.guild or 0)).organiser_role)


async def admit_share(answer: Answer, number: int) -> None:
    """Let the presser show something of a table in the channel of the press, and count it. The table belongs to this server,
    the presser may share it and may write here, the server allows tables in the channel, and it is rate limited
    (`tables.rules.ledger`). Raises Refusal.
    """
    await doors.may_share(answer, (await answer.tables.looks.read(number)).info)
    await may_post(answer)


async def may_post(answer: Answer) -> None:
    """Let the presser show something of their own in the channel of the press, and count it, as `admit_share` does. Raises
    Refusal.
    """
    permissions.may_write(answer)
    await has_tables_here(answer)
    await answer.tables.people.note_share(answer.user, answer.channel)


async def share(answer: Answer, number: int, kind: str, card: Callable[[], Awaitable[PublicCard]]) -> None:
    """Post a card of a table in the channel of the press, if the presser may (`admit_share`). `kind` names what is shared.
    Raises Refusal.
    """
    await admit_share(answer, number)
    await post_shared(answer, kind, await card())


async def post_shared(answer: Answer, kind: str, card: PublicCard) -> None:
    """Post what was admitted. Raises Refusal."""
    try:
        await answer.app.messenger.say(answer.channel, card, f"{kind}-{answer.request}")
    except (Closed, discord.HTTPException, *UNREACHED) as error:
        raise Refusal("replay.refusal.cannot-post") from error
