"""What each kind of failure of a request to Discord means for the next step."""

import enum
import json

import aiohttp
import discord

UNREACHED = (OSError, aiohttp.ClientError, TimeoutError, json.JSONDecodeError)
"""What a request raises if its answer was lost: it is unknown whether it was carried out. (Half a body is invalid JSON.)"""

FOR_NOW = {408, 429}
"""Status codes of temporary refusals; those from 500 on are temporary as well."""


class Outcome(enum.Enum):
    """What a refusal or failure means for the next step."""

    MESSAGE_GONE = "message gone"
    """There is nothing left to edit: post again."""
    UNEDITABLE = "uneditable"
    """The message can never be edited again: post again, and delete it if possible."""
    CLOSED = "closed"
    """The thread is archived or locked: a post opens it, or somebody has to."""
    OUT_OF_REACH = "out of reach"
    """The channel or a permission is missing: all that can be done is to tell the host."""
    CHANNEL_GONE = "channel gone"
    """Like OUT_OF_REACH, permanently."""
    NOT_TO_THEM = "not to them"
    """A person accepts no direct messages from the bot."""
    TOO_FAST = "too fast"
    """Conversations are opened too fast: open none for a while."""
    FLAGGED = "flagged"
    """Discord takes the bot for spam: write to nobody for a day."""
    LATER = "later"
    """Discord is out of order or out of reach: the same may succeed later."""
    FAULT = "fault"
    """Our own fault: the same will be refused again."""


OUTCOMES = {
    10008: Outcome.MESSAGE_GONE,  # unknown message
    30046: Outcome.UNEDITABLE,  # too many edits of an old message
    50005: Outcome.UNEDITABLE,  # another author's message
    50083: Outcome.CLOSED,  # thread is archived
    160005: Outcome.CLOSED,  # thread is locked
    10003: Outcome.CHANNEL_GONE,  # unknown channel
    50001: Outcome.OUT_OF_REACH,  # missing access
    50013: Outcome.OUT_OF_REACH,  # missing permission
    50007: Outcome.NOT_TO_THEM,  # direct messages are closed
    40003: Outcome.TOO_FAST,  # direct messages are opened too fast
    20026: Outcome.FLAGGED,  # the bot is flagged as spam (not documented)
    10013: Outcome.NOT_TO_THEM,  # unknown user
    50278: Outcome.NOT_TO_THEM,  # no server in common
    10004: Outcome.OUT_OF_REACH,  # unknown server
    20028: Outcome.LATER,  # too many writes in a channel
    20029: Outcome.LATER,  # too many writes in a server
    40004: Outcome.LATER,  # sending is switched off for now
    40006: Outcome.LATER,  # a feature is switched off for now
    40062: Outcome.LATER,  # rate limited
    110001: Outcome.LATER,  # the application is not available for now
    130000: Outcome.LATER,  # overloaded
}
"""Discord's error codes; docs/discord-errors.md says what follows from each."""


def outcome(error: BaseException) -> Outcome:
    """Returns what a failed request means."""
    if isinstance(error, Unwanted):
        return Outcome.NOT_TO_THEM
    if isinstance(error, discord.HTTPException):
        if error.status >= 500 or error.status in FOR_NOW:
            return Outcome.LATER
        return OUTCOMES.get(error.code, Outcome.FAULT)
    return Outcome.LATER if isinstance(error, (*UNREACHED, discord.RateLimited)) else Outcome.FAULT


class Unreachable(discord.HTTPException):
    """A message in a channel that the bot is not in can no longer be changed; treat it as gone."""

    def __init__(self) -> None:
        Exception.__init__(self, "no token is left for this message")
        self.status, self.code, self.text = 404, 10008, ""


class Unwanted(discord.DiscordException):
    """A person accepts no direct messages from the bot: they have switched them off, or Discord refuses them."""
