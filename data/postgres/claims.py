"""Claims: what one process alone does for a table, for as long as its lease lasts.

A claim names its holder, a row of `leases`, and is anybody's as soon as the lease of that row is over by the server's clock;
the clocks of the processes are never compared. Each claim has a higher token than the one before. What is written under a claim
begins with `hold`, which locks the row of the claim if it has this token still: whoever has slept past their lease and lost the
claim writes nothing more, and nobody can take it over in the middle of a transaction.
"""

# ruff: noqa: S608 - the pieces put together are column lists and conditions of ours; values are always parameters.
import functools
import itertools
from collections.abc import Iterable
from typing import get_args

import msgspec

from data.errors import ClaimLost, OtherShards
from data.records import Claim, News, Posted, Struck, Work
from data.sql.outbox import BEGIN_WAITS, HEAD, PUT_MESSAGE, ROW, STRIKE, message_values, stored_row
from data.sql.sharing import SharingWrites

CHANNEL = "zamki"
"""Of NOTIFY: what processes tell each other."""

NOTIFY = "SELECT pg_notify(?, ?)"

NOW = "extract(epoch FROM clock_timestamp())::double precision"

_LIVING = f"SELECT id FROM leases WHERE until > {NOW}"

# What this process holds in the database without knowing of it (the answer was lost) it may take; what it knows of is asked for
# by nobody. Whether another lives is asked by a function, which sees
# what was committed a moment ago: the statement itself may be older than the holder's lease.
OTHERS = 100
"""Other heads of lines that a claim reports: the first of them are enough to know whether more is due."""

_TAKE = (
    " ON CONFLICT (table_id, work) DO UPDATE SET holder = excluded.holder, token = excluded.token"
    " WHERE claims.holder = excluded.holder OR NOT lease_holds(claims.holder) RETURNING"
)

TAKE = f"INSERT INTO claims (table_id, work, holder, token) VALUES ($1, $2, $3, nextval('claim_token')){_TAKE} token"
"""Claim $2 of table $1 for the process $3; no row: it is another's."""

TAKE_ROW = (
    f"WITH ripe AS (SELECT {ROW} FROM outbox WHERE {HEAD} AND due <= $2"
    " AND NOT (kind = 'scene' AND table_id = ANY ($3::bigint[]))"
    " AND table_id <> ALL ($5::bigint[]) AND table_id NOT IN"
    f" (SELECT table_id FROM claims WHERE work = 'outbox' AND holder <> $4 AND holder IN ({_LIVING}))"
    " ORDER BY due, serial LIMIT 1 FOR UPDATE OF outbox SKIP LOCKED),"
    " taken AS (INSERT INTO claims (table_id, work, holder, token)"
    f" SELECT table_id, 'outbox', $4, nextval('claim_token') FROM ripe{_TAKE} table_id AS number, token)"
    f" SELECT {ROW}, token FROM ripe JOIN taken ON table_id = number UNION ALL (SELECT {ROW}, NULL FROM outbox"
    f" WHERE {HEAD} AND serial NOT IN (SELECT serial FROM ripe) ORDER BY due, serial LIMIT {OTHERS})"
)
"""Claim the line of the row that has been due longest, for the process $4, which has those of the tables $5 already or does
without them, and give out the row with its token, and other heads of lines without one; see `Store.claim_outbox`.
"""

RELEASE = "DELETE FROM claims WHERE table_id = $1 AND work = $2 AND token = $3"

_HOLD = {
    work: f"SELECT 1 FROM claims WHERE table_id = ? AND work = '{work}' AND token = ? FOR UPDATE" for work in get_args(Work)
}


