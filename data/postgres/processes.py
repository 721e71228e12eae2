"""Processes that live, the shards that each of them holds, and turns to log in. All times are the server's."""

# ruff: noqa: S608 - the piece put in is an expression of ours; values are always parameters.
from __future__ import annotations

from collections.abc import Iterable

from data.errors import OtherShards
from data.sql.sharing import SharingWrites

_NOW = "extract(epoch FROM clock_timestamp())::double precision"


class ProcessWrites(SharingWrites):
    """See `data.sql.sharing`."""

    async def keep_process(self, process: str, seconds: float) -> int:
        await self._run(f"DELETE FROM processes WHERE until <= {_NOW} AND process <> $1", process)
        await self._run(
            f"INSERT INTO processes VALUES ($1, {_NOW} + $2) ON CONFLICT (process) DO UPDATE SET until = excluded.until",
            process,
            seconds,
        )
        return int((await self._rows("SELECT count(*) FROM processes"))[0][0])

    async def hold_shards(self, process: str, count: int, wanted: Iterable[int], most: int, seconds: float) -> list[int]:
        # One process after the other; who only looks is not kept waiting.
        await self._run("LOCK TABLE shards IN SHARE ROW EXCLUSIVE MODE")
        await self._run(f"DELETE FROM shards WHERE until <= {_NOW} AND process <> $1", process)
        others = await self._rows("SELECT count FROM shards WHERE count <> $1 LIMIT 1", count)
        if others:
            raise OtherShards(f"Another process runs with {others[0][0]} shards, this one with {count}.")
        await self._run(f"UPDATE shards SET until = {_NOW} + $2 WHERE process = $1", process, seconds)
        holder = dict(await self._rows("SELECT shard, process FROM shards"))
        held = {shard for shard, whose in holder.items() if whose == process}
        new = sorted(set(wanted) - set(holder))[: max(0, most - len(held))]
        await self._run_each(
            f"INSERT INTO shards VALUES ($1, $2, $3, {_NOW} + $4)", [(shard, count, process, seconds) for shard in new]
        )
        return sorted(held | set(new))

    async def login_turn(self, bucket: int, seconds: float) -> float:
        sql = (
            f"INSERT INTO logins AS l VALUES ($1, {_NOW}) ON CONFLICT (bucket)"
            f" DO UPDATE SET at = greatest({_NOW}, l.at + $2) RETURNING at - {_NOW}"
        )
        return max(0.0, float((await self._rows(sql, bucket, seconds))[0][0]))
