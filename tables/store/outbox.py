"""What Discord must be told, handed to the sender row by row (`tables.model.outbox_rows`), where our messages stand, and which
posts are under way.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Any

import msgspec
from cachetools import LRUCache

from data import telemetry
from data.records import BegunPost, Claim, News, Noted, OutboxRecord, Posted, RetiredMessage, Shows, StoredOutboxRow, Struck
from data.store import Store, Transaction
from tables.model.outbox_rows import AsideRow, CoverRow, GoneRow, OutboxRow, Payload, RoundRow, SeasonRow, TidyRow
from tables.store import claims
from tables.time.clock import Clock, wait

log = logging.getLogger(__name__)

_PAYLOAD: msgspec.json.Decoder[Payload] = msgspec.json.Decoder(Payload)

NEVER = 1e11
"""Due of a row whose time begins only when another has been sent."""

HELD_UP_SECONDS = 30.0
"""Seconds that a refused row may hold up its table's whole line; where it waits longer, hands and reminders go past it."""


PER_CHANNEL = 3
"""Rows of one channel that are out at once: Discord takes few requests a second for a channel, and what waits for them must not
take the places of all others.
"""

CHANNELS = 10_000
"""Tables whose channels are remembered."""


class Outbox:
    """The rows not yet sent. Several senders may take rows at once, in several processes; of one table only one row is out at a
    time. What is done about a row that is out is done `under` its claim; where that is lost, ClaimLost is raised: the row is no
    longer this process's, and another may have sent it already.

    `pace`: seconds that a scene is left to be read before the table's next one, however many a move has made; the board
    after them waits behind them, hands do not. A restart shortens at most one of these waits.
    """

    def __init__(self, store: Store, clock: Clock, *, pace: float = 0.0) -> None:
        self._store = store
        self._clock = clock
        self._pace = pace
        self._scenes: dict[int, float] = {}
        self._out: set[Claim] = set()
        """Of the rows that are out. A table can have two of them here: one that was lost with its lease, and the next."""
        self._outdated: set[Claim] = set()
        """Of those, the ones whose row may have been refused by what is no longer so."""
        self._shown: dict[Claim, list[tuple[str, int, Posted]]] = {}
        """What rows that are out have shown, to be noted with their end."""
        self._channels: LRUCache[int, int] = LRUCache(CHANNELS)
        """Where tables are played."""
        self._behind: set[int] = set()
        """Tables that wait because their channel is being told enough."""
        self._heads: list[StoredOutboxRow] = []
        """What else stood first in its table's line when the lines were looked at last."""
        self._looked = 0.0
        self._idle = False
        """Whether nothing more was due then: without news the lines need not be looked at again before something is."""
        self._news = asyncio.Event()
        self._line = asyncio.Lock()

    def wake(self) -> None:
        """There is something new to send."""
        self._news.set()

    async def next(self) -> OutboxRow:
        """The next row that is due, as soon as there is one; it stays out until `done`, `failed` or `give_back`."""
        async with self._line:
            self._idle = self._idle and all(map(self._store.holds, self._out))  # what is lost may be claimed again
            while True:
                if self._idle and not self._news.is_set():
                    await wait(self._clock, self._news, self._until_due())
                self._idle = False
                self._news.clear()
                self._looked = now = self._clock.now()
                resting = [table for table, at in self._scenes.items() if at + self._pace > now]
                found, self._heads = await self._store.claim_outbox(now, now + HELD_UP_SECONDS, resting, self._behind)
                if found is None:
                    self._idle = True
                    continue
                row, claim = found
                goes = False
                try:
                    goes = await self._goes(row.table_id)
                finally:
                    if not goes:  # also where the store did not say: nobody else will give this claim back
                        await self._store.give_back(claim)
                if goes:
                    self._out.add(claim)
                    out = {claim.table for claim in self._out}
                    self._idle = not any(head.due <= now and head.table_id not in out for head in self._heads)
                    return _row(row, claim)

    async def _goes(self, table: int) -> bool:
        """Whether the table's channel is told less at once than it may be. Where not, the table waits until it is."""
        if table not in self._channels:
            found = await self._store.table(table)
            self._channels[table] = found[0].channel if found is not None else 0
        channel = self._channels[table]
        if sum(self._channels.get(out.table) == channel for out in self._out) < PER_CHANNEL:
            return True
        self._behind.add(table)
        return False

    def _until_due(self) -> float | None:
        """Seconds until the next row is due; None: no row waits for a time."""
        out = {claim.table for claim in self._out}
        dues = [self._due(row) for row in self._heads if row.table_id not in out]
        # Time has gone on since the line was looked at, at which time none of these was due.
        waits = [max(0.0, due - self._clock.now()) for due in dues if due > self._looked]
        return min([*waits, claims.POLL_SECONDS] if self._store.shared else waits, default=None)

    def _due(self, row: StoredOutboxRow) -> float:
        if row.kind != "scene" or row.table_id not in self._scenes:
            return row.due
        return max(row.due, self._scenes[row.table_id] + self._pace)

    def under(self, row: OutboxRow) -> AbstractContextManager[claims.Under]:
        """What is done in the block is done under the claim of a row that is out."""
        return claims.under(self._store, row.claim)

    def shows(self, row: OutboxRow, kind: str, posted: Posted, user: int = 0) -> None:
        """Have `Messages.put` done in the transaction that strikes the row."""
        self._shown.setdefault(row.claim, []).append((kind, user, posted))

    async def done(self, row: OutboxRow, *, on: bool = False) -> OutboxRow | None:
        """Sent. A row that was replaced meanwhile stays to be sent in its newer form. `on`: if a hand stands behind it, that is
        out from now on, under the same claim, and returned. Raises ClaimLost.
        """
        if row.kind == "scene" and self._pace:
            now = self._clock.now()
            self._scenes = {table: at for table, at in self._scenes.items() if at + self._pace > now}
            self._scenes[row.table] = now
        async with self._store.transaction() as tx:
            # As every change of the table begins: two that lock several rows in different order would wait for each other.
            await tx.lock_table(row.table)
            await _note_cleaned(tx, row)
            if row.kind == "scene" and self._store.shared:
                await tx.rest_outbox(row.table, "scene", self._clock.now() + self._pace)
            struck = await self._finish(tx, row, on=on)
        if struck.hand is None:
            self._back(row, more=struck.more)
            return None
        self._outdated.discard(row.claim)
        current = {(kind, user): posted for kind, user, posted in self._shown.pop(row.claim, ())}
        _note(row.table, lambda noted: {"standing": noted.standing | current})
        if (work := claims.of(row.table)) is not None and work.noted is not None and work.noted.newest < struck.hand.serial:
            work.noted = None  # what the hand is to show may have been stored after that
        return _row(struck.hand, row.claim)

    async def failed(self, row: OutboxRow, retry_in: float | None) -> None:
        """Not sent: try again in `retry_in` seconds; None: given up, so that the table's next rows are not held up. At once if
        a channel has become reachable since the row was handed out: it may have been tried just before. Raises ClaimLost.
        """
        if retry_in is not None and row.claim in self._outdated:
            retry_in = 0.0
        async with self._store.transaction() as tx:
            await tx.lock_table(row.table)
            await _note_cleaned(tx, row)
            if retry_in is None:
                log.warning("given up: table %s, %s, after %s attempts", row.table, row.kind, row.attempts + 1)
                await self._finish(tx, row)
            else:
                await tx.postpone_outbox(row.serial, self._clock.now() + retry_in)
                # The claim comes after the row, as where a row is claimed, or two processes would wait for each other.
                await tx.release(row.claim)
        self._back(row)

    async def held_by_scenes(self, table: int) -> bool:
        """Whether a table's board waits behind a scene that waits itself, so that the one before it can be read."""
        waiting = await self._store.scenes_waiting(table)
        resting = self._scenes.get(table, -self._pace) + self._pace > self._clock.now()
        return waiting > 1 or (waiting == 1 and resting)

    async def hasten(self, serials: Iterable[int]) -> None:
        """Try these rows at once: what kept them waiting is over."""
        async with self._store.transaction() as tx:
            await tx.hasten_outbox(serials, self._clock.now())
        self._news.set()

    async def reachable(self, channel: int) -> None:
        """A channel may have become reachable: try what was refused there at once."""
        self.may_be_outdated()
        if self._store.shared:
            async with self._store.transaction() as tx:
                await tx.announce(News(kind="channel", channel=channel))
        if serials := await self._store.outbox_refused_in(channel):
            await self.hasten(serials)

    def may_be_outdated(self) -> None:
        """What Discord refuses of the rows that are out now may be refused by what is no longer so."""
        self._outdated |= self._out

    async def tidy(self, table: int, wait: float) -> None:
        """Have the table's retired messages cleaned in `wait` seconds, unless that is planned already."""
        row = TidyRow()
        if await self._store.outbox_waits(table, row.key):
            return
        async with claims.transaction(self._store) as tx:
            await tx.put_outbox(table, [stored(row, self._clock.now() + wait)])
        self._news.set()

    async def give_back(self, row: OutboxRow) -> None:
        """Neither sent nor failed (the store itself is out of order, or the claim is lost): it is handed out again."""
        try:
            await self._store.give_back(row.claim)
        finally:
            self._back(row)

    async def _finish(self, tx: Transaction, row: OutboxRow, *, on: bool = False) -> Struck:
        """See `Transaction.finish_row`."""
        now = self._clock.now()
        sent = now if row.kind == "board" else None
        current = self._shown.get(row.claim, ())
        return await tx.finish_row(row.serial, row.claim, current, sent=sent, hand=now if on else None)

    def _back(self, row: OutboxRow, *, more: bool = True) -> None:
        """A row is no longer out. `more`: its table has others, so the lines are looked at again."""
        self._out.discard(row.claim)
        self._outdated.discard(row.claim)
        self._shown.pop(row.claim, None)
        # A row that was stored after this one was taken out, and found while this one still counted as out, is among the heads.
        if more or self._behind or any(head.table_id == row.table for head in self._heads):
            self._news.set()
        self._behind.clear()


