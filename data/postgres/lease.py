"""This process among those that share a database: its lease, renewed as long as it lives, and the news from the others.

It has its own connection, so that a long transaction cannot delay the renewal. A lease that was not renewed in time is never
renewed again: the process gets a new number, and has lost everything it had claimed under the old one, even if nobody has taken
it yet. By its own clock, a process trusts its lease `MARGIN` seconds less than the database does.

With each renewal it reads until when the others' leases last, and it looks again when one ends. So whatever a dead process had
claimed is taken over as soon as its lease has ended, without waiting for a poll.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import asyncpg
import msgspec

from data.postgres.claims import CHANNEL, NOW, decode
from data.records.processes import News

log = logging.getLogger(__name__)

LEASE_SECONDS = 9.0
"""Seconds from a renewal until others may take over what a process has claimed. Nobody waits longer than ten for a dead one."""

MARGIN = 2.0
"""Seconds before the end of its lease at which a process stops working under its claims."""

RENEW_SECONDS = 2.0
"""Seconds between two renewals; a third of that between two attempts to reconnect."""

AFTER_SECONDS = 0.05
"""Seconds after the end of another's lease at which this process looks whether it was renewed."""

FORGOTTEN_SECONDS = 3600.0
"""Seconds after its end for which a process and its claims stay recorded."""


class Lease:
    """Created by `start`, ended by `close`. `connect` opens the connection."""

    def __init__(self, connect: Callable[[], Any], schema: int) -> None:
        self._connect = connect
        self._schema = schema
        self._db: asyncpg.Connection | None = None
        self._number: int | None = None
        self._believed = 0.0
        """Until when the lease is trusted, by this computer's monotonic clock."""
        self._others: set[int] = set()
        """The other processes that had a lease at the last renewal."""
        self._pause = RENEW_SECONDS
        """Seconds until the next renewal."""
        self._hearers: list[Callable[[News], None]] = []
        self._task: asyncio.Task[None] | None = None
        self._broken = asyncio.Event()
        self.ahead = 0.0
        """Seconds by which the database's clock is ahead of this computer's monotonic clock."""

    @property
    def holder(self) -> int | None:
        """The number of this process, while its lease certainly lasts."""
        return self._number if time.monotonic() < self._believed else None

    async def start(self) -> None:
        """Take a lease and keep renewing it. Raises the driver's errors."""
        try:
            await self._renew()
        except BaseException:
            self._drop()
            raise
        self._task = asyncio.create_task(self._keep(), name="lease")

    async def close(self) -> None:
        """Give up the lease: its claims are immediately free."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        number, self._believed = self._number, 0.0
        if self._db is None or self._db.is_closed():
            return
        with suppress(Exception):  # the lease expires anyway
            await self._db.execute("DELETE FROM leases WHERE id = $1", number)
            await self._db.close()

    def listen(self, hear: Callable[[News], None]) -> None:
        """See `data.store.Store.listen`."""
        self._hearers.append(hear)

    async def _keep(self) -> None:
        while True:
            try:
                async with asyncio.timeout(self._pause):
                    await self._broken.wait()
            except TimeoutError:
                pass
            else:
                self._broken.clear()
            try:
                # Not `wait_for`, which loses a cancellation if the answer arrives at the same moment.
                async with asyncio.timeout(LEASE_SECONDS):
                    await self._renew()
            except Exception as error:  # noqa: BLE001 - the driver's errors have no common base
                log.warning("cannot renew the lease", extra={"error": type(error).__name__})
                self._drop()
                await asyncio.sleep(RENEW_SECONDS / 3)

    async def _renew(self) -> None:
        if self._db is None or self._db.is_closed():
            self._db = await self._open()
        asked = time.monotonic()
        now = None
        if self.holder is not None:
            sql = f"UPDATE leases SET until = {NOW} + $2 WHERE id = $1 AND until > {NOW} RETURNING {NOW}"  # noqa: S608
            now = await self._db.fetchval(sql, self._number, LEASE_SECONDS)
        if now is None:
            if self._number is not None:
                log.warning("lease expired: its claims are lost")
            self._number, now = await self._enter()
        self._believed = asked + LEASE_SECONDS - MARGIN
        # Half of the round trip lies between the two clocks.
        self.ahead = now - (asked + time.monotonic()) / 2
        await self._look_at_others(self._db)

    async def _look_at_others(self, db: asyncpg.Connection) -> None:
        """Announce here that a process has gone, and renew at once when the next lease ends."""
        sql = f"SELECT id, until - {NOW} FROM leases WHERE until > {NOW} AND id <> $1"  # noqa: S608 - as above
        left = dict(await db.fetch(sql, self._number))
        gone, self._others = self._others - left.keys(), set(left)
        self._pause = min([RENEW_SECONDS, *(max(0.0, each) + AFTER_SECONDS for each in left.values())])
        if gone:
            self._tell(News(kind="gone"))

    def _tell(self, news: News) -> None:
        for hear in self._hearers:
            hear(news)

    async def _enter(self) -> tuple[int, float]:
        assert self._db is not None
        await self._db.execute(f"DELETE FROM leases WHERE until < {NOW} - $1", FORGOTTEN_SECONDS)  # noqa: S608 - a constant of ours
        await self._db.execute("DELETE FROM claims WHERE NOT EXISTS (SELECT 1 FROM leases WHERE id = holder)")
        sql = f"INSERT INTO leases (until, schema) VALUES ({NOW} + $1, $2) RETURNING id, {NOW}"  # noqa: S608 - as above
        number, now = await self._db.fetchrow(sql, LEASE_SECONDS, self._schema)
        log.info("lease %d", number)
        return number, now

    async def _open(self) -> asyncpg.Connection:
        connection = await self._connect()
        try:
            connection.add_termination_listener(lambda _: self._broken.set())
            await connection.add_listener(CHANNEL, self._hear)
        except BaseException:
            connection.terminate()
            raise
        return connection

    def end(self) -> None:
        """End at once, without giving up the lease, which expires anyway."""
        if self._task is not None:
            self._task.cancel()
        self._drop()

    def _drop(self) -> None:
        if self._db is not None:
            self._db.terminate()

    def _hear(self, _connection: object, _process: int, _channel: str, text: object) -> None:
        try:
            who, news = decode(str(text))
        except (ValueError, msgspec.MsgspecError):
            log.warning(
                "ignoring a notification in an unknown format"
            )  # from a newer version, for example: polling finds what there is
            return
        if who != self._number:
            self._tell(news)
