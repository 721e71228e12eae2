"""Part of the contract of `data.store`: tournaments."""

from __future__ import annotations

from typing import Protocol

from data.tournament_records import TournamentGame, TournamentRow


class TournamentReads(Protocol):
    """What can be read."""

    async def tournament(self, number: int) -> TournamentRow | None:
        """A tournament with its entrants; None if there is none of that number."""
        ...

    async def tournaments_due(self, limit: int) -> list[tuple[int, float]]:
        """The tournaments the clock must look at, earliest first: number and time; 0 where a game has ended."""
        ...

    async def open_tournaments(self, guild: int) -> list[int]:
        """The tournaments of a server that have not ended, oldest first."""
        ...

    async def finished_tournaments(self, guild: int, limit: int, user: int | None = None) -> list[int]:
        """The tournaments of a server that were played to their end, newest first; `user`: in which they took part."""
        ...

    async def tournaments_of(self, user: int) -> list[int]:
        """The tournaments that have not ended and that a person takes part in, oldest first."""
        ...

    async def tournament_games(self, tournament: int) -> list[TournamentGame]:
        """The tables of a tournament, in the order of rounds and games."""
        ...

    async def tournament_game(self, table: int) -> TournamentGame | None:
        """Which game of a tournament is played at a table; None: none."""
        ...


class TournamentWrites(Protocol):
    """What can be written."""

    async def save_tournament(self, row: TournamentRow) -> None:
        """Store a tournament and its entrants, in the place of what was stored of it. Who does so has had `table_version` of
        its number first, so that nobody else changes it meanwhile.
        """
        ...

    async def add_tournament_game(self, row: TournamentGame) -> None:
        """Note at which table a game of a tournament is played."""
        ...

    async def end_tournament_game(self, table: int, *, ended: bool) -> None:
        """Note that the game of a table has ended, if it is one of a tournament; not `ended`: the tournament has noted it."""
        ...
