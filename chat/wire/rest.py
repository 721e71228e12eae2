"""Requests to Discord about messages.

Every request here is idempotent (an edit, a deletion, a post with its nonce), so one whose answer was lost is retried
immediately, a few times. After that, the caller decides by the failure's `chat.wire.outcomes.Outcome`.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from contextvars import ContextVar
from typing import Any, TypeVar, Unpack

import aiohttp
import discord

from chat.wire.interaction_tokens import InteractionTokens
from chat.wire.internals import Route, request, send
from chat.wire.layout import Card
from chat.wire.outcomes import UNREACHED, Outcome, Unreachable, outcome
from chat.wire.payloads import (
    ChannelPayload,
    EditArguments,
    EditPayload,
    EventPayload,
    GuildPayload,
    InterestedPayload,
    MemberPayload,
    MessageArguments,
    MessagePayload,
    RequestContent,
)
from chat.wire.rate_limits import TokenBucket

T = TypeVar("T")

PAUSES = (0.2, 0.5, 1.0)
"""Seconds before each retry of a request whose answer was lost."""

ANSWERED = aiohttp.ClientTimeout(total=10.0)
"""Timeout of one request; discord.py alone would wait five minutes."""

POSTED_WITH_TOKEN = aiohttp.ClientTimeout(total=25.0)
"""Timeout of a post that would appear twice if it were repeated."""

PAGE = 100
"""Messages in one page of a channel's history."""

UNKNOWN_MEMBER, THREAD_EXISTS, UNKNOWN_EVENT = 10007, 160004, 10070

LONGEST, SHORTER, SHORTEST = 10080, 4320, 60
"""Minutes without activity after which Discord archives a thread."""

asked: ContextVar[float] = ContextVar("asked", default=0.0)
"""When (monotonic) the request in flight was wanted, which may have to wait for a rate limit; 0 if it is not one of ours."""


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

    async def events(self, guild: int) -> list[EventPayload]:
        """Returns the events in a server's calendar that have not ended."""
        found: list[EventPayload] = await self._request(Route("GET", "/guilds/{guild_id}/scheduled-events", guild_id=guild))
        return found

    async def create_event(self, guild: int, body: Mapping[str, object]) -> EventPayload:
        """Enter an event into a server's calendar. It would be there twice if the request were repeated: it is not."""
        route = Route("POST", "/guilds/{guild_id}/scheduled-events", guild_id=guild)
        await self._pace.turn()
        found: EventPayload = await request(self._client, route, ANSWERED, json=dict(body))
        return found

    async def event(self, guild: int, event: int) -> EventPayload:
        """Returns an event from Discord."""
        found: EventPayload = await self._request(_event("GET", guild, event))
        return found

    async def move_event(self, guild: int, event: int, location: str) -> EventPayload:
        """Change where an event takes place."""
        body = {"entity_metadata": {"location": location}}
        found: EventPayload = await self._request(_event("PATCH", guild, event), json=body)
        return found

    async def delete_event(self, guild: int, event: int) -> None:
        """Delete an event. No effect if it is missing."""
        try:
            await self._request(_event("DELETE", guild, event))
        except discord.NotFound as error:
            if error.code != UNKNOWN_EVENT:
                raise

    async def people_of_event(self, guild: int, event: int) -> list[InterestedPayload]:
        """Returns everybody who has marked an event."""
        found: list[InterestedPayload] = []
        while True:
            params: dict[str, str | int] = {"limit": PAGE, "with_member": "true"}
            if found:
                params["after"] = found[-1]["user_id"]
            page = await self._request(_event("GET", guild, event, "/users"), params=params)
            found += page
            if len(page) < PAGE:
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


def _event(method: str, guild: int, event: int, more: str = "") -> Route:
    path = "/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}" + more
    return Route(method, path, guild_id=guild, guild_scheduled_event_id=event)


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
