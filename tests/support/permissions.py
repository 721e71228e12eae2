"""People's permissions in the sandbox's servers, by roles and by overwrites of one channel."""

from __future__ import annotations

from sandbox import Person, permissions
from tests.support.world import World


def may(world: World, person: Person, *names: str) -> None:
    """Give a person permissions in every server, by a role."""
    here = world.sandbox.world
    for guild in here.guilds.values():
        here.add_role(guild, "Helpers", here.users[int(person.id)], grants=permissions.bits(*names))


def offer_to_everybody(world: World) -> None:
    """Make Discord offer every command to everybody, as a server's settings can, whatever the bot wants."""
    for command in world.sandbox.world.commands[None]:
        command["default_member_permissions"] = None


def may_no_more(world: World, person: Person) -> None:
    """Remove all roles of a person."""
    for guild in world.sandbox.world.guilds.values():
        for role in guild.roles.values():
            role.members.discard(int(person.id))


async def may_in(world: World, person: Person, channel: str, *names: str) -> None:
    """Give a person permissions in one channel only."""
    here = world.sandbox.world
    here.overwrite(here.channels[int(await person.channel(channel))], int(person.id), allow=permissions.bits(*names))


async def hide(world: World, channel: str, *people: Person) -> None:
    """Hide a channel from these people from now on."""
    here = world.sandbox.world
    for person in people:
        here.channels[int(await person.channel(channel))].hidden.add(int(person.id))
