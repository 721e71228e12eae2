"""What people do that changes no table, and is entered in the ledger all the same."""

from __future__ import annotations

from data.records import LedgerRow
from tables.rules import ledger
from tables.service.changing import Changing


class LedgerActions(Changing):
    """Part of `tables.service.service.TableService`."""

    async def note_share(self, user: int, channel: int) -> None:
        """A person is about to have something shown to all in a channel. Raises TooSoon."""
        await self._enter(LedgerRow(user, "share", place=channel))

    async def _enter(self, row: LedgerRow) -> None:
        async def carry_out() -> None:
            async with self._store.transaction() as tx:
                await ledger.enter(tx, row, self._clock.now())

        await self._finish(carry_out())
