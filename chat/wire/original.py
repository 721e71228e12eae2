"""The private answer to an interaction, as long as the interaction's token can edit it."""

import asyncio
import time

import discord

from chat.wire import limits
from chat.wire.internals import Token
from chat.wire.layout import Card
from data import telemetry

UPLOADS = 40
"""Maximum private pictures uploaded at the same time; each holds its bytes and a connection until it is sent, or two while
Discord is slow (`chat.wire.interactions`).
"""

MARGIN_SECONDS = 30.0
"""Seconds before its expiry from which a token is no longer used."""


class Original:
    """The private answer to one interaction. The interaction's token edits it as long as the token is valid: until `until`, in
    monotonic seconds. Both methods raise discord.HTTPException.
    """

    def __init__(self, interaction: discord.Interaction, uploads: asyncio.Semaphore) -> None:
        # From its arrival here: Discord's clock, which has stamped it, is not this computer's.
        self.until = time.monotonic() - (telemetry.since() or 0.0) + limits.TOKEN_LIFE_SECONDS - MARGIN_SECONDS
        self._token = Token(interaction)
        self._uploads = uploads

    async def edit(self, card: Card) -> int:
        """Make the answer show the card. Returns the id of its message."""
        async with self._uploads:
            return await self._token.edit(**card.editing())

    async def delete(self) -> None:
        """Delete the answer."""
        await self._token.delete()

    @property
    def lasts(self) -> bool:
        """Whether the token is valid."""
        return time.monotonic() < self.until
