"""Keys to the pages on which people play."""

# ruff: noqa: S608 - only our own column lists are interpolated; values are always parameters.
import msgspec

from data.records.people import PageKeyRow
from data.sql.statements import Statements, insert, names, to_structs

_KEY = f"SELECT {names(PageKeyRow)} FROM page_keys"


class PageKeyReads(Statements):
    """Read operations."""

    async def page_key(self, digest: str) -> PageKeyRow | None:
        """Returns a key by its hash; None if there is none."""
        return await self._first(PageKeyRow, f"{_KEY} WHERE digest = ?", digest)

    async def page_sessions(self, user: int, now: float) -> list[PageKeyRow]:
        """Returns a person's sessions, the newest first."""
        sql = f'{_KEY} WHERE "user" = ? AND once = 0 AND until > ? ORDER BY at DESC, digest'
        return to_structs(PageKeyRow, await self._rows(sql, user, now))

    async def count_sessions(self, now: float) -> int:
        """Returns how many sessions there are."""
        ((found,),) = await self._rows("SELECT count(*) FROM page_keys WHERE once = 0 AND until > ?", now)
        return int(found)


class PageKeyWrites(PageKeyReads):
    """Write operations."""

    async def add_page_key(self, row: PageKeyRow) -> None:
        """Store a key."""
        await self._run(insert("page_keys", *PageKeyRow.__struct_fields__), *msgspec.structs.astuple(row))

    async def use_page_key(self, digest: str) -> PageKeyRow | None:
        """Remove a key that is good once, and return it; None if there is none."""
        sql = f"DELETE FROM page_keys WHERE digest = ? AND once = 1 RETURNING {names(PageKeyRow)}"
        found = to_structs(PageKeyRow, await self._rows(sql, digest))
        return found[0] if found else None

    async def prolong_session(self, digest: str, until: float) -> None:
        """Move the end of a session on."""
        await self._run("UPDATE page_keys SET until = ? WHERE digest = ? AND once = 0", until, digest)

    async def end_sessions(self, user: int) -> None:
        """Remove a person's keys."""
        await self._run('DELETE FROM page_keys WHERE "user" = ?', user)

    async def forget_page_keys(self, before: float) -> None:
        """Delete the keys that ended before this time."""
        await self._run("DELETE FROM page_keys WHERE until < ?", before)
