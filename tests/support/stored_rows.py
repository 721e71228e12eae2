"""A table and its seats as they are stored, for tests of stores."""

from __future__ import annotations

from typing import Any

import msgspec

from data.records.tables import SeatRow, TableRow
from data.store import Store

TABLE = TableRow(
    id=0, guild=1, channel=2, game="coins", options="{}", pace="none", language="en", state="lobby", host=11, changed=1.0,
    version=1, seed=b"", stage=0, number=0, due=None, thinking=False, document='{"created":1.0,"rules_version":1}',
)  # fmt: skip
SEATS = [SeatRow(0, 11, "Anna", None, False, 0), SeatRow(1, None, "Wacław", "easy", False, 2)]


async def new(store: Store, **changes: Any) -> int:
    async with store.transaction() as tx:
        return await tx.save_table(msgspec.structs.replace(TABLE, **changes), SEATS, None)
