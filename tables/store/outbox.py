"""The outbox (`tables.model.outbox_rows`), handed to the sender row by row."""

import asyncio
import logging
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager

import msgspec
from cachetools import LRUCache

from data import telemetry
from data.records.messages import BOARDS, Posted
from data.records.outbox import OutboxRecord, StoredOutboxRow, Struck
from data.records.processes import Claim, News
from data.store import Store, Transaction
from tables.model.outbox_rows import (
    STANDING,
    AsideRow,
    CallRow,
    CoverRow,
    GoneRow,
    InviteRow,
    MatchRow,
    NightEventRow,
    OutboxRow,
    Payload,
    RoundRow,
    TidyRow,
    payload_of,
)
from tables.store import claims
from tables.store.messages import update_noted
from tables.time.clock import Clock, wait

log = logging.getLogger(__name__)

NEVER = 1e11
"""Due time of a row whose time starts only when another row has been sent."""

HELD_UP_SECONDS = 30.0
"""Seconds for which a refused row may block its subject's whole queue; if it waits longer, hands and reminders overtake it, and
one that only has to be shown some day (`STANDING`) waits beside the queue.
"""


PER_CHANNEL = 3
"""Rows of one channel that are sent at the same time. Discord accepts few requests per second for a channel, and rows that wait
for it must not occupy all senders.
"""

CHANNELS = 10_000
"""Number of subjects whose channels are cached."""


BESIDE = CallRow | CoverRow | GoneRow | TidyRow | AsideRow | RoundRow | MatchRow | NightEventRow
"""The rows that wait beside their subject's queue."""


