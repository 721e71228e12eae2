"""What Discord must be told, handed to the sender row by row (kinds and payloads: docs/architecture.md).

Payloads say more than the least: `scene` {event, turn, number, index, events, notes}: number and index name the scene within
the table, `events` and `notes` are what the turn's message told before it. `board` {turn, events, notes} and `final` {turn,
events, notes}: all that this message has to tell, so that editing it tells it again whole. Events are plain values of
`engines.contract.Event` (public ones, scenes left out); a note is {key, seat}: a message key with the field {name}. A `final`
also closes a cancelled game, whose table has no result. `asking`: the request as it was then (`tables.shown.Asking`,
plain), how it `ended` ("" while it is open, else `done`, `refused`, `withdrawn`, `lapsed`) and by whose seat. `settle` {after}:
what the board shows for a glance is to go, so many seconds after the board was sent; it waits beside the table's line, and the
table's next move withdraws it.
"""

from __future__ import annotations

import asyncio
import logging

import msgspec

from data import mail
from data.mail import MailRow
from data.store import Store, Transaction
from tables.clock import Clock, wait
from tables.shown import Row

log = logging.getLogger(__name__)


class Outbox:
    """The rows not yet sent. Several senders may take rows at once; of one table only one row is out at a time.

    `pace`: seconds that a scene is left to be read before the table's next one, however many a move has made; what is to be
    sent after them waits behind them. A restart shortens at most one of these waits.
    """

    def __init__(self, store: Store, clock: Clock, *, pace: float = 0.0) -> None:
        self._store = store
        self._clock = clock
        self._pace = pace
        self._scenes: dict[int, float] = {}
        self._out: set[int] = set()
        self._news = asyncio.Event()
        self._line = asyncio.Lock()

    def wake(self) -> None:
        """There is something new to send."""
        self._news.set()

    async def next(self) -> Row:
        """The next row that is due, as soon as there is one; it stays out until `done` or `failed`."""
        async with self._line:
            while True:
                self._news.clear()
                soonest: float | None = None
                for row in await mail.heads(self._store):
                    if row.table_id in self._out:
                        continue
                    due = self._due(row)
                    if due <= self._clock.now():
                        self._out.add(row.table_id)
                        return _row(row)
                    soonest = due if soonest is None else min(due, soonest)
                await wait(self._clock, self._news, None if soonest is None else soonest - self._clock.now())

    def _due(self, row: MailRow) -> float:
        if row.kind != "scene" or row.table_id not in self._scenes:
            return row.due
        return max(row.due, self._scenes[row.table_id] + self._pace)

    async def done(self, row: Row) -> None:
        """Sent. A row that was replaced meanwhile stays to be sent in its newer form."""
        if row.kind == "scene" and self._pace:
            now = self._clock.now()
            self._scenes = {table: at for table, at in self._scenes.items() if at + self._pace > now}
            self._scenes[row.table] = now
        async with self._store.transaction() as tx:
            await self._strike(tx, row)
        self._back(row)

    async def failed(self, row: Row, retry_in: float | None) -> None:
        """Not sent: try again in so many seconds; None: given up, so that the table's next rows are not held up."""
        async with self._store.transaction() as tx:
            if retry_in is None:
                log.warning("given up: table %s, %s, after %s attempts", row.table, row.kind, row.attempts + 1)
                await self._strike(tx, row)
            else:
                await mail.postpone(tx, row.serial, self._clock.now() + retry_in)
        self._back(row)

    async def _strike(self, tx: Transaction, row: Row) -> None:
        await mail.strike(tx, row.serial)
        if row.kind == "board":
            await mail.begin_glance(tx, row.table, self._clock.now())

    def _back(self, row: Row) -> None:
        self._out.discard(row.table)
        self._news.set()


def _row(row: MailRow) -> Row:
    payload = msgspec.json.decode(row.payload, type=dict[str, object])
    return Row(row.id, row.serial, row.table_id, row.kind, payload, row.due, row.attempts)


class Messages:
    """Where our messages stand, so that they can be edited."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def get(self, table: int, kind: str, user: int = 0) -> tuple[int, int, int] | None:
        """Channel, message and turn."""
        return await mail.message(self._store, table, kind, user)

    async def put(self, table: int, kind: str, user: int, channel: int, message: int, turn: int) -> None:  # noqa: PLR0917
        """Note where a message stands now."""
        async with self._store.transaction() as tx:
            await mail.put_message(tx, table, kind, user, (channel, message, turn))

    async def drop(self, table: int, kind: str, user: int = 0) -> None:
        """Forget a message that is gone."""
        async with self._store.transaction() as tx:
            await mail.drop_message(tx, table, kind, user)
