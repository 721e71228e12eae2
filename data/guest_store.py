"""Part of the contract of `data.store`: who is never seated with whom, and who wants to be told of new tables."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from data.records import SubscriberRow


class GuestReads(Protocol):
    """What can be read."""

    async def blocked_by(self, user: int) -> list[int]:
        """The people whom this person has blocked, in the order of their ids."""
        ...

    async def at_odds(self, users: Collection[int], others: Collection[int]) -> bool:
        """Whether anybody of the first has blocked anybody of the second, or the other way round."""
        ...

    async def subscriptions_of(self, user: int, guild: int) -> list[str]:
        """The games (keys, sorted) of which this person wants to be told when a table of this server is opened."""
        ...

    async def subscribers(self, guild: int, game: str) -> list[SubscriberRow]:
        """Who wants to be told of a new table, whoever was told longest ago first."""
        ...


class GuestWrites(Protocol):
    """What can be written."""

    async def set_block(self, user: int, other: int, at: float | None) -> None:
        """Have one person blocked by another since a time; None: no more."""
        ...

    async def set_subscriptions(self, user: int, guild: int, games: Collection[str]) -> None:
        """The games of which a person wants to be told in a server, in the place of those before."""
        ...

    async def note_called(self, users: Collection[int], at: float) -> None:
        """Note that these people have been told of a new table."""
        ...