class Outbox:
    """The unsent rows. Several senders in several processes may take rows, but only one row of a subject is out at a time. Work
    on a row is done `under` its claim. If the claim is lost, ClaimLost is raised: the row no longer belongs to this process,
    and another may already have sent it.

    `pace`: seconds for which a scene can be read before the table's next one is sent, also among the scenes of one move. The
    next board waits too; hands do not. A restart shortens at most one of these waits. After a scene that `stays`, the board
    waits as long, or until somebody goes on (`go_on`); a restart does not prolong that.
    """

    def __init__(self, store: Store, clock: Clock, *, pace: float = 0.0) -> None:
        self._store = store
        self._clock = clock
        self._pace = pace
        self._scenes: dict[int, float] = {}
        self._stays: set[int] = set()
        """The scenes (by serial) that are out and are to stay the newest message for a while."""
        self._moments: dict[int, float] = {}
        """By subject: the time until which its newest scene stays."""
        self._out: set[Claim] = set()
        """The claims of the rows that are out. A subject can have two: one that was lost with its lease, and the next one."""
        self._outdated: set[Claim] = set()
        """Those of them whose row may have been refused for a reason that no longer applies."""
        self._shown: dict[int, list[tuple[str, int, Posted]]] = {}
        """The messages that rows (by serial) have posted, to be recorded when the row is done."""
        self._channels: LRUCache[int, int] = LRUCache(CHANNELS)
        """The channels of subjects."""
        self._behind: set[int] = set()
        """Subjects that wait because their channel already has enough rows out."""
        self._heads: list[StoredOutboxRow] = []
        """The other first rows of the subjects' queues when they were last read."""
        self._looked = 0.0
        self._idle = False
        """Whether nothing else was due then. Without news, the queues need not be read again before a row is due."""
        self._news = asyncio.Event()
        self._line = asyncio.Lock()

    def wake(self) -> None:
        """Announce that there is something new to send."""
        self._news.set()

    async def next(self) -> OutboxRow:
        """Wait for the next due row and return it; it stays out until `mark_done`, `mark_failed` or `give_back`."""
        async with self._line:
            self._idle = self._idle and all(map(self._store.holds, self._out))  # lost claims may be taken again
            while True:
                if self._idle and not self._news.is_set():
                    await wait(self._clock, self._news, self._until_due())
                self._idle = False
                self._news.clear()
                self._looked = now = self._clock.now()
                resting = [subject for subject, at in self._scenes.items() if at + self._pace > now]
                found, self._heads = await self._store.claim_outbox(now, now + HELD_UP_SECONDS, resting, self._behind)
                if found is None:
                    self._idle = True
                    continue
                row, claim = found
                goes = False
                try:
                    goes = not await self._rests(row) and await self._goes(row.subject_id)
                finally:
                    if not goes:  # also if the store fails: nobody else gives this claim back
                        await claims.give_back(self._store, claim)
                if goes:
                    self._out.add(claim)
                    out = {claim.subject for claim in self._out}
                    self._idle = not any(head.due <= now and head.subject_id not in out for head in self._heads)
                    return _row(row, claim)

    async def _rests(self, row: StoredOutboxRow) -> bool:
        """Returns whether a row is a board that waits until the scene before it has been read. If so, it waits beside its
        table's queue and holds nobody up.
        """
        until = self._moments.get(row.subject_id, 0.0)
        if row.kind not in BOARDS or row.attempts or until <= self._clock.now():
            return False
        async with self._store.transaction() as tx:
            await tx.lock_subject(row.subject_id)
            await tx.rest_boards(row.subject_id, until)
        self._news.set()
        return True

    async def _goes(self, subject: int) -> bool:
        """Returns whether the table's channel has fewer rows out than allowed. If not, the subject waits until it does."""
        if subject not in self._channels:
            found = await self._store.subject(subject)
            self._channels[subject] = found.channel if found is not None else 0
        channel = self._channels[subject]
        if sum(self._channels.get(out.subject) == channel for out in self._out) < PER_CHANNEL:
            return True
        self._behind.add(subject)
        return False

    def _until_due(self) -> float | None:
        """Returns the seconds until the next row is due; None: no row waits for a time."""
        out = {claim.subject for claim in self._out}
        dues = [self._due(row) for row in self._heads if row.subject_id not in out]
        # Time has passed since the queues were read, when none of these was due.
        waits = [max(0.0, due - self._clock.now()) for due in dues if due > self._looked]
        return min([*waits, claims.POLL_SECONDS] if self._store.shared else waits, default=None)

    def _due(self, row: StoredOutboxRow) -> float:
        if row.kind != "scene" or row.subject_id not in self._scenes:
            return row.due
        return max(row.due, self._scenes[row.subject_id] + self._pace)

    def under(self, row: OutboxRow) -> AbstractContextManager[claims.Under]:
        """Run the block under the claim of a row that is out."""
        return claims.under(self._store, row.claim)

    def shows(self, row: OutboxRow, kind: str, posted: Posted, user: int = 0) -> None:
        """Do what `Messages.put` does, in the transaction that deletes the row."""
        self._shown.setdefault(row.serial, []).append((kind, user, posted))

    def stays(self, row: OutboxRow) -> None:
        """This scene stays the newest message of its table as long as it takes to read, or until `go_on`."""
        self._stays.add(row.serial)

    async def go_on(self, subject: int) -> None:
        """Somebody has gone on from a table's newest scene: its board follows immediately."""
        if self._moments.pop(subject, 0.0) <= self._clock.now():
            return
        async with self._store.transaction() as tx:
            await tx.lock_subject(subject)
            await tx.wake_boards(subject, self._clock.now())
        self._news.set()

    async def mark_done(self, *rows: OutboxRow, on: bool = False) -> list[OutboxRow]:
        """The rows were sent: one, or hands of a table that were handed out together. If one was replaced meanwhile, its newer
        form remains to be sent. `on`: the hands behind are handed out under the same claim and returned. Raises ClaimLost.
        """
        row = rows[0]
        if row.kind == "scene" and self._pace:
            self._note_scene(row)
        async with self._store.transaction() as tx:
            # Every change of the subject locks it first, or transactions that lock rows in different orders would deadlock.
            await tx.lock_subject(row.subject)
            await _note_cleaned(tx, row)
            if row.kind == "scene" and self._store.shared:
                await self._rest_elsewhere(tx, row)
            struck = await self._finish(tx, rows, on=on)
        if not struck.hands:
            self._back(*rows, more=struck.more)
            return []
        self._outdated.discard(row.claim)
        shown = {(kind, user): posted for kind, user, posted in self._shown_by(rows)}
        update_noted(row.subject, lambda noted: {"standing": noted.standing | shown})
        work = claims.of(row.subject)
        if work is not None and work.noted is not None and work.noted.newest < struck.hands[-1].serial:
            work.noted = None  # what the hands are to show may have been stored after that
        return [_row(hand, row.claim) for hand in struck.hands]

    def _note_scene(self, row: OutboxRow) -> None:
        """A scene is sent: the table's next one waits until it has been read, and the board too if it stays."""
        now = self._clock.now()
        self._scenes = {subject: at for subject, at in self._scenes.items() if at + self._pace > now}
        self._scenes[row.subject] = now
        self._moments = {subject: until for subject, until in self._moments.items() if until > now}
        if row.serial in self._stays:
            self._moments[row.subject] = now + self._pace

    async def _rest_elsewhere(self, tx: Transaction, row: OutboxRow) -> None:
        """Let the same rows wait in other processes, which do not know of the scene."""
        until = self._clock.now() + self._pace
        await tx.rest_outbox(row.subject, "scene", until)
        if row.serial in self._stays:
            await tx.rest_boards(row.subject, until, row.serial)

    async def mark_failed(self, row: OutboxRow, retry_in: float | None, *, sent: Sequence[OutboxRow] = ()) -> None:
        """The row was not sent: try again in `retry_in` seconds; None: give up, so that it does not block the table's next
        rows. If a channel has become reachable since the row was handed out, try again immediately, as the attempt may have
        been made before that. `sent`: the hands handed out with it that were sent. Raises ClaimLost.
        """
        if retry_in is not None and row.claim in self._outdated:
            retry_in = 0.0
        async with self._store.transaction() as tx:
            await tx.lock_subject(row.subject)
            await _note_cleaned(tx, row)
            if retry_in is None:
                log.warning("given up: table %s, %s, after %s attempts", row.subject, row.kind, row.attempts + 1)
                await self._finish(tx, [*sent, row])
            else:
                if sent:
                    await tx.put_messages(row.subject, self._shown_by(sent))
                    await tx.strike_outbox(*(each.serial for each in sent))
                beside = retry_in > HELD_UP_SECONDS and isinstance(row.payload, STANDING)
                await tx.postpone_outbox(row.serial, self._clock.now() + retry_in, beside=beside)
                # The claim is locked after the row, as when a row is claimed; otherwise two processes could deadlock.
                await tx.release(row.claim)
        self._back(*sent, row)

    async def held_by_scenes(self, subject: int) -> bool:
        """Returns whether a table's board waits behind a scene that itself waits until the previous one has been read."""
        waiting = await self._store.scenes_waiting(subject)
        resting = self._scenes.get(subject, -self._pace) + self._pace > self._clock.now()
        return waiting > 1 or (waiting == 1 and resting)

    async def hasten(self, serials: Iterable[int]) -> None:
        """Try these rows immediately: what delayed them is over."""
        serials = list(serials)
        if not serials:
            return
        async with self._store.transaction() as tx:
            await tx.hasten_outbox(serials, self._clock.now())
        self._news.set()

    async def reachable(self, channel: int) -> None:
        """A channel may have become reachable: retry immediately the rows that were refused there."""
        await self._may_show(channel)
        await self.hasten(await self._store.outbox_refused_in(channel))

    async def reachable_on(self, guilds: Iterable[int]) -> None:
        """The same for all channels of these servers."""
        await self._may_show()
        await self.hasten(await self._store.outbox_refused_on(guilds))

    async def _may_show(self, channel: int = 0) -> None:
        self.may_be_outdated()
        if self._store.shared:
            async with self._store.transaction() as tx:
                await tx.announce(News(kind="channel", channel=channel))

    def may_be_outdated(self) -> None:
        """Mark the rows that are out: if Discord refuses them, the reason may no longer apply."""
        self._outdated |= self._out

    async def tidy(self, subject: int, wait: float) -> None:
        """Schedule the cleaning of the table's retired messages in `wait` seconds, unless it is scheduled already."""
        row = TidyRow()
        if await self._store.outbox_waits(subject, row.key):
            return
        async with claims.transaction(self._store) as tx:
            await tx.put_outbox(subject, [outbox_record(row, self._clock.now() + wait)])
        self._news.set()

    async def give_back(self, *rows: OutboxRow) -> None:
        """The rows were neither sent nor refused (the store failed, or the claim was lost): hand them out again."""
        try:
            await self._store.give_back(rows[0].claim)
        finally:
            self._back(*rows)

    async def _finish(self, tx: Transaction, rows: Sequence[OutboxRow], *, on: bool = False) -> Struck:
        """See `Transaction.finish_row`."""
        now = self._clock.now()
        sent = now if rows[0].kind == "board" else None
        shown = [each for row in rows for each in self._shown.get(row.serial, ())]
        serials = [row.serial for row in rows]
        return await tx.finish_row(serials, rows[0].claim, shown, sent=sent, hand=now if on else None)

    def _shown_by(self, rows: Iterable[OutboxRow]) -> list[tuple[str, int, Posted]]:
        """Returns what the rows have posted, to be recorded now."""
        return [each for row in rows for each in self._shown.pop(row.serial, ())]

    def _back(self, *rows: OutboxRow, more: bool = True) -> None:
        """Rows of a subject are no longer out. `more`: it has other rows, so the queues are read again."""
        claim = rows[0].claim
        self._stays.difference_update(row.serial for row in rows)
        self._out.discard(claim)
        self._outdated.discard(claim)
        self._shown_by(rows)
        # A row that was stored after these were taken out, and found while they still counted as out, is among the heads.
        if more or self._behind or any(head.subject_id == claim.subject for head in self._heads):
            self._news.set()
        self._behind.clear()


async def _note_cleaned(tx: Transaction, row: OutboxRow) -> None:
    work = claims.of(row.subject)
    if work is not None and work.cleaned:
        await tx.messages_cleaned(row.subject, work.cleaned)
        work.cleaned = []


def outbox_record(payload: Payload, due: float) -> OutboxRecord:
    """Returns the row as stored. If its time runs from when the board is sent, it starts then."""
    wait = payload.wait if isinstance(payload, CallRow | InviteRow) else 0.0
    due += wait
    if press := telemetry.press():
        payload = msgspec.structs.replace(payload, press=press)
    after = payload.after if isinstance(payload, CoverRow) else None
    return OutboxRecord(
        key=payload.key,
        kind=payload.kind,
        payload=msgspec.json.encode(payload).decode(),
        due=NEVER if isinstance(payload, CoverRow) else due,
        beside=isinstance(payload, BESIDE) or wait > 0,
        after=after,
    )


def _row(row: StoredOutboxRow, claim: Claim) -> OutboxRow:
    return OutboxRow(row.id, row.serial, row.subject_id, payload_of(row.payload), row.due, row.attempts, claim)
