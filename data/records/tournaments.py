"""Rows of tournaments."""

from __future__ import annotations

import msgspec


class EntrantRow(msgspec.Struct, frozen=True):
    """A person who takes part in a tournament, waits for a place, or was removed from it."""

    number: int
    """From 0 in each tournament: the index in `Tournament.entrants`, which rounds use for people; after them, all others."""
    user: int
    name: str
    withdrawn: bool = False
    status: str = ""
    """`reserve` or `removed` (`tables.tournaments.tournament`); "": they take part, or have left."""


class TournamentRow(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament. `tables.tournaments.tournament` explains the texts."""

    id: int
    """Its number, which is that of its subject; 0: it is not stored yet."""
    guild: int
    state: str
    """`lobby`, `running`, `over` or `cancelled`."""
    game: str
    host: int
    language: str
    changed: float
    rules: str
    """JSON."""
    rounds: str
    """JSON."""
    due: float | None
    """When the clock must look at it next."""
    league: int | None = None
    """The league of which it is a division; None: it is none."""
    secret: bytes
    """The bot's part of the seeds of its games."""
    document: str
    """All other fields, as JSON."""
    channel: int
    """Where it is told."""
    version: int = 0
    """Rises with each change."""
    entrants: tuple[EntrantRow, ...] = ()


class TournamentGame(msgspec.Struct, frozen=True):
    """The table of a game of a tournament."""

    table_id: int
    tournament: int
    round: int
    """From 0."""
    number: int
    """The index among the round's games, from 0."""
    ended: bool = False
    """The game has ended, and the tournament has not recorded it yet."""
