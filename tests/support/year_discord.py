"""A Discord in memory for the year of a server: the messages of channels, threads and direct messages, and whom they notify.

The bot's own senders, cogs and messenger post into it; only the requests are answered here. Channels can be lost, and a process
can die in the middle of a post. A nonce stays known, so whatever a dead process has posted is found by it.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from contextvars import ContextVar
from types import SimpleNamespace
from typing import Any, cast

import discord
import msgspec

from chat.wire.layout import Card
from chat.wire.rest import Rest
from data.records.messages import BegunPost
from tables.store.messages import Posts

GUILD, BOT = 1, 999
MEMBERS = "1024"
"""What members of the server may do: see its channels."""

REMINDING = frozenset({"mention", "next"})
"""Kinds of messages that may remind."""

begun: ContextVar[BegunPost | None] = ContextVar("begun", default=None)
"""The post that this task has begun last."""


def note_posts(posts: Posts) -> None:
    """Let the requests of this process know which post they carry out."""
    real = posts.begin

    async def begin(wanted: BegunPost) -> BegunPost:
        found = await real(wanted)
        begun.set(found)
        return found

    posts.begin = begin  # type: ignore[method-assign]


class Message(msgspec.Struct):
    """A message, and whom it has notified."""

    id: int
    at: float
    channel: int
    """Below 0: the direct messages of that person."""
    kind: str
    subject: int
    notified: tuple[int, ...]
    reminds: bool
    """Whether it calls people again."""
    deleted: bool = False


class Server:
    """What is true of Discord, for all processes."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self.messages: dict[int, Message] = {}
        self.lost: set[int] = set()
        """Channels that were deleted."""
        self.home_of: dict[int, int] = {}
        """The channels of threads."""
        self._numbers = itertools.count(10_000)
        self._nonces: dict[str, int] = {}

    def check(self, channel: int) -> None:
        """Raises NotFound if a channel, or that of a thread, is missing."""
        if self.lost & {channel, self.home_of.get(channel, channel)}:
            raise refusal(10003)

    def message(self, channel: int, number: int) -> Message:
        """Returns a message. Raises NotFound."""
        self.check(channel)
        if self.messages[number].deleted:
            raise refusal(10008)
        return self.messages[number]

    def post(self, channel: int, pings: tuple[int, ...], nonce: str, *, silent: bool) -> int:
        """Returns the number of a new message, or of the one with this nonce. Raises NotFound."""
        self.check(channel)
        if nonce not in self._nonces:
            number, post = next(self._numbers), begun.get()
            kind, subject, reminds = nonce.split("-", 1)[0], 0, False
            if post is not None and post.nonce == nonce:
                kind, subject = post.kind, post.subject
                reminds = kind in REMINDING and post.shows.request is not None
            people = pings if channel > 0 else (-channel,)
            found = Message(number, self.now(), channel, kind, subject, () if silent else people, reminds)
            self.messages[number], self._nonces[nonce] = found, number
        return self._nonces[nonce]


class ServerRest(Rest):
    """The requests of one process."""

    def __init__(self, server: Server) -> None:
        super().__init__(cast("discord.Client", None))
        self._server = server
        self.dies = False
        """Whether the process dies in its next post, once that has arrived."""
        self.died = asyncio.Event()

    @property
    def me(self) -> int:
        return BOT

    def server_name(self, guild: int) -> str:
        del guild
        return "Castle"

    async def post(self, channel: int, card: Card, nonce: str, *, silent: bool = False) -> int:
        number = self._server.post(channel, tuple(card.pings), nonce, silent=silent)
        if self.dies:
            self.died.set()
            await asyncio.Event().wait()
        return number

    async def open_thread(self, channel: int, message: int, name: str) -> int:
        del name
        self._server.check(channel)
        self._server.home_of[message] = channel
        return message

    async def edit(self, channel: int, message: int, card: Card) -> None:
        del card
        self._server.message(channel, message)

    async def patch(self, channel: int, message: int, body: Any) -> None:
        del body
        self._server.message(channel, message)

    async def delete(self, channel: int, message: int) -> None:
        self._server.check(channel)
        self._server.messages[message].deleted = True

    async def get(self, channel: int, message: int) -> Any:
        found = self._server.message(channel, message)
        return {"id": str(found.id), "author": {"id": str(BOT)}, "flags": 0, "mentions": [], "components": []}

    async def ours(self, channel: int, before: int | None = None) -> tuple[list[Any], int | None]:
        del before
        self._server.check(channel)
        return [], None

    async def keep_open(self, thread: int) -> None:
        self._server.check(thread)

    archive_later = archive = keep_open

    async def add_to_thread(self, thread: int, user: int) -> None:
        del user
        self._server.check(thread)

    async def is_member(self, guild: int, user: int) -> bool:
        del guild, user
        return True

    async def member(self, guild: int, user: int) -> Any:
        del guild
        return {"user": {"id": str(user)}, "roles": []}

    async def guild(self, guild: int) -> Any:
        return {"id": str(guild), "owner_id": "1", "roles": [{"id": str(guild), "permissions": MEMBERS}]}

    async def channel(self, channel: int) -> Any:
        self._server.check(channel)
        return {"id": str(channel), "type": 0, "guild_id": str(GUILD), "permission_overwrites": []}

    async def direct(self, user: int) -> int:
        return -user

    async def events(self, guild: int) -> list[Any]:
        del guild
        return []

    async def create_event(self, guild: int, body: Any) -> Any:
        del guild, body
        raise refusal(50013)


def refusal(code: int) -> discord.NotFound:
    """Returns a refusal of Discord's."""
    return discord.NotFound(cast("Any", SimpleNamespace(status=404, reason="Not Found")), {"code": code, "message": ""})
