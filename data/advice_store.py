"""Stored operations about what the computer player has told people: part of `data.store`."""

from __future__ import annotations

from typing import Protocol


class AdviceReads(Protocol):
    """What can be read."""

    async def hints(self, number: int) -> dict[int, int]:
        """For how many questions each seat of a table has asked it, where any; by seat, ascending."""
        ...

    async def review(self, number: int) -> str | None:
        """What it says of a finished game, JSON; None: it has not said all."""
        ...

    async def reviews_begun(self, guild: int, since: float) -> list[float]:
        """When the reviews of a server's games were begun, from that time on, earliest first."""
        ...


class AdviceWrites(Protocol):
    """What can be written."""

    async def add_hint(self, number: int, seat: int, stage: int) -> None:
        """Note that a seat has asked it about the question of this stage; once however often."""
        ...

    async def begin_review(self, number: int, guild: int, at: float) -> None:
        """Note that it begins to look at a finished game (anew)."""
        ...

    async def drop_review(self, number: int) -> None:
        """Forget that it has begun to look at a game of which it has not said all."""
        ...

    async def end_review(self, number: int, result: str) -> None:
        """Store what it says of a game whose review was begun."""
        ...
