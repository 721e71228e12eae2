"""How games ended, and which interactions were carried out."""

# ruff: noqa: S608 - the pieces put together are column lists and conditions of ours; values are always parameters.
from __future__ import annotations

from collections.abc import Iterable

import msgspec

from data.errors import Repeated
from data.records import ResultRow, SeriesRow, UncountedRow
from data.sql.statements import Statements, insert, made


class ResultReads(Statements):
    """What can be read."""

    async def uncounted(self, guild: int, game: str | None) -> UncountedRow:
        """How many finished games of a server (of one game, or all) no leaderboard counts, and why."""
        one_game = "" if game is None else " AND game = ?"
        sql = (
            "SELECT count(*) FILTER (WHERE void), count(*) FILTER (WHERE NOT void AND friendly),"
            " count(*) FILTER (WHERE NOT void AND NOT friendly AND computers) FROM (SELECT bool_or(void) AS void,"
            " bool_or(friendly) AS friendly, bool_or(computers) AS computers FROM results"
            f" WHERE guild = ?{one_game} GROUP BY table_id HAVING NOT bool_or(rated)) AS games"
        )
        return UncountedRow(*(await self._rows(sql, *((guild,) if game is None else (guild, game))))[0])

    async def series(self, first: int) -> list[SeriesRow]:
        """Each person's games of the series that this table began, in their order of `user`; what was void is left out."""
        last = (
            'SELECT name FROM results AS last WHERE last.series = ?1 AND last."user" = results."user" AND last.void = false'
            " ORDER BY last.at DESC LIMIT 1"
        )
        sql = (
            f'SELECT "user", ({last}), count(*), count(*) FILTER (WHERE place = 1) FROM results'
            ' WHERE series = ?1 AND void = false GROUP BY "user" ORDER BY "user"'
        )
        return made(SeriesRow, await self._rows(sql, first))

    async def durations(self, guild: int, game: str, pace: str, limit: int) -> list[float]:
        """Seconds from start to end of the newest games of a server, game and pace that were played to their end, newest
        first.
        """
        sql = (
            "SELECT tables.changed - journal.at FROM tables JOIN journal ON journal.table_id = tables.id AND journal.number = 1"
            " WHERE guild = ? AND game = ? AND pace = ? AND state = 'over' AND closed IS NULL"
            " ORDER BY tables.id DESC LIMIT ?"
        )
        return await self._column(sql, guild, game, pace, limit)

    async def table_of_request(self, request: int) -> int | None:
        """The table that an interaction changed already."""
        table: int | None = await self._value("SELECT table_id FROM requests WHERE id = ?", request)
        return table


class ResultWrites(Statements):
    """What can be written."""

    async def add_results(self, rows: Iterable[ResultRow]) -> None:
        """Store how a game ended for each of its people."""
        await self._run_each(insert("results", *ResultRow.__struct_fields__), map(msgspec.structs.astuple, rows))

    async def remember_request(self, request: int, number: int, at: float) -> None:
        """Note that an interaction is carried out at a table. Raises Repeated, by the commit at the latest, where it was
        already (by whatever process).
        """
        # Where another process is just carrying out the same, this waits until it is through.
        sql = f"{insert('requests', 'id', 'table_id', 'at')} ON CONFLICT DO NOTHING"
        await self._later(sql, request, number, at, unless=Repeated)

    async def forget_requests(self, before: float) -> None:
        """Forget interactions carried out before that time."""
        await self._run("DELETE FROM requests WHERE at < ?", before)
