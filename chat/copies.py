"""Private answers that can still be edited or are still awaited, and pictures that follow later."""

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from itertools import chain, repeat
from typing import TypeAlias
from weakref import WeakValueDictionary

import discord
import msgspec
from cachetools import LRUCache

from chat.wire import limits
from chat.wire.internals import Token
from chat.wire.layout import GREY, Card
from chat.wire.rest import UNREACHED, Outcome, Rest, outcome
from data import telemetry
from data.errors import StoreError
from data.words import Words, words
from tables.model.models import TableInfo, TableView
from tables.service.service import TableService

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


MOMENT_SECONDS = 1.5
"""Seconds that an update of a copy waits for a press that is being answered."""

DIRECT = 2000
"""Direct messages for which it is remembered what they show."""


Draw: TypeAlias = Callable[[TableView, int, Words], Awaitable[Card]]


class LiveReply(msgspec.Struct, frozen=True):
    """A private answer: its message and what edits it, its language and its token's expiry (monotonic), the version and stage
    it shows, and what makes it again (from the table as its user sees it, the user and the language; it may raise Outdated).
    """

    message: int
    original: Original
    words: Words
    until: float
    version: int
    stage: int
    draw: Draw


class LiveReplies:
    """The newest private answer of each kind (`hand`, `text`, `board`) to each person. Nothing is lost when the process ends,
    since a press on any copy rebuilds it.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._kept: dict[int, dict[tuple[int, str], LiveReply]] = {}
        """By table, since that is how they are looked up."""
        self._ends: OrderedDict[tuple[int, int, str], float] = OrderedDict()
        """When their tokens expire, the soonest first."""
        self._direct: LRUCache[tuple[int, int], tuple[int, int]] = LRUCache(DIRECT)
        self._under_way: dict[tuple[int, int, str], set[asyncio.Event]] = {}
        self._locks: WeakValueDictionary[tuple[int, int, str], asyncio.Lock] = WeakValueDictionary()

    def lock(self, table: int, user: int, kind: str) -> asyncio.Lock:
        """Held while a copy is updated or replaced; otherwise an older state could arrive after a newer one."""
        return self._locks.setdefault((table, user, kind), asyncio.Lock())

    @contextlib.contextmanager
    def answering(self, table: int, user: int, kind: str) -> Iterator[None]:
        """Mark a press as being answered within the block: `answered` waits for it."""
        key, ended = (table, user, kind), asyncio.Event()
        self._under_way.setdefault(key, set()).add(ended)
        try:
            yield
        finally:
            self._under_way[key].discard(ended)
            if not self._under_way[key]:
                del self._under_way[key]
            ended.set()

    async def answered(self, table: int, user: int, kind: str) -> None:
        """Wait until no press is being answered, since what it shows need not be made twice; at most `MOMENT_SECONDS`."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(MOMENT_SECONDS):
                for ended in tuple(self._under_way.get((table, user, kind), ())):
                    await ended.wait()

    def keep(self, table: int, user: int, kind: str, copy: LiveReply) -> LiveReply | None:
        """Remember a private answer; a later press on the same message brings a fresh token for it. Returns the answer that it
        replaces, if that is another message and can still be edited.
        """
        before = self.alive(table, user, kind)
        self._kept.setdefault(table, {})[user, kind] = copy
        self._ends[table, user, kind] = copy.until
        self._ends.move_to_end((table, user, kind))
        self.prune()
        return before if before is not None and before.message != copy.message else None

    def alive(self, table: int, user: int, kind: str) -> LiveReply | None:
        """Returns the copy of this kind, if it can still be edited."""
        copy = self._kept.get(table, {}).get((user, kind))
        return copy if copy is not None and copy.until > self._now() else None

    def renew(self, table: int, user: int, kind: str, copy: LiveReply, info: TableInfo) -> None:
        """Note that a copy now shows this state of the table, unless a newer one has replaced it."""
        if self._kept.get(table, {}).get((user, kind)) is copy:
            self._kept[table][user, kind] = msgspec.structs.replace(copy, version=info.version, stage=info.stage)

    def names(self, table: int, user: int) -> list[str]:
        """Returns the kinds of answers about a table that a person has."""
        return [kind for whose, kind in self._kept.get(table, {}) if whose == user]

    def behind(self, table: int, stage: int) -> list[tuple[int, str]]:
        """Returns the users and kinds of the answers that show this table at another stage."""
        now = self._now()
        return [key for key, copy in self._kept.get(table, {}).items() if copy.stage != stage and copy.until > now]

    def changed(self, table: int, info: TableInfo) -> list[tuple[int, str]]:
        """Like `behind`, plus the hands that show another version of the table."""
        now = self._now()
        return [
            (user, kind)
            for (user, kind), copy in self._kept.get(table, {}).items()
            if (copy.stage != info.stage or (kind == "hand" and copy.version != info.version)) and copy.until > now
        ]

    def show(self, table: int) -> bool:
        """Returns whether any answer shows this table."""
        return table in self._kept

    def note(self, table: int, user: int, message: int, version: int) -> None:
        """Remember that a direct message shows this version of the table."""
        self._direct[table, user] = (message, version)

    def shows(self, table: int, user: int, message: int, version: int) -> bool:
        """Returns whether a direct message already shows this version."""
        return self._direct.get((table, user)) == (message, version)

    def forget(self, table: int, user: int, kind: str, gone: LiveReply) -> None:
        """Drop a copy that Discord no longer knows."""
        if self._kept.get(table, {}).get((user, kind)) is gone:
            self._drop(table, user, kind)

    def prune(self) -> None:
        """Drop the copies whose tokens have expired."""
        now = self._now()
        while self._ends and next(iter(self._ends.values())) <= now:
            self._drop(*next(iter(self._ends)))

    def _drop(self, table: int, user: int, kind: str) -> None:
        del self._ends[table, user, kind]
        del self._kept[table][user, kind]
        if not self._kept[table]:
            del self._kept[table]


