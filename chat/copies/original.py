"""The private answer to an interaction, edited by the interaction's token for as long as that lives."""

from __future__ import annotations

import asyncio
from typing import Any

import discord

from chat.wire.internals import Token
from chat.wire.layout import Card

UPLOADS = 64
"""Private pictures on their way to Discord at once; each holds its bytes and a connection until it is there."""


class Original:
    """The answer to one interaction. Both methods raise discord.HTTPException."""

    def __init__(self, interaction: discord.Interaction[Any], uploads: asyncio.Semaphore) -> None:
        self.born = interaction.created_at.timestamp()
        self._token = Token(interaction)
        self._uploads = uploads

    async def edit(self, card: Card) -> int:
        """Have the answer show the card. Its message's id."""
        async with self._uploads:
            answer = await self._token.edit(**card.editing())
        return int(answer["id"])

    async def delete(self) -> None:
        """Take the answer away."""
        await self._token.delete()
