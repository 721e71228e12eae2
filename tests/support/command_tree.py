"""The project's commands in a tree, without a bot."""

from __future__ import annotations

import discord

from service.client import Tree, declared


def tree() -> Tree:
    """Returns all commands, in their groups."""
    return declared(discord.Client(intents=discord.Intents.none()))
