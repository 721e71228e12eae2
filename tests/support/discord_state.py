"""What discord.py knows of Discord."""

from __future__ import annotations

import discord
from discord.state import ConnectionState


def state_of(client: discord.Client) -> ConnectionState[discord.Client]:
    return client._connection
