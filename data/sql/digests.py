"""Who gets one message a day, and what it tells."""

# ruff: noqa: S608 - only our own column lists are interpolated; values are always parameters.
import msgspec

from data.records.digests import DigestRecord
from data.sql.statements import Statements, names, upsert
from data.sql.subjects import SubjectWrites

_ALL = f"SELECT {names(DigestRecord)} FROM digests"


class DigestReads(Statements):
    """Read operations."""

    async def digest(self, number: int) -> DigestRecord | None:
        """Returns the daily message with a number; None: there is none."""
        return await self._first(DigestRecord, f"{_ALL} WHERE id = ?", number)

    async def digest_of(self, user: int) -> DigestRecord | None:
        """Returns a person's daily message; None: they have never wanted one."""
        return await self._first(DigestRecord, f'{_ALL} WHERE "user" = ?', user)

    async def digests_due(self, limit: int) -> list[tuple[int, float]]:
        """Returns the daily messages that are due next, earliest first: number and time."""
        sql = "SELECT id, due FROM digests WHERE due IS NOT NULL ORDER BY due, id LIMIT ?"
        return [(number, due) for number, due in await self._rows(sql, limit)]

    async def news_of(self, user: int, since: float) -> list[int]:
        """Returns the tables of a person whose games have begun or ended since then, oldest first."""
        sql = (
            "SELECT tables.id FROM seats JOIN tables ON tables.id = seats.table_id"
            " JOIN journal ON journal.table_id = tables.id AND journal.number = 1"
            """ WHERE seats."user" = ?1 AND ((state = 'over' AND changed >= ?2) OR (state = 'playing' AND journal.at >= ?2))"""
            " ORDER BY tables.id"
        )
        return await self._column(sql, user, since)


class DigestWrites(SubjectWrites):
    """Write operations."""

    async def save_digest(self, row: DigestRecord) -> None:
        """Store a person's daily message; without a number it gets one. The person's settings must be locked."""
        number = row.id or await self.add_subject("digest", 0, 0)
        values = {**msgspec.structs.asdict(row), "id": number}
        await self._run(upsert("digests", ("id",), *DigestRecord.__struct_fields__[1:]), *values.values())
