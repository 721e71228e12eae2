"""What people write down for themselves at a table. It is in none of the table's values, so that nobody else gets it."""

from tables.errors import NotSeated
from tables.service.changing import Changing

LONGEST = 500
"""Maximum characters of a person's notes at a table."""


class Notes(Changing):
    """Notes: part of `tables.service.service.TableService`."""

    async def read(self, table: int, user: int) -> str:
        """Returns a person's notes at a table; "" if there are none."""
        return await self._store.notes(table, user)

    async def write(self, table: int, user: int, text: str) -> str:
        """Replace a person's notes at a table where they sit, and return them as stored. Raises NotSeated."""
        if (await self._table_store.read(table, anyway=True)).table.seat_of(user) is None:
            raise NotSeated("tables.refusal.not-seated")
        kept = text.replace("\0", "").encode("utf-8", "replace").decode().strip()[:LONGEST]
        await self._transact(lambda tx: tx.set_notes(table, user, kept))
        return kept
