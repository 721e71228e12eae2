"""What the computer player has told people: hints, counted, and reviews of finished games."""

from __future__ import annotations

from data.sqlite.connection import Connected


class AdviceReads(Connected):
    """See `data.store.Reads`."""

    async def hints(self, number: int) -> dict[int, int]:
        sql = "SELECT seat, count(*) FROM hints WHERE table_id = ? GROUP BY seat ORDER BY seat"
        return {row[0]: row[1] for row in await self._rows(sql, (number,))}

    async def review(self, number: int) -> str | None:
        rows = await self._rows("SELECT result FROM reviews WHERE table_id = ?", (number,))
        return rows[0][0] if rows else None

    async def reviews_begun(self, guild: int, since: float) -> list[float]:
        sql = "SELECT begun FROM reviews WHERE guild = ? AND begun >= ? ORDER BY begun"
        return [row[0] for row in await self._rows(sql, (guild, since))]


class AdviceWrites(Connected):
    """See `data.store.Transaction`."""

    async def add_hint(self, number: int, seat: int, stage: int) -> None:
        sql = "INSERT INTO hints VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        await self._db.execute(sql, (number, seat, stage))

    async def begin_review(self, number: int, guild: int, at: float) -> None:
        sql = (
            "INSERT INTO reviews VALUES (?, ?, ?, NULL)"
            " ON CONFLICT (table_id) DO UPDATE SET begun = excluded.begun, result = NULL"
        )
        await self._db.execute(sql, (number, guild, at))

    async def drop_review(self, number: int) -> None:
        await self._db.execute("DELETE FROM reviews WHERE table_id = ? AND result IS NULL", (number,))

    async def end_review(self, number: int, result: str) -> None:
        sql = "UPDATE reviews SET result = ? WHERE table_id = ?"
        await self._db.execute(sql, (result, number))
