"""What the computer player has told people: hints, counted, and reviews of finished games."""

from __future__ import annotations

from data.postgres.connection import Connected


class AdviceReads(Connected):
    """See `data.store.Reads`."""

    async def hints(self, number: int) -> dict[int, int]:
        sql = "SELECT seat, count(*) FROM hints WHERE table_id = $1 GROUP BY seat ORDER BY seat"
        return {row[0]: row[1] for row in await self._rows(sql, number)}

    async def review(self, number: int) -> str | None:
        rows = await self._rows("SELECT result FROM reviews WHERE table_id = $1", number)
        return rows[0][0] if rows else None

    async def reviews_begun(self, guild: int, since: float) -> list[float]:
        sql = "SELECT begun FROM reviews WHERE guild = $1 AND begun >= $2 ORDER BY begun"
        return [row[0] for row in await self._rows(sql, guild, since)]


class AdviceWrites(Connected):
    """See `data.store.Transaction`."""

    async def add_hint(self, number: int, seat: int, stage: int) -> None:
        sql = "INSERT INTO hints VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
        await self._run(sql, number, seat, stage)

    async def begin_review(self, number: int, guild: int, at: float) -> None:
        sql = (
            "INSERT INTO reviews VALUES ($1, $2, $3, NULL)"
            " ON CONFLICT (table_id) DO UPDATE SET begun = excluded.begun, result = NULL"
        )
        await self._run(sql, number, guild, at)

    async def drop_review(self, number: int) -> None:
        await self._run("DELETE FROM reviews WHERE table_id = $1 AND result IS NULL", number)

    async def end_review(self, number: int, result: str) -> None:
        sql = "UPDATE reviews SET result = $1 WHERE table_id = $2"
        await self._run(sql, result, number)
