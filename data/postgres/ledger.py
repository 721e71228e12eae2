"""What somebody had the bot say to others or do for them."""

# ruff: noqa: S608 - the pieces put together are column lists of ours; values are always parameters.
from __future__ import annotations

from collections.abc import Collection

from data.ledger_store import LedgerRow
from data.postgres.connection import Connected

_ROW = '"user", kind, other, place, at'


class LedgerReads(Connected):
    """See `data.ledger_store.LedgerReads`."""

    async def ledger_of(self, user: int, since: float) -> list[LedgerRow]:
        sql = f'SELECT {_ROW} FROM ledger WHERE "user" = $1 AND at >= $2 ORDER BY at, number'
        return [LedgerRow(*row) for row in await self._rows(sql, user, since)]

    async def ledger_at(self, place: int, kind: str, since: float) -> list[LedgerRow]:
        sql = f"SELECT {_ROW} FROM ledger WHERE place = $1 AND kind = $2 AND at >= $3 ORDER BY at, number"
        return [LedgerRow(*row) for row in await self._rows(sql, place, kind, since)]

    async def played_with(self, guild: int, user: int, others: Collection[int]) -> set[int]:
        sql = (
            'SELECT DISTINCT theirs."user" FROM results AS mine JOIN results AS theirs ON theirs.table_id = mine.table_id'
            ' WHERE mine.guild = $1 AND mine."user" = $2 AND theirs."user" = ANY ($3::bigint[])'
        )
        return {row[0] for row in await self._rows(sql, guild, user, list(others))}


class LedgerWrites(Connected):
    """See `data.ledger_store.LedgerWrites`."""

    async def lock_ledger(self, user: int) -> None:
        await self._rows("SELECT pg_advisory_xact_lock($1)", user)

    async def add_to_ledger(self, row: LedgerRow) -> None:
        sql = (
            f"INSERT INTO ledger (number, {_ROW})"
            ' SELECT coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5 FROM ledger WHERE "user" = $1'
        )
        await self._run(sql, row.user, row.kind, row.other, row.place, row.at)

    async def strike_ledger(self, user: int, kind: str, place: int) -> None:
        newest = 'SELECT max(number) FROM ledger WHERE "user" = $1 AND kind = $2 AND place = $3'
        await self._run(f'DELETE FROM ledger WHERE "user" = $1 AND number = ({newest})', user, kind, place)

    async def forget_ledger(self, before: float) -> None:
        await self._run("DELETE FROM ledger WHERE at < $1", before)
