"""Requests to Discord about messages, and what each kind of failure means for the next step.

Every request here is idempotent (an edit, a deletion, a post with its nonce), so one whose answer was lost is retried
immediately, a few times. After that, the caller decides.
"""

import asyncio
import enum
import json
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar, Unpack

import aiohttp
import discord
import msgspec
from cachetools import LRUCache

from chat.wire import limits
from chat.wire.internals import Route, request, send
from chat.wire.layout import Card
from chat.wire.payloads import (
    ChannelPayload,
    EditArguments,
    EditPayload,
    GuildPayload,
    MemberPayload,
    MessageArguments,
    MessagePayload,
    RequestContent,
)
from chat.wire.rate_limits import TokenBucket

TOO_LARGE = 40005
"""Discord's code for a request that is too large; its proxies answer 413 themselves."""


FOLLOWUPS = 5
"""Messages that the token of a press may post if only a person has installed the app."""

SPARED = 3
"""How many of these are reserved for answers to the presser alone."""

LIFE_SECONDS = limits.TOKEN_LIFE_SECONDS - 60.0
"""Seconds for which a token is used; it must not expire during a request."""

REMEMBERED = 5000
"""Channels and messages for which tokens are remembered."""

T = TypeVar("T")

UNREACHED = (OSError, aiohttp.ClientError, TimeoutError, json.JSONDecodeError)
"""What a request raises if its answer was lost: it is unknown whether it was carried out. (Half a body is invalid JSON.)"""

PAUSES = (0.2, 0.5, 1.0)
"""Seconds before each retry of a request whose answer was lost."""

ANSWERED = aiohttp.ClientTimeout(total=10.0)
"""Timeout of one request; discord.py alone would wait five minutes."""

POSTED_WITH_TOKEN = aiohttp.ClientTimeout(total=25.0)
"""Timeout of a post that would appear twice if it were repeated."""

PAGE = 100
"""Messages in one page of a channel's history."""

UNKNOWN_MEMBER, THREAD_EXISTS = 10007, 160004

LONGEST, SHORTER, SHORTEST = 10080, 4320, 60
"""Minutes without activity after which Discord archives a thread."""

FOR_NOW = {408, 429}
"""Status codes of temporary refusals; those from 500 on are temporary as well."""


class Form(enum.IntEnum):
    """How much of a message is shown, most first."""

    WHOLE = 0
    SMALLER = 1
    """The picture at half its width."""
    TEXT = 2
    """No picture: the text says what it shows."""
    BARE = 3
    """For a board: whom it waits for, and the buttons."""


_form: ContextVar[Form] = ContextVar("form", default=Form.WHOLE)


@contextmanager
def showing(form: Form) -> Iterator[None]:
    """Set the form of what this task makes in the block."""
    token = _form.set(form)
    try:
        yield
    finally:
        _form.reset(token)


def form_shown() -> Form:
    """Returns the current form."""
    return _form.get()


def less_than(refused: Form, error: discord.HTTPException) -> Form:
    """Returns the form to try after this one was refused."""
    if refused is Form.WHOLE and (error.status == 413 or error.code == TOO_LARGE):
        return Form.SMALLER
    return Form(min(max(refused + 1, Form.TEXT), Form.BARE))


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


asked: ContextVar[float] = ContextVar("asked", default=0.0)
"""When (monotonic) the request in flight was wanted, which may have to wait for a rate limit; 0 if it is not one of ours."""


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