class ClaimWrites(SharingWrites):
    """See `data.sql.sharing`."""

    holder: int | None
    """This process among those that share the database, while its lease lasts."""
    released: list[Claim]
    """Given back with the transaction."""

    async def hold(self, claim: Claim) -> None:
        if not await self._lock_rows(_HOLD[claim.work], claim.table, claim.token):
            raise ClaimLost

    async def release(self, claim: Claim) -> None:
        if not await self._rows(f"{RELEASE} RETURNING 1", claim.table, claim.work, claim.token):
            raise ClaimLost
        self.released.append(claim)

    async def finish_row(
        self,
        serial: int,
        claim: Claim,
        shown: Iterable[tuple[str, int, Posted]],
        *,
        sent: float | None = None,
        hand: float | None = None,
    ) -> Struck:
        """See `data.store.Transaction.finish_row`; in one statement."""
        notes = [message_values(claim.table, *each) for each in shown]
        began = () if sent is None else (sent, claim.table, serial)
        sql = _finish(len(notes), board=sent is not None)
        values = itertools.chain((serial, hand), *notes, began, (claim.table, claim.work, claim.token))
        ((held, more, text),) = await self._rows(sql, *values)
        if not held:
            raise ClaimLost
        following = stored_row(text)
        if following is None:
            self.released.append(claim)
        return Struck(False, more is not False, following)  # None: the row was replaced

    async def announce(self, news: News) -> None:
        await self._later(NOTIFY, CHANNEL, encoded(self.holder, news))


@functools.cache
def _finish(notes: int, *, board: bool) -> str:
    """Rows of the queue before the claim, as where a row is claimed: else two processes would wait for each other."""
    parts = {"struck": STRIKE, **{f"noted{number}": PUT_MESSAGE for number in range(notes)}}
    before = ["struck"]
    if board:
        parts["began"] = f"{BEGIN_WAITS} RETURNING 1"
        before.append("began")
    last = "".join(f" AND (SELECT count(*) FROM {part}) >= 0" for part in before)
    parts["held"] = f"SELECT table_id, work FROM claims WHERE table_id = ? AND work = ? AND token = ?{last} FOR UPDATE"
    parts["released"] = (
        "DELETE FROM claims USING held WHERE claims.table_id = held.table_id AND claims.work = held.work"
        " AND NOT EXISTS (SELECT 1 FROM struck WHERE hand IS NOT NULL)"
    )
    said = ", ".join(f"{name} AS ({part})" for name, part in parts.items())
    return f"WITH {said} SELECT (SELECT count(*) FROM held), (SELECT more FROM struck), (SELECT hand FROM struck)"


def encoded(holder: int | None, news: News) -> str:
    """News as it goes to the other processes, with the process that sends it."""
    return f"{holder or 0} {msgspec.json.encode(news).decode()}"


def heard(text: str) -> tuple[int, News]:
    """Who told what. Raises ValueError and msgspec.MsgspecError where it is none of our making."""
    who, _, news = text.partition(" ")
    return int(who), msgspec.json.decode(news, type=News)


class ProcessWrites(SharingWrites):
    """See `data.sql.sharing`."""

    async def keep_process(self, process: str, seconds: float) -> int:
        await self._run(f"DELETE FROM processes WHERE until <= {NOW} AND process <> $1", process)
        await self._run(
            f"INSERT INTO processes VALUES ($1, {NOW} + $2) ON CONFLICT (process) DO UPDATE SET until = excluded.until",
            process,
            seconds,
        )
        return int(await self._value("SELECT count(*) FROM processes"))

    async def hold_shards(self, process: str, count: int, wanted: Iterable[int], most: int, seconds: float) -> list[int]:
        # One process after the other; who only looks is not kept waiting.
        await self._run("LOCK TABLE shards IN SHARE ROW EXCLUSIVE MODE")
        await self._run(f"DELETE FROM shards WHERE until <= {NOW} AND process <> $1", process)
        if other := await self._value("SELECT count FROM shards WHERE count <> $1 LIMIT 1", count):
            raise OtherShards(f"Another process runs with {other} shards, this one with {count}.")
        await self._run(f"UPDATE shards SET until = {NOW} + $2 WHERE process = $1", process, seconds)
        holder = dict(await self._rows("SELECT shard, process FROM shards"))
        held = {shard for shard, whose in holder.items() if whose == process}
        new = sorted(set(wanted) - set(holder))[: max(0, most - len(held))]
        await self._run_each(
            f"INSERT INTO shards VALUES ($1, $2, $3, {NOW} + $4)", [(shard, count, process, seconds) for shard in new]
        )
        return sorted(held | set(new))

    async def login_turn(self, bucket: int, seconds: float) -> float:
        sql = (
            f"INSERT INTO logins AS l VALUES ($1, {NOW}) ON CONFLICT (bucket)"
            f" DO UPDATE SET at = greatest({NOW}, l.at + $2) RETURNING at - {NOW}"
        )
        return max(0.0, float(await self._value(sql, bucket, seconds)))
