"""The gateway's reader, so that a burst of events is not taken in at one go, and nothing is made of what nobody looks at.

discord.py reads on for as long as something has come already: four hundred presses at once held the event loop up for 75 ms,
and the first was acknowledged only when the last had been read. Of each press it makes objects of all the message's layout,
some thirty for a hand, which took a quarter of the time to its acknowledgement and most of the garbage collector's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from discord import shard
from discord.gateway import DiscordWebSocket

from chat.press.presses import STANDING


class FairWebSocket(DiscordWebSocket):
    """discord.py's, which lets everybody else go first after each event."""

    async def poll_event(self) -> None:
        await super().poll_event()
        await asyncio.sleep(0)

    @staticmethod
    def install() -> None:
        """Use it for all connections from now on."""
        shard.DiscordWebSocket = FairWebSocket  # type: ignore[misc]


def bare(parse: Callable[[Any], None]) -> Callable[[Any], None]:
    """The parser of interactions, given the layout of the message pressed as it came, beside what was pressed (`STANDING`)."""

    def parse_bare(data: Any) -> None:
        if (message := data.get("message")) is not None:
            data["data"][STANDING], message["components"] = message.get("components", []), []
        parse(data)

    return parse_bare
