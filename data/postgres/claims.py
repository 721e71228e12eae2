"""Claims: work for a subject that only one process may do, as long as its lease lasts.

A claim names its holder, a row of `leases`. Once that row's lease has expired by the server's clock, anybody may take the
claim; the clocks of the processes are never compared. Each claim has a higher token than the one before. Writes under a claim
begin with `hold`, which locks the claim's row if it still has this token: a process that has slept past its lease and lost the
claim writes nothing more, and nobody can take it over in the middle of a transaction.
"""

# ruff: noqa: S608 - only our own column lists and conditions are interpolated; values are always parameters.
import functools
import itertools
from collections.abc import Iterable, Sequence
from typing import get_args

import msgspec

from data.errors import ClaimLost, OtherShards
from data.records.messages import Posted
from data.records.outbox import Struck
from data.records.processes import Claim, News, Work
from data.sql.outbox import BEGIN_WAITS, HEAD, PUT_MESSAGE, ROW, STRIKE, message_values, stored_rows, strike_values
from data.sql.sharing import SharingWrites

CHANNEL = "zamki"
"""The NOTIFY channel for news between processes."""

NOTIFY = "SELECT pg_notify(?, ?)"

NOW = "extract(epoch FROM clock_timestamp())::double precision"

_LIVING = f"SELECT id FROM leases WHERE until > {NOW}"

# A process may take a claim that it holds without knowing (the answer was lost); those it knows of are left out of the query.
# Whether another process lives is asked by a function, which sees recent commits; the statement's own snapshot may be older
# than the holder's lease.
OTHERS = 100
"""Number of other queue heads that a claim returns: enough to know whether more is due."""

_TAKE = (
    " ON CONFLICT (subject_id, work) DO UPDATE SET holder = excluded.holder, token = excluded.token"
    " WHERE claims.holder = excluded.holder OR NOT lease_holds(claims.holder) RETURNING"
)

TAKE = f"INSERT INTO claims (subject_id, work, holder, token) VALUES ($1, $2, $3, nextval('claim_token')){_TAKE} token"
"""Claims work $2 of subject $1 for process $3; no row: another process has it."""

TAKE_ROW = (
    f"WITH ripe AS (SELECT {ROW} FROM outbox WHERE {HEAD} AND due <= $2"
    " AND NOT (kind = 'scene' AND subject_id = ANY ($3::bigint[]))"
    " AND subject_id <> ALL ($5::bigint[]) AND subject_id NOT IN"
    f" (SELECT subject_id FROM claims WHERE work = 'outbox' AND holder <> $4 AND holder IN ({_LIVING}))"
    " ORDER BY due, serial LIMIT 1 FOR UPDATE OF outbox SKIP LOCKED),"
    " taken AS (INSERT INTO claims (subject_id, work, holder, token)"
    f" SELECT subject_id, 'outbox', $4, nextval('claim_token') FROM ripe{_TAKE} subject_id AS number, token)"
    f" SELECT {ROW}, token FROM ripe JOIN taken ON subject_id = number UNION ALL (SELECT {ROW}, NULL FROM outbox"
    f" WHERE {HEAD} AND serial NOT IN (SELECT serial FROM ripe) ORDER BY due, serial LIMIT {OTHERS})"
)
"""Claims the queue of the row that has been due longest, for process $4, which already has or excludes the queues of subjects
$5. Returns the row with its token, and other queue heads without one; see `Store.claim_outbox`.
"""

RELEASE = "DELETE FROM claims WHERE subject_id = $1 AND work = $2 AND token = $3"

_HOLD = {
    work: f"SELECT 1 FROM claims WHERE subject_id = ? AND work = '{work}' AND token = ? FOR UPDATE" for work in get_args(Work)
}


class ClaimWrites(SharingWrites):
    """See `data.sql.sharing`."""

    holder: int | None
    """The number of this process among those that share the database, while its lease lasts."""
    released: list[Claim]
    """Claims given back with the transaction."""

    async def hold(self, claim: Claim) -> None:
        if not await self._lock_rows(_HOLD[claim.work], claim.subject, claim.token):
            raise ClaimLost

    async def release(self, claim: Claim) -> None:
        if not await self._rows(f"{RELEASE} RETURNING 1", claim.subject, claim.work, claim.token):
            raise ClaimLost
        self.released.append(claim)

    async def finish_row(
        self,
        serials: Sequence[int],
        claim: Claim,
        shown: Iterable[tuple[str, int, Posted]],
        *,
        sent: float | None = None,
        hand: float | None = None,
    ) -> Struck:
        """Do what `data.store.Transaction.finish_row` says, in one statement."""
        notes = [message_values(claim.subject, *each) for each in shown]
        began = () if sent is None else (sent, claim.subject, serials[0])
        sql = _finish(len(notes), board=sent is not None)
        values = itertools.chain(strike_values(serials, hand), *notes, began, (claim.subject, claim.work, claim.token))
        ((held, more, text),) = await self._rows(sql, *values)
        if not held:
            raise ClaimLost
        following = stored_rows(text)
        if not following:
            self.released.append(claim)
        return Struck(False, more is not False, following)  # None: all were replaced

    async def announce(self, news: News) -> None:
        await self._later(NOTIFY, CHANNEL, encode(self.holder, news))


@functools.cache
def _finish(notes: int, *, board: bool) -> str:
    """Returns the statement. Queue rows come before the claim, as when a row is claimed, or two processes could deadlock."""
    parts = {"struck": STRIKE, **{f"noted{number}": PUT_MESSAGE for number in range(notes)}}
    before = ["struck"]
    if board:
        parts["began"] = f"{BEGIN_WAITS} RETURNING 1"
        before.append("began")
    last = "".join(f" AND (SELECT count(*) FROM {part}) >= 0" for part in before)
    parts["held"] = f"SELECT subject_id, work FROM claims WHERE subject_id = ? AND work = ? AND token = ?{last} FOR UPDATE"
    parts["released"] = (
        "DELETE FROM claims USING held WHERE claims.subject_id = held.subject_id AND claims.work = held.work"
        " AND NOT EXISTS (SELECT 1 FROM struck WHERE hands IS NOT NULL)"
    )
    said = ", ".join(f"{name} AS ({part})" for name, part in parts.items())
    return (
        f"WITH {said} SELECT (SELECT count(*) FROM held), (SELECT more FROM struck LIMIT 1), (SELECT hands FROM struck LIMIT 1)"
    )


def encode(holder: int | None, news: News) -> str:
    """Returns news as sent to the other processes, with the number of the sender."""
    return f"{holder or 0} {msgspec.json.encode(news).decode()}"


def decode(text: str) -> tuple[int, News]:
    """Returns the sender and the news. Raises ValueError and msgspec.MsgspecError if they are not in our format."""
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
        # One process at a time; reads do not wait.
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
        taken = await self._value(
            f"INSERT INTO logins AS l VALUES ($1, {NOW}) ON CONFLICT (bucket)"
            f" DO UPDATE SET at = {NOW} WHERE l.at + $2 <= {NOW} RETURNING 1",
            *(bucket, seconds),
        )
        if taken is not None:
            return 0.0
        left = await self._value(f"SELECT at + $2 - {NOW} FROM logins WHERE bucket = $1", bucket, seconds)
        return max(0.0, float(left))

    async def logged_in(self, bucket: int) -> None:
        await self._run(
            f"INSERT INTO logins AS l VALUES ($1, {NOW}) ON CONFLICT (bucket) DO UPDATE SET at = greatest(l.at, {NOW})", bucket
        )
