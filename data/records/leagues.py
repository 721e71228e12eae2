"""Rows of leagues."""

from __future__ import annotations

import msgspec


class LeagueRow(msgspec.Struct, frozen=True, kw_only=True):
    """A league. `tables.leagues.league` explains the text."""

    id: int
    """Its number, which is that of its subject; 0: it is not stored yet."""
    guild: int
    host: int
    state: str
    """`open`, `running` if a season is played, or `over`."""
    language: str
    changed: float
    due: float | None
    """When the clock must look at it next."""
    document: str
    """All other fields, as JSON."""
    secret: bytes
    """The bot's part of the seeds of its next season."""
    channel: int
    """Where it is told."""
    version: int = 0
    """Rises with each change."""


class LeaguePlayerRow(msgspec.Struct, frozen=True):
    """Somebody who has signed up for a league's next season, or would stand in during one."""

    user: int
    name: str
    since: float
