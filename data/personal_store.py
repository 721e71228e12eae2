"""Part of the contract of `data.store`: a person's data, forgetting a person, and what is old."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol


class PersonalReads(Protocol):
    """What can be read."""

    async def personal(self, user: int) -> dict[str, list[dict[str, Any]]]:
        """All rows about a person, by table (`data.personal`), with the moves that they have made."""
        ...

    async def asked_for_data(self, user: int, kind: str) -> float | None:
        """When a person asked last for their data (`export`), or to be forgotten (`erase`); None: not lately."""
        ...

    async def has_history(self, table: int) -> bool:
        """Whether the journal of a table is still there."""
        ...

    async def old_lobbies(self, before: float, limit: int) -> list[int]:
        """Tables that were closed before that time and never became a game."""
        ...

    async def old_games(self, before: float, limit: int) -> list[int]:
        """Games that ended before that time whose history is still there."""
        ...

    async def lobbies_with_guest(self, user: int) -> list[int]:
        """The lobbies whose guest lists may name a person."""
        ...

    async def departed_servers(self, before: float) -> list[int]:
        """The servers that the bot left before that time, and is not in again."""
        ...

    async def known_servers(self) -> list[int]:
        """The servers of which something is kept, in order, but for those that the bot has left."""
        ...

    async def tables_of_server(self, guild: int, limit: int) -> list[int]:
        """Some of all tables of a server, newest first."""
        ...


class PersonalWrites(Protocol):
    """What can be written."""

    async def note_data_request(self, user: int, kind: str, at: float) -> None:
        """Note that a person has asked for their data, or to be forgotten."""
        ...

    async def forget_data_requests(self, before: float) -> None:
        """Forget who asked before that time."""
        ...

    async def forget_person(self, user: int, stand_in: int, names: Mapping[str, str]) -> list[int]:
        """Have a stand-in take a person's place in everything, under a name by language; what was theirs alone goes. The tables
        that were changed by it, each a version later.
        """
        ...

    async def forget_history(self, table: int) -> None:
        """Forget how a game went: its journal and where its messages stand."""
        ...

    async def forget_table(self, table: int) -> None:
        """Forget a table and all that belongs to it."""
        ...

    async def forget_server(self, guild: int) -> None:
        """Forget all that is stored of a server beside its tables."""
        ...

    async def note_departure(self, guild: int, at: float | None) -> None:
        """Note that the bot has left a server; None: it is there again."""
        ...