class Rest:
    """Requests with the bot's token. All raise discord.HTTPException, discord.RateLimited or one of UNREACHED."""

    def __init__(self, client: discord.Client, pace: TokenBucket | None = None) -> None:
        self._client = client
        self._pace = pace or TokenBucket()
        self.interaction_tokens = InteractionTokens()

    def server_name(self, guild: int) -> str:
        """Returns the name of a server that this process has heard of, or ""."""
        found = self._client.get_guild(guild)
        return found.name if found is not None and found.name else ""

    async def post(self, channel: int, card: Card, nonce: str, *, silent: bool = False) -> int:
        """Post a message and return its id; with a nonce used in the last few minutes, return the id of the message posted
        then. `silent`: no client notifies anybody of it.
        """
        if channel in self.interaction_tokens:
            return await self._post_with_token(channel, card)
        route = Route("POST", "/channels/{channel_id}/messages", channel_id=channel)
        return int((await self._send(route, lambda: _post(card, nonce, silent=silent)))["id"])

    async def open_thread(self, channel: int, message: int, name: str) -> int:
        """Open a thread below a message, or find the existing one. Returns its id."""
        route = Route("POST", "/channels/{channel_id}/messages/{message_id}/threads", channel_id=channel, message_id=message)
        try:
            found = await self._request(route, json={"name": name, "auto_archive_duration": LONGEST})
        except discord.HTTPException as error:
            if error.code != THREAD_EXISTS:
                raise
            return message  # such a thread has its message's id
        return int(found["id"])

    async def keep_open(self, thread: int) -> None:
        """Keep a thread of ours from being archived for as long as possible; an archived one is opened. Besides messages, only
        a change of the duration counts as activity, so it is changed twice.
        """
        route = Route("PATCH", "/channels/{channel_id}", channel_id=thread)
        await self._request(route, json={"archived": False, "auto_archive_duration": SHORTER})
        await self._request(route, json={"auto_archive_duration": LONGEST})

    async def add_to_thread(self, thread: int, user: int) -> None:
        """Make somebody a member of a thread, which takes it out of the archive."""
        route = Route("PUT", "/channels/{channel_id}/thread-members/{user_id}", channel_id=thread, user_id=user)
        await self._request(route)

    async def archive_later(self, thread: int) -> None:
        """Have Discord archive a thread of ours after an hour without activity; an archived one is opened."""
        route = Route("PATCH", "/channels/{channel_id}", channel_id=thread)
        await self._request(route, json={"archived": False, "auto_archive_duration": SHORTEST})

    async def archive(self, thread: int) -> None:
        """Archive a thread of ours. No effect if it is archived already."""
        try:
            await self._request(Route("PATCH", "/channels/{channel_id}", channel_id=thread), json={"archived": True})
        except discord.HTTPException as error:
            if outcome(error) is not Outcome.CLOSED:
                raise

    async def edit(self, channel: int, message: int, card: Card) -> None:
        """Replace what a message of ours shows by a card."""
        await self._send(self._message("PATCH", channel, message), card.editing)

    async def end_thinking(self, token: str, card: Card) -> None:
        """Make the answer to a press show a card, if Discord still waits for it."""
        get, patch = (
            Route(method, "/webhooks/{app}/{token}/messages/@original", app=self._client.application_id, token=token)
            for method in ("GET", "PATCH")
        )
        if (await self._request(get))["flags"] & discord.MessageFlags.loading.flag:
            await self._send(patch, card.editing)

    async def _post_with_token(self, channel: int, card: Card) -> int:
        """Post in a channel the bot is not in, with the token of a press. Not retried, since Discord knows no nonce there."""
        token = self.interaction_tokens.to_post(channel)
        route = Route("POST", "/webhooks/{app}/{token}", app=self._client.application_id, token=token.value)
        answer = await send(self._client, route, POSTED_WITH_TOKEN, **card.posting())
        self.interaction_tokens.note_post(int(answer["id"]), token)
        return int(answer["id"])

    def _message(self, method: str, channel: int, message: int) -> Route:
        """Returns the route to a message of ours. Raises Unreachable if the bot is not there and the token has expired."""
        if channel not in self.interaction_tokens:
            return _message(method, channel, message)
        token = self.interaction_tokens.to_edit(message)
        if token is None:
            raise Unreachable
        path = "/webhooks/{app}/{token}/messages/{message_id}"
        return Route(method, path, app=self._client.application_id, token=token.value, message_id=message)

    async def patch(self, channel: int, message: int, body: EditPayload) -> None:
        """Change the given parts of a message of ours."""
        await self._request(self._message("PATCH", channel, message), json=body)

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message. No effect if it is gone already."""
        try:
            await self._request(self._message("DELETE", channel, message))
        except discord.NotFound as error:
            if outcome(error) is not Outcome.MESSAGE_GONE:
                raise

    async def get(self, channel: int, message: int) -> MessagePayload:
        """Returns a message from Discord."""
        found: MessagePayload = await self._request(self._message("GET", channel, message))
        return found

    async def ours(self, channel: int, before: int | None = None) -> tuple[list[MessagePayload], int | None]:
        """Returns our own messages in a page of a channel's history, newest first, and where the page before it ends (None: it
        was the first). Nothing can be read where the bot is not.
        """
        if channel in self.interaction_tokens:
            return [], None
        route = Route("GET", "/channels/{channel_id}/messages", channel_id=channel)
        params = {"limit": PAGE} if before is None else {"limit": PAGE, "before": before}
        page: list[MessagePayload] = await self._request(route, params=params)
        rest = int(page[-1]["id"]) if len(page) == PAGE else None
        return [each for each in page if int(each["author"]["id"]) == self.me], rest

    async def is_member(self, guild: int, user: int) -> bool:
        """Returns whether a person is in a server."""
        try:
            await self.member(guild, user)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MEMBER:
                raise
            return False
        return True

    async def member(self, guild: int, user: int) -> MemberPayload:
        """Returns a member of a server from Discord, with the ids of their roles."""
        route = Route("GET", "/guilds/{guild_id}/members/{user_id}", guild_id=guild, user_id=user)
        found: MemberPayload = await self._request(route)
        return found

    async def guild(self, guild: int) -> GuildPayload:
        """Returns a server from Discord, with its roles."""
        found: GuildPayload = await self._request(Route("GET", "/guilds/{guild_id}", guild_id=guild))
        return found

    async def channels(self, guild: int) -> list[ChannelPayload]:
        """Returns the channels of a server without its threads, each with its permission overwrites."""
        found: list[ChannelPayload] = await self._request(Route("GET", "/guilds/{guild_id}/channels", guild_id=guild))
        return found

    @property
    def me(self) -> int:
        """Returns the bot's own user id."""
        assert self._client.user is not None, "who asks anything is logged in"
        return self._client.user.id

    async def channel(self, channel: int) -> ChannelPayload:
        """Returns a channel from Discord, with its permission overwrites."""
        found: ChannelPayload = await self._request(Route("GET", "/channels/{channel_id}", channel_id=channel))
        return found

    async def is_closed(self, channel: int) -> bool:
        """Returns whether the channel is a thread that is archived or locked."""
        thread = (await self.channel(channel)).get("thread_metadata") or {}
        return bool(thread.get("archived") or thread.get("locked"))

    async def direct(self, user: int) -> int:
        """Returns the channel of a person's direct messages, opened if necessary. It never changes."""
        return int((await self._request(Route("POST", "/users/@me/channels"), json={"recipient_id": user}))["id"])

    async def _send(self, route: Route, arguments: Callable[[], MessageArguments | EditArguments]) -> Any:
        return await self._repeat(lambda: send(self._client, route, ANSWERED, **arguments()))

    async def _request(self, route: Route, **content: Unpack[RequestContent]) -> Any:
        return await self._repeat(lambda: request(self._client, route, ANSWERED, **content))

    async def _repeat(self, sending: Callable[[], Awaitable[T]]) -> T:
        async def once() -> T:
            asked.set(time.monotonic())
            await self._pace.turn()
            return await sending()

        return await repeat(once)


async def repeat(once: Callable[[], Awaitable[T]]) -> T:
    """Returns the answer to an idempotent request, retried if answers are lost."""
    for pause in PAUSES:
        try:
            return await once()
        except UNREACHED:
            await asyncio.sleep(pause)
    return await once()


def _message(method: str, channel: int, message: int) -> Route:
    return Route(method, "/channels/{channel_id}/messages/{message_id}", channel_id=channel, message_id=message)


def _post(card: Card, nonce: str, *, silent: bool) -> MessageArguments:
    shown = card.posting()
    arguments: MessageArguments = {
        "view": shown["view"],
        "files": shown["files"],
        "allowed_mentions": shown["allowed_mentions"],
        "nonce": nonce,
    }
    if silent:
        arguments["flags"] = discord.MessageFlags(suppress_notifications=True)
    return arguments
