"""Values that belong to the installation as a whole."""

from __future__ import annotations

from data.sqlite.connection import Connected


class InstallationReads(Connected):
    """See `data.store.Reads`."""

    async def value(self, key: str) -> str | None:
        rows = await self._rows("SELECT value FROM meta WHERE key = ?", (key,))
        return rows[0][0] if rows else None


class InstallationWrites(Connected):
    """See `data.store.Transaction`."""

    async def set_value(self, key: str, value: str) -> None:
        await self._db.execute("INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", (key, value))
