"""Tokens of presses, with which the bot posts in channels that it is not in."""

import time

import discord
import msgspec
from cachetools import LRUCache

from chat.wire import limits

FOLLOWUPS = 5
"""Messages that the token of a press may post if only a person has installed the app."""

SPARED = 3
"""How many of these are reserved for answers that only the presser sees."""

LIFE_SECONDS = limits.TOKEN_LIFE_SECONDS - 60.0
"""Seconds for which a token is used; it must not expire during a request."""

REMEMBERED = 5000
"""Channels and messages for which tokens are remembered."""


class NoInteractionToken(Exception):
    """Nobody has pressed anything there lately: the row waits for the next press."""


class InteractionToken(msgspec.Struct):
    """The token of a press."""

    value: str
    until: float
    left: int = FOLLOWUPS - SPARED
    """Messages that it may still post."""


class InteractionTokens:
    """The tokens that can send messages in channels that the bot is not in."""

    def __init__(self) -> None:
        self._channels: LRUCache[int, list[InteractionToken]] = LRUCache(REMEMBERED)
        self._messages: LRUCache[int, InteractionToken] = LRUCache(REMEMBERED)
        self._private: set[int] = set()

    def add(self, channel: int) -> None:
        """Note that the bot is not in this channel."""
        self._private.add(channel)

    def __contains__(self, channel: int) -> bool:
        return channel in self._private

    def note(self, interaction: discord.Interaction) -> None:
        """Note that somebody has pressed something there."""
        assert interaction.channel_id is not None
        self.add(interaction.channel_id)
        token = InteractionToken(interaction.token, time.monotonic() + LIFE_SECONDS)
        known = self._channels.get(interaction.channel_id, [])
        self._channels[interaction.channel_id] = [*_alive(known), token][-10:]

    def note_press(self, interaction: discord.Interaction) -> None:
        """Note that the press was acknowledged in a way that lets it edit the public message."""
        if interaction.message is not None:
            self._messages[interaction.message.id] = InteractionToken(interaction.token, time.monotonic() + LIFE_SECONDS)

    def note_post(self, message: int, token: InteractionToken) -> None:
        """Note that this token has posted a message."""
        self._messages[message] = token

    def to_post(self, channel: int) -> InteractionToken:
        """Returns the token to post there with. Raises NoInteractionToken."""
        for token in reversed(_alive(self._channels.get(channel, []))):
            if token.left > 0:
                token.left -= 1
                return token
        raise NoInteractionToken

    def to_edit(self, message: int) -> InteractionToken | None:
        """Returns the token to edit a message with; None if it has expired, so that the message stays as it is."""
        found = self._messages.get(message)
        return found if found is not None and found.until > time.monotonic() else None


def _alive(tokens: list[InteractionToken]) -> list[InteractionToken]:
    now = time.monotonic()
    return [token for token in tokens if token.until > now]
