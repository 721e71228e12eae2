"""What people do that changes no table, and is entered in the ledger all the same."""

from data.records import LedgerRow
from tables.rules import ledger
from tables.service.changing import Changing


class LedgerActions(Changing):
    """Part of `tables.service.service.TableService`."""

    async def note_share(self, user: int, channel: int) -> None:
        """A person is about to have something shown to all in a channel. Raises TooSoon."""
        row = LedgerRow(user, "share", place=channel)
        await self._transact(lambda tx: ledger.enter(tx, row, self._clock.now()))
