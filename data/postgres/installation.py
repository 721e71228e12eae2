"""Values that belong to the installation as a whole."""

from __future__ import annotations

from data.postgres.connection import Connected


class InstallationReads(Connected):
    """See `data.store.Reads`."""

    async def value(self, key: str) -> str | None:
        rows = await self._rows("SELECT value FROM meta WHERE key = $1", key)
        return rows[0][0] if rows else None


class InstallationWrites(InstallationReads):
    """See `data.store.Transaction`."""

    async def value(self, key: str) -> str | None:
        # Who reads it in order to change it has it alone until the transaction ends.
        rows = await self._rows("SELECT value FROM meta WHERE key = $1 FOR UPDATE", key)
        return rows[0][0] if rows else None

    async def set_value(self, key: str, value: str) -> None:
        await self._run(
            "INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value", key, value
        )
