"""The commands of the house as a tree has them, without a bot."""

from __future__ import annotations

import discord

from service.client import Tree, declared


def tree() -> Tree:
    """All commands, in their groups."""
    return declared(discord.Client(intents=discord.Intents.none()))
