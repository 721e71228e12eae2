"""Where commands stand: each group has room, and a command that cannot stand where it is declared says so."""

from __future__ import annotations

import discord
import pytest

from chat.press.answer import PrivateAnswer
from chat.press.commands import GAME, MODERATION, MY, SERVER, TOURNAMENT, ZAMKI, CommandGroup, group_of
from chat.press.presses import Cog
from chat.wire import limits
from service.command_tree import Misplaced, Tree
from tests.support.command_tree import tree

KEPT_FREE = {ZAMKI: 5}
"""Places that stay free, so that a new feature finds one."""


async def test_every_group_has_room() -> None:
    made = tree()
    assert set(made.groups) == {ZAMKI, GAME, MY, TOURNAMENT, SERVER, MODERATION}
    for declared, group in made.groups.items():
        free = limits.SUBCOMMANDS - len(group.commands)
        least = KEPT_FREE.get(declared, 1)
        assert free >= least, f"{declared.path} has {free} free places and should have {least}. Room is in {made.room}."


async def test_what_a_newcomer_wants_comes_first() -> None:
    assert [each.name for each in tree().groups[ZAMKI].commands][:6] == ["start", "learn", "help", "rules", "hand", "move"]


async def test_what_is_typed_in_a_game_is_one_word() -> None:
    single = {name for name, command in ((each.name, each) for each in tree().groups[ZAMKI].commands) if group_of(command)}
    in_a_game = {"start", "hand", "board", "move", "text", "takeback", "resign", "cancel", "replace", "tables", "rules", "help"}
    assert in_a_game <= single


async def test_discord_hides_from_players_what_only_managers_need() -> None:
    made = tree()
    assert made.groups[SERVER].default_permissions == discord.Permissions(manage_guild=True)
    assert made.groups[MODERATION].default_permissions == discord.Permissions(manage_messages=True)
    assert {made.groups[each].default_permissions for each in (ZAMKI, GAME, MY, TOURNAMENT)} == {None}


def small(name: str, number: int, group: CommandGroup) -> type[Cog]:
    """A cog of a module of its own with one command."""

    class Small(Cog):
        async def run(self, answer: PrivateAnswer) -> None:
            """Nothing."""

    Small.run.__module__ = f"cogs.{name}"
    command = group.command("help")(Small.run)
    command.name = f"{name}{number}"
    Small.__cog_app_commands__ = [command]
    return Small


def filled(count: int, group: CommandGroup = MY) -> Tree:
    made = Tree(discord.Client(intents=discord.Intents.none()))
    for number in range(count):
        for command in small("small", number, group).__cog_app_commands__:
            made.add_command(command)
    return made


async def test_a_command_too_many_names_its_cog_and_where_room_is() -> None:
    made = filled(limits.SUBCOMMANDS)
    (command,) = small("newcomer", 0, MY).__cog_app_commands__
    with pytest.raises(Misplaced) as refused:
        made.add_command(command)
    said = str(refused.value)
    assert said.startswith("/zamki my has room for 25 and is full: small0 (cogs.small), ")
    assert "newcomer0 (cogs.newcomer)" in said
    assert said.endswith("Room is in /zamki (24).")
    assert len(made.groups[MY].commands) == limits.SUBCOMMANDS, "nothing was added"


async def test_a_group_too_many_is_told_as_well() -> None:
    made = filled(limits.SUBCOMMANDS, ZAMKI)
    (command,) = small("newcomer", 0, MY).__cog_app_commands__
    with pytest.raises(Misplaced, match=r"^/zamki has room for 25 and is full: .*my \(chat\.press\.commands\)"):
        made.add_command(command)


async def test_two_commands_of_one_name_name_both_cogs() -> None:
    made = filled(1)
    (command,) = small("newcomer", 0, MY).__cog_app_commands__
    command.name = "small0"
    with pytest.raises(Misplaced, match=r"cogs\.newcomer declares /zamki my small0, and so does cogs\.small\."):
        made.add_command(command)


async def test_what_is_declared_without_a_group_stands_by_itself() -> None:
    made = Tree(discord.Client(intents=discord.Intents.none()))

    @discord.app_commands.command(name="alone", description="Alone")
    async def alone(interaction: discord.Interaction) -> None:
        """Nothing."""

    made.add_command(alone)
    assert made.get_command("alone") is alone
    made.remove_command("alone")
    assert made.get_command("alone") is None
