"""What is stored of tournaments, as plain rows; see `data.records`."""

from __future__ import annotations

import msgspec


class EntrantRow(msgspec.Struct, frozen=True):
    """Somebody who takes part in a tournament."""

    number: int
    """From 0 in each tournament; its rounds name people by it."""
    user: int
    name: str
    withdrawn: bool


class TournamentRow(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament: what its row among the tables does not say. `tables.tournaments.tournament` says what the texts mean."""

    table_id: int
    """Its number: a table without a game of its own."""
    guild: int
    state: str
    """`lobby`, `running`, `over` or `cancelled`."""
    rules: str
    """JSON."""
    rounds: str
    """JSON."""
    due: float | None
    """When the clock must look at it next."""
    entrants: tuple[EntrantRow, ...] = ()


class TournamentGame(msgspec.Struct, frozen=True):
    """The table of a game of a tournament."""

    table_id: int
    tournament: int
    round: int
    """From 0."""
    number: int
    """Which of the round's games, from 0."""
    ended: bool = False
    """The game has ended, and the tournament has not noted it yet."""
