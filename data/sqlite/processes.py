"""The process that lives, its shards, and turns to log in. Nobody shares a file: what another process left is free."""

from __future__ import annotations

import time
from collections.abc import Iterable

from data.sqlite.connection import Connected


class ProcessWrites(Connected):
    """See `data.store.Transaction`."""

    async def keep_process(self, process: str, seconds: float) -> int:
        await self._rows("DELETE FROM processes")
        await self._rows("INSERT INTO processes VALUES (?, ?)", (process, time.time() + seconds))
        return 1

    async def end_process(self, process: str) -> None:
        await self._rows("DELETE FROM processes WHERE process = ?", (process,))
        await self._rows("DELETE FROM shards WHERE process = ?", (process,))

    async def hold_shards(self, process: str, count: int, wanted: Iterable[int], most: int, seconds: float) -> list[int]:
        until = time.time() + seconds
        await self._rows("DELETE FROM shards WHERE process <> ? OR count <> ?", (process, count))
        await self._rows("UPDATE shards SET until = ?", (until,))
        held = {row[0] for row in await self._rows("SELECT shard FROM shards")}
        for shard in sorted(set(wanted) - held)[: max(0, most - len(held))]:
            await self._rows("INSERT INTO shards VALUES (?, ?, ?, ?)", (shard, count, process, until))
            held.add(shard)
        return sorted(held)

    async def release_shards(self, process: str, shards: Iterable[int]) -> None:
        await self._db.executemany("DELETE FROM shards WHERE process = ? AND shard = ?", [(process, each) for each in shards])

    async def login_turn(self, bucket: int, seconds: float) -> float:
        now = time.time()
        found = await self._rows("SELECT at FROM logins WHERE bucket = ?", (bucket,))
        turn = max(now, found[0][0] + seconds) if found else now
        await self._rows("INSERT INTO logins VALUES (?, ?) ON CONFLICT DO UPDATE SET at = excluded.at", (bucket, turn))
        return turn - now
