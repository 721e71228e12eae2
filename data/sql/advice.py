"""What the computer player has told people: hints, counted, and reviews of finished games."""

from __future__ import annotations

from data.sql.statements import Statements, insert


class AdviceReads(Statements):
    """What can be read."""

    async def hints(self, number: int) -> dict[int, int]:
        """For how many questions each seat of a table has asked it, where any; by seat, ascending."""
        sql = "SELECT seat, count(*) FROM hints WHERE table_id = ? GROUP BY seat ORDER BY seat"
        return dict(await self._rows(sql, number))

    async def review(self, number: int) -> str | None:
        """What it says of a finished game, JSON; None: it has not said all."""
        review: str | None = await self._value("SELECT result FROM reviews WHERE table_id = ?", number)
        return review

    async def reviews_begun(self, guild: int, since: float) -> list[float]:
        """When the reviews of a server's games were begun, from that time on, earliest first."""
        return await self._column("SELECT begun FROM reviews WHERE guild = ? AND begun >= ? ORDER BY begun", guild, since)


class AdviceWrites(Statements):
    """What can be written."""

    async def add_hint(self, number: int, seat: int, stage: int) -> None:
        """Note that a seat has asked it about the question of this stage; once however often."""
        await self._run("INSERT INTO hints VALUES (?, ?, ?) ON CONFLICT DO NOTHING", number, seat, stage)

    async def begin_review(self, number: int, guild: int, at: float) -> None:
        """Note that it begins to look at a finished game (again)."""
        sql = insert("reviews", "table_id", "guild", "begun")
        await self._run(f"{sql} ON CONFLICT (table_id) DO UPDATE SET begun = excluded.begun, result = NULL", number, guild, at)

    async def drop_review(self, number: int) -> None:
        """Forget that it has begun to look at a game of which it has not said all."""
        await self._run("DELETE FROM reviews WHERE table_id = ? AND result IS NULL", number)

    async def end_review(self, number: int, result: str) -> None:
        """Store what it says of a game whose review was begun."""
        await self._run("UPDATE reviews SET result = ? WHERE table_id = ?", result, number)
