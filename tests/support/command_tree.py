"""The commands of the house as a tree has them, without a bot."""

from __future__ import annotations

import discord

import cogs
from chat.press.commands import person_menus
from service.client import Tree


def tree() -> Tree:
    """All commands beneath `/zamki`."""
    made = Tree(discord.Client(intents=discord.Intents.none()))
    for cog in cogs.classes():
        for command in cog.__cog_app_commands__:
            made.add_command(command, override=True)
        for menu in person_menus(cog):
            made.add_command(menu, override=True)
    return made
