"""Permissions by channel: base permissions of all roles, then the overwrites for everyone, for roles, for one person."""

from __future__ import annotations

import pytest

from sandbox import Person, Sandbox, permissions
from sandbox.permissions import bits
from tests.support.probe_bot import Guest

WRITE, VIEW, MODERATE = bits("SEND_MESSAGES"), bits("VIEW_CHANNEL"), bits("MANAGE_MESSAGES")
GUILD, ROLE, OTHER, PERSON = 1, 2, 3, 4


@pytest.mark.parametrize(
    ("overwrites", "expected"),
    [
        ({}, WRITE | VIEW),
        ({GUILD: (0, WRITE)}, VIEW),
        ({GUILD: (0, WRITE), ROLE: (WRITE, 0)}, WRITE | VIEW),
        ({ROLE: (0, WRITE), OTHER: (WRITE, 0)}, WRITE | VIEW),
        ({ROLE: (MODERATE, 0), PERSON: (0, MODERATE)}, WRITE | VIEW),
        ({PERSON: (MODERATE, 0)}, WRITE | VIEW | MODERATE),
        ({ROLE: (MODERATE, VIEW)}, 0),
    ],
)
def test_overwrites_count_in_the_order_of_discord(overwrites: dict[int, tuple[int, int]], expected: int) -> None:
    assert permissions.in_channel(WRITE | VIEW, overwrites, GUILD, (ROLE, OTHER), PERSON) == expected


def test_administrators_may_do_everything() -> None:
    admin = bits("ADMINISTRATOR")
    assert permissions.in_channel(admin, {PERSON: (0, VIEW)}, GUILD, (), PERSON) == permissions.OWNER


async def test_an_interaction_tells_the_permissions_of_its_channel(sandbox: Sandbox, guest: Guest, borys: Person) -> None:
    world = sandbox.world
    guild = next(iter(world.guilds.values()))
    one, other = [channel for channel in world.channels.values() if channel.guild_id == guild.id][:2]
    person = world.users[int(borys.id)]
    role = world.add_role(guild, "Hosts", person)
    world.overwrite(one, role, allow=MODERATE)
    assert world.rights(person, one) & MODERATE
    assert not world.rights(person, other) & MODERATE
    assert not world.base_rights(person, guild) & MODERATE
    for channel in (one, other):
        await borys.command(channel.name, "castle secret")
    assert [seen.permissions.manage_messages for seen in guest.seen[-2:]] == [True, False]
    world.overwrite(other, guild.id, deny=VIEW)
    assert other not in world.visible(person)
    assert other in world.visible(world.users[guild.owner_id])
    assert not world.bot_rights(other)
    world.overwrite(other, world.bot.id, allow=VIEW)
    assert world.bot_rights(other) == permissions.BOT