async def _note_cleaned(tx: Transaction, row: OutboxRow) -> None:
    work = claims.of(row.table)
    if work is not None and work.cleaned:
        await tx.messages_cleaned(row.table, work.cleaned)
        work.cleaned = []


def stored(payload: Payload, due: float) -> OutboxRecord:
    """The row as it is stored. The time of one that runs from when the board is sent begins then."""
    if press := telemetry.press():
        payload = msgspec.structs.replace(payload, press=press)
    after = payload.after if isinstance(payload, CoverRow) else None
    return OutboxRecord(
        key=payload.key,
        kind=payload.kind,
        payload=msgspec.json.encode(payload).decode(),
        due=NEVER if isinstance(payload, CoverRow) else due,
        beside=isinstance(payload, CoverRow | GoneRow | SeasonRow | TidyRow | AsideRow | RoundRow),
        after=after,
    )


def _row(row: StoredOutboxRow, claim: Claim) -> OutboxRow:
    return OutboxRow(row.id, row.serial, row.table_id, _PAYLOAD.decode(row.payload), row.due, row.attempts, claim)


class Messages:
    """Where our messages stand, so that they can be edited."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, table: int) -> Noted:
        """All that is noted of a table's messages now; under a claim of the table it is read once."""
        work = claims.of(table)
        if work is None:
            return await self._store.noted(table)
        if work.noted is None:
            work.noted = await self._store.noted(table)
        return work.noted

    @staticmethod
    def forget(table: int) -> None:
        """The table has changed since they were read: they are read again when they are asked for."""
        work = claims.of(table)
        if work is not None:
            work.noted = None

    async def get(self, table: int, kind: str, user: int = 0) -> Posted | None:
        """The message of this kind (and for this person), if there is one."""
        work = claims.of(table)
        if work is None or work.noted is None:
            return await self._store.message(table, kind, user)
        return work.noted.get(kind, user)

    async def put(self, table: int, kind: str, posted: Posted, user: int = 0) -> None:
        """Note where a message stands now, and what it shows."""
        async with claims.transaction(self._store) as tx:
            await tx.put_message(table, kind, user, posted)
        _note(table, lambda noted: {"standing": {**noted.standing, (kind, user): posted}})

    async def drop(self, table: int, kind: str, user: int = 0) -> None:
        """Forget a message that is gone."""
        async with claims.transaction(self._store) as tx:
            await tx.drop_message(table, kind, user)
        _note(table, lambda noted: {"standing": {key: each for key, each in noted.standing.items() if key != (kind, user)}})


