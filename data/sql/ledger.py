"""What somebody had the bot say to others or do for them, within the last day."""

# ruff: noqa: S608 - the pieces put together are column lists of ours; values are always parameters.
from __future__ import annotations

from collections.abc import Collection

import msgspec

from data.records import LedgerRow
from data.sql.statements import Statements, made, names

_ROW = names(LedgerRow)


class LedgerReads(Statements):
    """What can be read."""

    async def ledger_of(self, user: int, since: float) -> list[LedgerRow]:
        """A person's entries from that time on, oldest first."""
        sql = f'SELECT {_ROW} FROM ledger WHERE "user" = ? AND at >= ? ORDER BY at, number'
        return made(LedgerRow, await self._rows(sql, user, since))

    async def ledger_at(self, place: int, kind: str, since: float) -> list[LedgerRow]:
        """Everybody's entries of a kind at a place from that time on, oldest first."""
        sql = f"SELECT {_ROW} FROM ledger WHERE place = ? AND kind = ? AND at >= ? ORDER BY at, number"
        return made(LedgerRow, await self._rows(sql, place, kind, since))

    async def played_with(self, guild: int, user: int, others: Collection[int]) -> set[int]:
        """Those of the others with whom a person has finished a game in a server."""
        sql = (
            'SELECT DISTINCT theirs."user" FROM results AS mine JOIN results AS theirs ON theirs.table_id = mine.table_id'
            ' WHERE mine.guild = ? AND mine."user" = ? AND theirs."user" IN (??)'
        )
        return set(await self._column(sql, guild, user, list(others)))


class LedgerWrites(Statements):
    """What can be written."""

    async def lock_ledger(self, user: int) -> None:
        """Have one transaction at a time add to this person's entries, until the present one ends."""
        await self._have_alone("ledger", user)

    async def add_to_ledger(self, row: LedgerRow) -> None:
        """Add an entry. The person's entries are locked."""
        sql = (
            f"INSERT INTO ledger (number, {_ROW})"
            ' SELECT coalesce(max(number), 0) + 1, ?1, ?2, ?3, ?4, ?5 FROM ledger WHERE "user" = ?1'
        )
        await self._run(sql, *msgspec.structs.astuple(row))

    async def strike_ledger(self, user: int, kind: str, place: int) -> None:
        """Give back: a person's newest entry of a kind at a place goes, if there is one."""
        newest = 'SELECT max(number) FROM ledger WHERE "user" = ?1 AND kind = ?2 AND place = ?3'
        await self._run(f'DELETE FROM ledger WHERE "user" = ?1 AND number = ({newest})', user, kind, place)

    async def forget_ledger(self, before: float) -> None:
        """Forget all entries before a time."""
        await self._run("DELETE FROM ledger WHERE at < ?", before)
