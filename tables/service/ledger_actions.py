"""Acts that change no table but are entered in the ledger."""

from data.records import LedgerRow
from tables.rules import ledger
from tables.service.changing import Changing


class LedgerActions(Changing):
    """The ledger: part of `tables.service.service.TableService`."""

    async def note_share(self, user: int, channel: int) -> None:
        """Enter that a person is about to show something to everybody in a channel. Raises TooSoon."""
        row = LedgerRow(user, "share", place=channel)
        await self._transact(lambda tx: ledger.enter(tx, row, self._clock.now()))
