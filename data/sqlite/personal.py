"""A person's data, forgetting a person, and what is old: see `data.personal`."""

from __future__ import annotations

from typing import Any

from data import personal
from data.sqlite.connection import Connected


class PersonalReads(Connected, personal.PersonalReads):
    """See `data.personal_store.PersonalReads`."""

    async def _ask(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        return await self._rows(sql, values)


class PersonalWrites(PersonalReads, personal.PersonalWrites):
    """See `data.personal_store.PersonalWrites`."""
