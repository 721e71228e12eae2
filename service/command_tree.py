"""The commands in their groups, and what happens before one is carried out and after one could not answer."""

import logging
from typing import Any

import discord
from discord import app_commands

import cogs
from chat.press import options
from chat.press.answer import PrivateAnswer, Unanswerable, answering
from chat.press.commands import CommandGroup, group_of, menus
from chat.wire import limits
from chat.wire.internals import commands_of
from service.short_answers import brief, suggest_nothing
from tables.errors import Refusal

log = logging.getLogger(__name__)


class Misplaced(Exception):
    """A command cannot be in the group it declares."""


class Tree(app_commands.CommandTree[Any]):
    """The commands, each in the group that its declaration names (`CommandGroup.command`). Repeated interactions, and those
    that arrive while closing, do not reach them.
    """

    def __init__(self, client: Any) -> None:
        super().__init__(client)
        self.groups: dict[CommandGroup, app_commands.Group] = {}
        """The groups that have commands."""

    def add_command(self, command: Any, /, *, override: bool = False, **where: Any) -> None:
        """Put a command into its group, which is created with its first command. Raises Misplaced if the group is full or
        already has a command of this name.
        """
        declared = group_of(command)
        if declared is None:
            super().add_command(command, override=override, **where)
            return
        group = self._group(declared)
        there = group.get_command(command.name)
        if there is not None and not override:
            raise Misplaced(f"{command.module} declares {declared.path} {command.name}, and so does {there.module}.")
        if there is None and len(group.commands) >= limits.SUBCOMMANDS:
            raise Misplaced(self._full(declared, command))
        group.add_command(command, override=override)

    def _group(self, declared: CommandGroup) -> app_commands.Group:
        if declared not in self.groups:
            made = declared.make()
            self.add_command(made)
            self.groups[declared] = made
        return self.groups[declared]

    def _full(self, declared: CommandGroup, command: Any) -> str:
        names = ", ".join(f"{each.name} ({each.module})" for each in (*self.groups[declared].commands, command))
        return f"{declared.path} has room for {limits.SUBCOMMANDS} and is full: {names}. Room is in {self.room}."

    @property
    def room(self) -> str:
        """Returns how many commands each group can still take, for a developer to read."""
        free = {each.path: limits.SUBCOMMANDS - len(group.commands) for each, group in self.groups.items()}
        return ", ".join(f"{path} ({count})" for path, count in sorted(free.items(), key=lambda each: -each[1]) if count)

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        return await self.client.admit(interaction) and await self._readable(interaction)

    async def _readable(self, interaction: discord.Interaction[Any]) -> bool:
        """Returns whether the options fit the command's declaration; if not, tells the person in one polite message."""
        typing = interaction.type is discord.InteractionType.autocomplete
        try:
            data: Any = interaction.data
            if (kind := data.get("type", options.CHAT)) != options.CHAT:
                known = (each for each in self.get_commands() if isinstance(each, app_commands.ContextMenu))
                options.check_menu(data, {menu.name for menu in known if menu.type.value == kind})
            else:
                options.check(data, self.get_commands(type=discord.AppCommandType.chat_input), whole=not typing)
        except Refusal as refusal:
            log.warning("options refused", extra={"interaction": interaction.id, "key": refusal.key})
            await (suggest_nothing(interaction) if typing else self._refuse(interaction, refusal))
            return False
        return True

    async def _refuse(self, interaction: discord.Interaction[Any], refusal: Refusal) -> None:
        try:
            async with answering(PrivateAnswer(self.client.app, interaction)):
                raise refusal
        except Unanswerable:
            log.info("command not answered", extra={"interaction": interaction.id})

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Handle an error that a command could not answer: it came too late, or one of its arguments was refused."""
        cause = error.__cause__ if isinstance(error, app_commands.CommandInvokeError | app_commands.TransformerError) else error
        if isinstance(cause, Refusal):
            await self._refuse(interaction, cause)
            return
        if isinstance(cause, Unanswerable):
            log.info("command not answered", extra={"interaction": interaction.id})
            return
        log.error("command failed", exc_info=cause, extra={"interaction": interaction.id})
        if not interaction.response.is_done():
            await brief(interaction, "cogs.error.fault")


def declared_tree(client: discord.Client) -> Tree:
    """Returns all commands of all cogs, without a bot."""
    tree = Tree(client)
    for cog in cogs.classes():
        for command in (*commands_of(cog), *menus(cog)):
            tree.add_command(command)
    return tree