def copy_of(message: int, original: Original, words: Words, info: TableInfo, draw: Draw) -> LiveReply:
    """Returns the record of a private answer just given, with the expiry of its token."""
    return LiveReply(message, original, words, original.until, info.version, info.stage, draw)


log = logging.getLogger(__name__)

PATIENCE_SECONDS = 1.5
"""Seconds that a private answer waits for its picture; after that the text is sent first."""

MANY = 25
"""Number of pictures that have followed after which the memory they leave free is returned to the system."""


class DeferredPictures:
    """The pictures still to come, at most one for a message. While they queue up, private answers are sent as text immediately.
    `hand_back` returns the memory that they leave free to the system.
    """

    def __init__(self, hand_back: Callable[[], None] = lambda: None) -> None:
        self._hand_back = hand_back
        self._drawing: dict[int, asyncio.Task[object]] = {}
        self._sending: dict[int, asyncio.Task[None]] = {}
        self._following: set[asyncio.Task[None]] = set()
        self._sent = 0

    @property
    def busy(self) -> bool:
        """Returns whether any picture is still to come."""
        return bool(self._following)

    def start(self, message: int, drawing: asyncio.Task[object], send: Callable[[], Awaitable[None]]) -> None:
        """Have `send` add the picture to a message when it has been drawn."""
        self._drawing[message] = drawing
        following = asyncio.create_task(self._follow(message, drawing, send), name=f"picture of message {message}")
        self._following.add(following)
        following.add_done_callback(self._followed)

    def _followed(self, following: asyncio.Task[None]) -> None:
        self._following.discard(following)
        self._sent += 1
        if not self._following and self._sent >= MANY:
            self._sent = 0
            self._hand_back()

    async def stop(self, message: int) -> None:
        """Cancel what has not been sent yet, because the message is about to show something else."""
        if (drawing := self._drawing.pop(message, None)) is not None:
            drawing.cancel()
        if (sending := self._sending.get(message)) is not None:
            await asyncio.wait({sending})

    async def close(self, patience: float) -> None:
        """Wait at most this many seconds for the pictures still to come; messages without pictures stay readable."""
        if self._following:
            _, late = await asyncio.wait(self._following, timeout=patience)
            for drawing in self._drawing.values():
                drawing.cancel()
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _follow(self, message: int, drawing: asyncio.Task[object], send: Callable[[], Awaitable[None]]) -> None:
        await asyncio.wait({drawing})
        if self._drawing.get(message) is not drawing:
            return  # cancelled
        del self._drawing[message]
        if drawing.cancelled():
            return
        task = asyncio.current_task()
        assert task is not None
        self._sending[message] = task
        try:
            await send()
        except discord.HTTPException as error:
            log.info("cannot add the picture to a private answer", extra={"code": error.code, "status": error.status})
        except Exception:
            telemetry.FAULTS.labels("picture").inc()
            log.exception("cannot add the picture to a private answer")
        finally:
            if self._sending.get(message) is task:
                del self._sending[message]


SOON_SECONDS = 0.25
"""Seconds in which most answers are given; the others are stored together after that."""

