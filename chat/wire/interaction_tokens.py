"""Direct messages between people, and groups: the bot is not in them, and speaks there only by the tokens of presses.

Discord lets an interaction's token post a few messages where it was pressed and edit the message that was pressed, for fifteen
minutes. So what is told there waits for the next press; each press refreshes what it can.
"""

from __future__ import annotations

import time
from typing import Any

import discord
import msgspec
from cachetools import LRUCache

from chat.wire import limits

FOLLOWUPS = 5
"""Messages that the token of a press may post where the app is installed by a person alone."""

SPARED = 3
"""Of these, what is left to answers for the presser alone."""

LIFE_SECONDS = limits.TOKEN_LIFE_SECONDS - 60.0
"""Seconds for which a token counts on: it must not end under way."""

REMEMBERED = 5000
"""Channels and messages of which tokens are remembered."""


class NoCarrier(Exception):
    """Nobody has pressed anything there lately: it waits for the next press."""


class Carrier(msgspec.Struct):
    """The token of a press."""

    token: str
    until: float
    left: int = FOLLOWUPS - SPARED
    """Messages that it may still post."""


class InteractionTokens:
    """The tokens by which something can be told in channels that the bot is not in."""

    def __init__(self) -> None:
        self._channels: LRUCache[int, list[Carrier]] = LRUCache(REMEMBERED)
        self._messages: LRUCache[int, Carrier] = LRUCache(REMEMBERED)
        self._private: set[int] = set()

    def add(self, channel: int) -> None:
        """The bot is not in this channel."""
        self._private.add(channel)

    def __contains__(self, channel: int) -> bool:
        return channel in self._private

    def note(self, interaction: discord.Interaction[Any]) -> None:
        """Somebody has pressed something there."""
        assert interaction.channel_id is not None
        self.add(interaction.channel_id)
        carrier = Carrier(interaction.token, time.monotonic() + LIFE_SECONDS)
        known = self._channels.get(interaction.channel_id, [])
        self._channels[interaction.channel_id] = [*_alive(known), carrier][-10:]

    def pressed(self, interaction: discord.Interaction[Any]) -> None:
        """The press was acknowledged so that it may edit the message that all see."""
        if interaction.message is not None:
            self._messages[interaction.message.id] = Carrier(interaction.token, time.monotonic() + LIFE_SECONDS)

    def posted(self, message: int, carrier: Carrier) -> None:
        """A message stands that this token has posted."""
        self._messages[message] = carrier

    def to_post(self, channel: int) -> Carrier:
        """By what to post there. Raises NoCarrier."""
        for carrier in reversed(_alive(self._channels.get(channel, []))):
            if carrier.left > 0:
                carrier.left -= 1
                return carrier
        raise NoCarrier

    def to_edit(self, message: int) -> Carrier | None:
        """By what to edit a message; None where its time is over: it stays as it is."""
        found = self._messages.get(message)
        return found if found is not None and found.until > time.monotonic() else None


def _alive(carriers: list[Carrier]) -> list[Carrier]:
    now = time.monotonic()
    return [carrier for carrier in carriers if carrier.until > now]
