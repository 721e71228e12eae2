"""Claims where there is one process: kept in memory, never lost."""

from __future__ import annotations

import itertools

from data.errors import ClaimLost
from data.records import Claim, News, Work
from data.sql.sharing import SharingWrites


class Claims:
    """Who works on what in this process."""

    def __init__(self) -> None:
        self._held: dict[tuple[int, Work], int] = {}
        self._tokens = itertools.count(1)

    def take(self, table: int, work: Work) -> Claim | None:
        """See `data.store.Store.claim`."""
        if (table, work) in self._held:
            return None
        token = self._held[table, work] = next(self._tokens)
        return Claim(table, work, token)

    def has(self, claim: Claim) -> bool:
        """Whether this is the claim that was given last, and not given back."""
        return self._held.get((claim.table, claim.work)) == claim.token

    def end(self, claim: Claim) -> None:
        """Give it back."""
        if self.has(claim):
            del self._held[claim.table, claim.work]


class ClaimWrites(SharingWrites):
    """See `data.sql.sharing`."""

    claims: Claims
    released: list[Claim]
    """Given back when the transaction is committed: before that others would still see what was done under them as undone."""

    async def hold(self, claim: Claim) -> None:
        if not self.claims.has(claim):
            raise ClaimLost

    async def release(self, claim: Claim) -> None:
        await self.hold(claim)
        self.released.append(claim)

    async def announce(self, news: News) -> None:
        """There is nobody else."""
