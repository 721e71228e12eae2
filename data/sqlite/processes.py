"""The process that lives, its shards, and turns to log in. Nobody shares a file: what another process left is free."""

from __future__ import annotations

import time
from collections.abc import Iterable

from data.sql.sharing import SharingWrites
from data.sql.statements import upsert


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
        turn = now if last is None else max(now, last + seconds)
        await self._run(upsert("logins", ("bucket",), "at"), bucket, turn)
        return turn - now