def _note(table: int, change: Callable[[Noted], dict[str, Any]]) -> None:
    """Change what has been read of a table's messages under its claim as it has just been changed in the store."""
    work = claims.of(table)
    if work is not None and work.noted is not None:
        work.noted = msgspec.structs.replace(work.noted, **change(work.noted))


PING = "ping"
"""Under this kind of message the people mentioned in each turn are noted."""

TOLD = "told"
"""Under this kind it is noted at which stage of its game a table's board was told last."""

UNTOLD = ("lost", "closed", "gone", "refused")
"""Kinds under which the people are noted who know that a channel cannot be written to; forgotten when it can be."""

BARE = ("scene", "final")
"""Kinds of messages without buttons that a newer one of their kind would have to take away."""


class Posts:
    """The posts of a table as a small protocol, so that no message with live buttons is ever unknown, whenever we die.

    Before a message is posted it is noted as begun (with the nonce it is sent with). When Discord has answered, ONE transaction
    notes where it stands, retires the message whose place it takes and ends the note. A retired message stays noted until its
    buttons are gone. So at every moment each message that may have buttons is a standing one, a retired one, or one that a post
    begun may have left behind, which is looked for before anything else is posted.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    async def begin(self, wanted: BegunPost) -> BegunPost:
        """Note a post that is about to be sent; returns it as it must be sent: where one of its kind and channel may have been
        posted already, with that one's nonce.
        """
        async with claims.transaction(self._store) as tx:
            begun = msgspec.structs.replace(wanted, nonce=await tx.begin_post(wanted, last=True))
        _note(wanted.table, lambda noted: {"begun": [*_others(noted, begun), begun]})
        return begun

    async def end(self, row: BegunPost) -> None:
        """Nothing was posted."""
        async with claims.transaction(self._store) as tx:
            await tx.end_post(*_key(row))
        _note(row.table, lambda noted: {"begun": _others(noted, row)})

    async def posted(self, row: BegunPost, message: int, mentioned: Iterable[int] = ()) -> None:
        """The message stands; the one of its kind before it is retired (removed, if it was of the same turn or a person's).
        `mentioned`: the people whom it mentions in this turn.
        """
        retired = list[RetiredMessage]()
        pings = [(PING, user, Posted(row.channel, 0, Shows(turn=row.shows.turn))) for user in mentioned]
        stand = [(row.kind, row.user, Posted(row.channel, message, row.shows)), *pings]
        known = UNTOLD if row.user == 0 else ()
        async with claims.transaction(self._store) as tx:
            if row.kind not in BARE:
                retired = await tx.retire_replaced(*_key(row), message, row.shows)
            with tx.together():
                await tx.put_messages(row.table, stand)
                if known:
                    await tx.drop_messages(row.table, known)
                await tx.end_post(*_key(row))
        _note(
            row.table,
            lambda noted: {
                "standing": {key: each for key, each in noted.standing.items() if key[0] not in known}
                | {(kind, user): posted for kind, user, posted in stand},
                "begun": _others(noted, row),
                "retired": [*noted.retired, *retired],
            },
        )

    async def known(self, table: int) -> set[int]:
        """The ids of all messages noted for a table."""
        return await self._store.known_messages(table)

    async def retire(self, table: int, channel: int, message: int, *, remove: bool = False, turn: int | None = None) -> None:
        """A message stands no longer for the table: it is to be cleaned (`remove`: deleted; `turn`: of a board, the turn it
        showed).
        """
        async with claims.transaction(self._store) as tx:
            await tx.retire_message(table, row := RetiredMessage(channel, message, remove, turn))
        _note(table, lambda noted: {"retired": [*(each for each in noted.retired if each.message != message), row]})

    async def cleaned(self, table: int, message: int) -> None:
        """A retired message needs nothing any more. Under a claim this is stored with what comes of the row: if we die before
        that, it is cleaned once more.
        """
        work = claims.of(table)
        if work is None:
            async with self._store.transaction() as tx:
                await tx.messages_cleaned(table, [message])
            return
        work.cleaned.append(message)
        _note(table, lambda noted: {"retired": [each for each in noted.retired if each.message != message]})


def turn_of(kind: str, shows: Shows) -> int | None:
    """The turn that a message shows as its board; 0 where that is not known any more; None: it is no board."""
    return shows.turn or 0 if kind == "board" else None


def _others(noted: Noted, row: BegunPost) -> list[BegunPost]:
    """The posts begun but the one that takes this one's place."""
    return [each for each in noted.begun if _key(each) != _key(row)]


def _key(row: BegunPost) -> tuple[int, str, int]:
    return row.table, row.kind, row.user
