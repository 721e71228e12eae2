"""Claims in memory, and what the only process on an SQLite database writes where several would share a server's."""

import itertools
import time
from collections.abc import Iterable

from data.errors import ClaimLost
from data.records.processes import Claim, News, Work
from data.sql.sharing import SharingWrites
from data.sql.statements import upsert


class Claims:
    """The claims of this process."""

    def __init__(self) -> None:
        self._held: dict[tuple[int, Work], int] = {}
        self._tokens = itertools.count(1)

    def take(self, subject: int, work: Work) -> Claim | None:
        """See `data.store.Store.claim`."""
        if (subject, work) in self._held:
            return None
        token = self._held[subject, work] = next(self._tokens)
        return Claim(subject, work, token)

    def has(self, claim: Claim) -> bool:
        """Returns whether this is the newest claim, and has not been given back."""
        return self._held.get((claim.subject, claim.work)) == claim.token

    def end(self, claim: Claim) -> None:
        """Give a claim back."""
        if self.has(claim):
            del self._held[claim.subject, claim.work]


class ClaimWrites(SharingWrites):
    """See `data.sql.sharing`."""

    claims: Claims
    released: list[Claim]
    """Given back when the transaction is committed; before that, others would not see what was done under them."""

    async def hold(self, claim: Claim) -> None:
        if not self.claims.has(claim):
            raise ClaimLost

    async def release(self, claim: Claim) -> None:
        await self.hold(claim)
        self.released.append(claim)

    async def announce(self, news: News) -> None:
        """Do nothing, as there are no other processes."""


class ProcessWrites(SharingWrites):
    """See `data.sql.sharing`."""

    async def keep_process(self, process: str, seconds: float) -> int:
        await self._run("DELETE FROM processes")
        await self._run("INSERT INTO processes VALUES (?, ?)", process, time.time() + seconds)
        return 1

    async def hold_shards(self, process: str, count: int, wanted: Iterable[int], most: int, seconds: float) -> list[int]:
        until = time.time() + seconds
        await self._run("DELETE FROM shards WHERE process <> ? OR count <> ?", process, count)
        await self._run("UPDATE shards SET until = ?", until)
        held = set(await self._column("SELECT shard FROM shards"))
        for shard in sorted(set(wanted) - held)[: max(0, most - len(held))]:
            await self._run("INSERT INTO shards VALUES (?, ?, ?, ?)", shard, count, process, until)
            held.add(shard)
        return sorted(held)

    async def login_turn(self, bucket: int, seconds: float) -> float:
        now = time.time()
        last = await self._value("SELECT at FROM logins WHERE bucket = ?", bucket)
        if last is not None and now < last + seconds:
            return float(last + seconds - now)
        await self.logged_in(bucket)
        return 0.0

    async def logged_in(self, bucket: int) -> None:
        await self._run(upsert("logins", ("bucket",), "at"), bucket, time.time())
