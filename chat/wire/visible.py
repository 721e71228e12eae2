"""A person's permissions in a server and its channels, computed from roles and overwrites as Discord does. Not cached."""

import contextlib
from collections.abc import Iterable

import discord

from chat.wire.interactions import here
from chat.wire.internals import role_ids
from chat.wire.outcomes import UNREACHED
from chat.wire.payloads import ChannelPayload, GuildPayload, OverwritePayload
from chat.wire.rest import UNKNOWN_MEMBER, Rest

SERVER = 0
"""Stands for the server itself in place of a channel, whatever its channels allow besides."""

PRIVATE_THREAD = 12
TEXT = 0
WITH_MESSAGES = (TEXT, 5)
"""Kinds of channels whose threads are beside messages of their own: text and announcements. Forums have threads only."""

ALL = discord.Permissions.all().value
"""What owners and administrators may do, whatever a channel's overwrites say."""

THREADS = (10, 11, PRIVATE_THREAD)


async def rights(
    rest: Rest, interaction: discord.Interaction, channels: Iterable[int], *, anyway: bool = False
) -> dict[int, discord.Permissions]:
    """Returns the permissions of the interacting person in these channels of this server (`SERVER`: in all of it). Channels
    that they do not see, or that Discord says nothing about, are left out. Permissions that the interaction contains are not
    requested again, unless `anyway`.
    """
    guild, member = interaction.guild_id, interaction.user
    if guild is None or not isinstance(member, discord.Member):
        return {}
    near = set() if anyway else here(interaction)
    found = {channel: interaction.permissions for channel in channels if channel in near}
    left = {*channels} - {*found}
    if not left:
        return found
    return found | await _fetch(rest, guild, member.id, role_ids(member), left)


async def sees(rest: Rest, guild: int, user: int, channel: int) -> bool:
    """Returns whether somebody is a member of a server and sees a channel of it. Raises what `Rest` raises, also for a channel
    that the bot does not see.
    """
    try:
        member = await rest.member(guild, user)
    except discord.NotFound as error:
        if error.code != UNKNOWN_MEMBER:
            raise
        return False
    roles = {guild, *(int(role) for role in member["roles"])}
    base = _base(await rest.guild(guild), roles, user)
    return discord.Permissions(await _in_channel(rest, channel, base, guild, roles, user)).view_channel


async def owns(rest: Rest, guild: int, user: int) -> bool:
    """Returns whether somebody owns a server; False if Discord does not say."""
    try:
        return int((await rest.guild(guild))["owner_id"]) == user
    except (discord.HTTPException, *UNREACHED):
        return False


async def by_all(rest: Rest, guild: int, channels: Iterable[int]) -> set[int]:
    """Returns the channels that everybody in the server sees, including newcomers (`SERVER`: whether Discord shows the server
    to the bot at all).
    """
    return {*await _fetch(rest, guild, 0, set(), {*channels})}


async def of_bot(rest: Rest, guild: int) -> tuple[GuildPayload, dict[int, discord.Permissions]]:
    """Returns a server, and the bot's permissions in its text channels: first the channel for Discord's own messages, then from
    the top. Raises what `Rest` raises.
    """
    server, member, channels = await rest.guild(guild), await rest.member(guild, rest.me), await rest.channels(guild)
    roles = {guild, *(int(role) for role in member["roles"])}
    base = _base(server, roles, rest.me)
    system = server.get("system_channel_id")
    texts = [each for each in channels if each["type"] == TEXT]
    texts.sort(key=lambda each: (each["id"] != system, each["position"], int(each["id"])))
    may = {int(each["id"]): _there(each, base, guild, roles, rest.me) for each in texts}
    return server, {channel: discord.Permissions(rights) for channel, rights in may.items()}


def _base(server: GuildPayload, roles: set[int], user: int) -> int:
    """Returns what somebody with these roles may do in the whole server: `ALL` as its owner or an administrator."""
    base = 0
    for role in server["roles"]:
        base |= int(role["permissions"]) if int(role["id"]) in roles else 0
    return ALL if int(server["owner_id"]) == user or discord.Permissions(base).administrator else base


async def _fetch(rest: Rest, guild: int, user: int, roles: set[int], channels: set[int]) -> dict[int, discord.Permissions]:
    """Ask Discord for the permissions of somebody with these roles."""
    found: dict[int, discord.Permissions] = {}
    roles = roles | {guild}
    try:
        base = _base(await rest.guild(guild), roles, user)
        for channel in sorted(channels):
            if channel == SERVER:
                found[channel] = discord.Permissions(base)
                continue
            with contextlib.suppress(discord.HTTPException):
                allowed = discord.Permissions(await _in_channel(rest, channel, base, guild, roles, user))
                if allowed.view_channel:
                    found[channel] = allowed
    except (discord.HTTPException, *UNREACHED):
        return found
    return found


async def _in_channel(rest: Rest, channel: int, base: int, guild: int, roles: set[int], user: int) -> int:  # noqa: PLR0917 - what counts
    if base == ALL:
        return ALL
    data = await rest.channel(channel)
    if data["type"] == PRIVATE_THREAD:
        return 0
    if data["type"] in THREADS:
        data = await rest.channel(int(data["parent_id"]))
    return _there(data, base, guild, roles, user)


def _there(channel: ChannelPayload, base: int, guild: int, roles: set[int], user: int) -> int:
    return base if base == ALL else apply_overwrites(base, channel.get("permission_overwrites") or [], guild, roles, user)


def apply_overwrites(base: int, overwrites: list[OverwritePayload], guild: int, roles: set[int], user: int) -> int:
    """Returns somebody's permissions in a channel after its overwrites: for everybody, then for their roles, then for them."""
    by_id = {int(each["id"]): (int(each["allow"]), int(each["deny"])) for each in overwrites}
    rights = base
    allow, deny = by_id.get(guild, (0, 0))
    rights = (rights & ~deny) | allow
    of_roles = [by_id[role] for role in roles - {guild} if role in by_id]
    for _, denied in of_roles:
        rights &= ~denied
    for granted, _ in of_roles:
        rights |= granted
    allow, deny = by_id.get(user, (0, 0))
    return (rights & ~deny) | allow
