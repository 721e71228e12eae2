"""The bot as Discord knows it: one client, one command tree, one dispatcher, one sender."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

if TYPE_CHECKING:
    from render.pool import Pool
    from tables.hall import Hall

log = logging.getLogger(__name__)

PATIENCE = 6.0
"""Seconds that `close` waits for answers and posts in flight."""


class ZamkiBot(commands.AutoShardedBot):
    """Discord's face of a hall. `hall` is open and stays the caller's to close; `pictures` draws in its own threads.

    `language` is spoken where Discord tells none. Start with `start(token)` (or `login` and `connect`), end with `close()`.
    """

    def __init__(self, hall: Hall, pictures: Pool, *, language: str = "en", **options: Any) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            help_command=None,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            **options,
        )
        self.hall = hall
        self.pictures = pictures
        self.language = language
