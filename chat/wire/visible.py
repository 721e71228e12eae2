"""Which channels of a server a person sees, computed as Discord does from roles and overwrites: nothing of it is kept here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord

from chat.wire.rest import UNREACHED, Rest

VIEW = discord.Permissions(view_channel=True).value
ALL = discord.Permissions(administrator=True).value
PRIVATE_THREAD = 12
THREADS = (10, 11, PRIVATE_THREAD)


async def visible(rest: Rest, interaction: discord.Interaction[Any], channels: Iterable[int]) -> set[int]:
    """Those of the channels that who interacts here sees; what Discord does not tell they do not see."""
    here, member, guild = interaction.channel_id, interaction.user, interaction.guild_id
    wanted = set(channels)
    if guild is None or not isinstance(member, discord.Member):
        return set()
    if interaction.permissions.administrator:
        return wanted
    found = wanted & {here}
    left = wanted - found
    if not left:
        return found
    roles = {int(role) for role in member._roles} | {guild}  # noqa: SLF001 - `roles` would look in a cache that is not kept
    try:
        server = await rest.guild(guild)
        base = 0
        for role in server["roles"]:
            base |= int(role["permissions"]) if int(role["id"]) in roles else 0
        for channel in sorted(left):
            if base & ALL or int(server["owner_id"]) == member.id or await _sees(rest, channel, base, guild, roles, member.id):
                found.add(channel)
    except (discord.HTTPException, *UNREACHED):
        return found
    return found


async def _sees(rest: Rest, channel: int, base: int, guild: int, roles: set[int], user: int) -> bool:  # noqa: PLR0917 - what counts
    try:
        told = await rest.channel(channel)
        if told["type"] == PRIVATE_THREAD:
            return False
        if told["type"] in THREADS:
            told = await rest.channel(int(told["parent_id"]))
    except discord.HTTPException:
        return False
    return bool(allowed(base, told.get("permission_overwrites") or [], guild, roles, user) & VIEW)


def allowed(base: int, overwrites: list[dict[str, Any]], guild: int, roles: set[int], user: int) -> int:
    """What is left of somebody's permissions in a channel: first what it says of all, then of their roles, then of them."""
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