ABANDONED_SECONDS = 60.0
"""Seconds after which no living process is still working on an answer."""

LATE_PAUSES = (5.0, 10.0, 20.0, 40.0, 60.0)
"""Seconds before each attempt to end an answer that Discord has not taken; the last one is repeated."""

LOOKS_SECONDS = 20.0
"""Seconds between two searches for answers that another process has abandoned."""


class Thinking:
    """Keeps track of the answers that this process owes, and ends those that others have abandoned with a line.

    Discord shows "is thinking" for a quarter of an hour, and only the token of the press can end it. So a process writes the
    token to a file immediately (`data.store`). If several share a store, the token of an answer that takes longer than
    `SOON_SECONDS` is also stored until the answer is given: this computer and its file may be gone.
    """

    def __init__(self, tables: TableService, rest: Rest) -> None:
        self._tables = tables
        self._rest = rest
        self._begun: dict[int, tuple[str, str]] = {}
        self._stored: set[int] = set()
        self._ended: set[int] = set()
        self._late: set[asyncio.Task[None]] = set()
        self._soon: asyncio.Task[None] | None = None
        self._looking: asyncio.Task[None] | None = None

    def begin(self, interaction: int, token: str, language: str) -> None:
        """Note that Discord is about to show "is thinking"."""
        self._tables.people.owe(interaction, token, language)
        if not self._tables.people.alone:
            self._begun[interaction] = token, language
            self._store_soon()

    def end(self, interaction: int) -> None:
        """Note that the answer has been given, or will never be."""
        self._tables.people.settle(interaction)
        if self._begun.pop(interaction, None) is None and interaction in self._stored:
            self._ended.add(interaction)
            self._store_soon()

    def end_later(self, interaction: int, token: str, language: str) -> None:
        """Note that Discord has not taken the answer: it is ended with a line as soon as Discord does."""
        task = asyncio.create_task(self._end_late(interaction, token, language), name="end a late answer")
        self._late.add(task)
        task.add_done_callback(self._late.discard)

    async def _end_late(self, interaction: int, token: str, language: str) -> None:
        card, end = Card(text=words(language)("cogs.error.unseen"), colour=GREY), time.monotonic() + limits.TOKEN_LIFE_SECONDS
        for pause in chain(LATE_PAUSES, repeat(LATE_PAUSES[-1])):
            await asyncio.sleep(pause)
            if await self._ended_with(token, card) or time.monotonic() > end:
                self.end(interaction)
                return

    async def _ended_with(self, token: str, card: Card) -> bool:
        """End an answer with a card, if Discord still waits for it. Returns False if that may succeed later."""
        try:
            await self._rest.end_thinking(token, card)
        except (discord.DiscordException, *UNREACHED) as error:
            log.info("cannot end a private answer left by a crash", extra={"error": type(error).__name__})
            return outcome(error) is not Outcome.LATER
        return True

    def start(self) -> None:
        """End the answers abandoned earlier, and keep looking for others if processes share the store."""
        self._looking = asyncio.create_task(self._look(), name="answers left behind")

    async def close(self) -> None:
        """Stop looking, and store what is new."""
        tasks = [task for task in (self._looking, self._soon, *self._late) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._store()

    def _store_soon(self) -> None:
        if self._soon is None or self._soon.done():
            self._soon = asyncio.create_task(self._store_while_news(), name="store awaited answers")

    async def _store_while_news(self) -> None:
        while self._begun or self._ended:
            await asyncio.sleep(SOON_SECONDS)
            await self._store()

    async def _store(self) -> None:
        begun, ended = self._begun, self._ended
        if not begun and not ended:
            return
        self._begun, self._ended = {}, set()
        self._stored = (self._stored | begun.keys()) - ended
        try:
            await self._tables.people.note_answers(begun, ended)
        except StoreError as error:
            log.warning("cannot store pending answers: %s", error)

    async def _look(self) -> None:
        alone = self._tables.people.alone
        while True:
            try:
                await self._end_left(0.0 if alone else ABANDONED_SECONDS)
            except StoreError as error:
                log.warning("cannot read answers left by other processes: %s", error)
            if alone:
                return  # no other process answers
            await asyncio.sleep(LOOKS_SECONDS)

    async def _end_left(self, age: float) -> None:
        for row in await self._tables.people.take_answers(age, limits.TOKEN_LIFE_SECONDS - MARGIN_SECONDS):
            await self._ended_with(row.token, Card(text=words(row.language)("cogs.error.restarted"), colour=GREY))
