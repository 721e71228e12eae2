"""What somebody had the bot say to others or do for them."""

# ruff: noqa: S608 - the pieces put together are column lists and marks of ours; values are always parameters.
from __future__ import annotations

from collections.abc import Collection

from data.ledger_store import LedgerRow
from data.sqlite.connection import Connected, names

_ROW = names(LedgerRow)


class LedgerReads(Connected):
    """See `data.ledger_store.LedgerReads`."""

    async def ledger_of(self, user: int, since: float) -> list[LedgerRow]:
        sql = f"SELECT {_ROW} FROM ledger WHERE user = ? AND at >= ? ORDER BY at, number"
        return [LedgerRow(*row) for row in await self._rows(sql, (user, since))]

    async def ledger_at(self, place: int, kind: str, since: float) -> list[LedgerRow]:
        sql = f"SELECT {_ROW} FROM ledger WHERE place = ? AND kind = ? AND at >= ? ORDER BY at, number"
        return [LedgerRow(*row) for row in await self._rows(sql, (place, kind, since))]

    async def played_with(self, guild: int, user: int, others: Collection[int]) -> set[int]:
        sql = (
            "SELECT DISTINCT theirs.user FROM results AS mine JOIN results AS theirs ON theirs.table_id = mine.table_id"
            f" WHERE mine.guild = ? AND mine.user = ? AND theirs.user IN ({', '.join('?' for _ in others)})"
        )
        return {row[0] for row in await self._rows(sql, (guild, user, *others))}


class LedgerWrites(Connected):
    """See `data.ledger_store.LedgerWrites`."""

    async def lock_ledger(self, user: int) -> None:
        """Transactions take turns anyway."""

    async def add_to_ledger(self, row: LedgerRow) -> None:
        sql = (
            f"INSERT INTO ledger (number, {_ROW}) SELECT coalesce(max(number), 0) + 1, ?, ?, ?, ?, ? FROM ledger WHERE user = ?"
        )
        await self._db.execute(sql, (row.user, row.kind, row.other, row.place, row.at, row.user))

    async def strike_ledger(self, user: int, kind: str, place: int) -> None:
        newest = "SELECT max(number) FROM ledger WHERE user = ? AND kind = ? AND place = ?"
        await self._db.execute(f"DELETE FROM ledger WHERE user = ? AND number = ({newest})", (user, user, kind, place))

    async def forget_ledger(self, before: float) -> None:
        await self._db.execute("DELETE FROM ledger WHERE at < ?", (before,))
