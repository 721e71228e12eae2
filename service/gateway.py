"""The gateway's reader, so that a burst of events is not taken in at one go.

discord.py reads on for as long as something has come already: four hundred presses at once held the event loop up for 75 ms,
and the first was acknowledged only when the last had been read.
"""

from __future__ import annotations

import asyncio

from discord import shard
from discord.gateway import DiscordWebSocket


class FairWebSocket(DiscordWebSocket):
    """discord.py's, which lets everybody else go first after each event."""

    async def poll_event(self) -> None:
        await super().poll_event()
        await asyncio.sleep(0)

    @staticmethod
    def install() -> None:
        """Use it for all connections from now on."""
        shard.DiscordWebSocket = FairWebSocket  # type: ignore[misc]
