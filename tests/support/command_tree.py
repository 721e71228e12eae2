"""The project's commands in a tree, without a bot."""

from __future__ import annotations

import discord

from service.command_tree import Tree, declared_tree


def tree() -> Tree:
    """Returns all commands, in their groups."""
    return declared_tree(discord.Client(intents=discord.Intents.none()))
