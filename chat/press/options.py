"""The one place that reads what a client sends for the options of a command.

Clients send what the command declares: text for text, one of the choices if there are some, and all required options. People
who write requests by hand can send anything else. That is refused here, before discord.py and the cogs read it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import discord
from discord import app_commands

from chat.wire.internals import DeclaredCommand
from tables.errors import Refusal

CHAT = discord.AppCommandType.chat_input.value
SUBCOMMAND = discord.AppCommandOptionType.subcommand.value
SUBGROUP = discord.AppCommandOptionType.subcommand_group.value

KINDS: Mapping[discord.AppCommandOptionType, type] = {
    discord.AppCommandOptionType.string: str,
    discord.AppCommandOptionType.boolean: bool,
    discord.AppCommandOptionType.integer: int,
    discord.AppCommandOptionType.user: str,
}
"""The type of an option's value by its kind; our commands have no other kinds."""


def check_menu(data: object, names: Collection[str]) -> None:
    """Raises Refusal if `data` is no use of one of these entries of a person's or message's menu."""
    match data:
        case {"type": 2, "name": str(name), "target_id": str(target)} if name in names and target in _people(data):
            return
        case {"type": 3, "name": str(name), "target_id": str(target), "resolved": {"messages": dict(messages)}}:
            if name in names and target in messages:
                return
    raise Refusal("cogs.refusal.unknown-command")


def check(data: object, commands: Iterable[DeclaredCommand], *, whole: bool) -> None:
    """Raises Refusal if `data` is no use of one of these commands, or of one in these groups, with options that it declares.
    `whole`: the person has finished typing; else the option being typed may be any text, and required options may be missing.
    """
    command, given = _command(data, {command.name: command for command in commands})
    known = {parameter.display_name: parameter for parameter in command.parameters}
    seen: set[str] = set()
    people = _people(data)
    for option in given:
        name = str(option.get("name", ""))
        if name not in known or name in seen or not _fits(option, known[name], people, whole=whole):
            raise Refusal("cogs.refusal.unreadable-option", option=name)
        seen.add(name)
    missing = [name for name, parameter in known.items() if parameter.required and name not in seen]
    if whole and missing:
        raise Refusal("cogs.refusal.unreadable-option", option=missing[0])


def _command(
    data: object, commands: Mapping[str, DeclaredCommand], *, nested: bool = False
) -> tuple[app_commands.Command[Any, ..., Any], Sequence[Mapping[str, object]]]:
    """Returns the command used and its options."""
    match data:
        case {"name": str(name), **rest} if name in commands:
            command, given = commands[name], rest.get("options", [])
            kinds = ((SUBGROUP,) if isinstance(command, app_commands.Group) else (SUBCOMMAND,)) if nested else (None, CHAT)
            if rest.get("type") in kinds and isinstance(given, list):
                if not isinstance(command, app_commands.Group):
                    return command, [option if isinstance(option, dict) else {} for option in given]
                if len(given) == 1:
                    return _command(given[0], {each.name: each for each in command.commands}, nested=True)
    raise Refusal("cogs.refusal.unknown-command")


def _people(data: object) -> frozenset[str]:
    """Returns the ids of the people that Discord describes with the command."""
    match data:
        case {"resolved": {"users": dict() as users}}:
            return frozenset(users)
    return frozenset()


def _fits(option: Mapping[str, object], parameter: app_commands.Parameter, people: frozenset[str], *, whole: bool) -> bool:
    value = option.get("value")
    if option.get("type") != parameter.type.value or type(value) is not KINDS[parameter.type]:
        return False
    if not whole:
        return parameter.autocomplete or not option.get("focused")
    if parameter.type is discord.AppCommandOptionType.user:
        return value in people
    if parameter.choices:
        return value in [choice.value for choice in parameter.choices]
    return not isinstance(value, str) or bool(value.strip())
