"""Part of the contract of `data.store`: what somebody had the bot say to others or do for them, within the last day."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

import msgspec


class LedgerRow(msgspec.Struct, frozen=True):
    """One entry of the ledger."""

    user: int
    """Whose act it was."""
    kind: str
    """A kind of `tables.rules.ledger`."""
    other: int = 0
    """The person it was said to; 0: nobody in particular."""
    place: int = 0
    """The table, channel or server it belongs to, as the kind says; 0: the table that is stored with it."""
    at: float = 0.0


class LedgerReads(Protocol):
    """What can be read."""

    async def ledger_of(self, user: int, since: float) -> list[LedgerRow]:
        """A person's entries from that time on, oldest first."""
        ...

    async def ledger_at(self, place: int, kind: str, since: float) -> list[LedgerRow]:
        """Everybody's entries of a kind at a place from that time on, oldest first."""
        ...

    async def played_with(self, guild: int, user: int, others: Collection[int]) -> set[int]:
        """Those of the others with whom a person has finished a game in a server."""
        ...


class LedgerWrites(Protocol):
    """What can be written."""

    async def lock_ledger(self, user: int) -> None:
        """Have one transaction at a time add to this person's entries, until the present one ends."""
        ...

    async def add_to_ledger(self, row: LedgerRow) -> None:
        """Add an entry. The person's entries are locked."""
        ...

    async def strike_ledger(self, user: int, kind: str, place: int) -> None:
        """Give back: a person's newest entry of a kind at a place goes, if there is one."""
        ...

    async def forget_ledger(self, before: float) -> None:
        """Forget all entries before a time."""
        ...
