"""A person's data, forgetting a person, and what is old: see `data.personal`."""

from __future__ import annotations

import itertools
import re
from typing import Any

from data import personal
from data.postgres.connection import Connected


class PersonalReads(Connected, personal.PersonalReads):
    """See `data.personal_store.PersonalReads`."""

    async def _ask(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        numbers = itertools.count(1)
        return await self._rows(re.sub(r"\?", lambda _: f"${next(numbers)}", sql), *values)


class PersonalWrites(PersonalReads, personal.PersonalWrites):
    """See `data.personal_store.PersonalWrites`."""
