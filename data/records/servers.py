"""Rows about servers."""

from __future__ import annotations

import msgspec


class ServerLogRow(msgspec.Struct, frozen=True):
    """An entry of a server's log, for its managers."""

    number: int
    """Rises by one with each entry of the server."""
    at: float
    user: int
    """The user who did it."""
    what: str
    """A key."""
    about: str
    """JSON: texts by name."""


class ExclusionRow(msgspec.Struct, frozen=True):
    """A person who may not sit at a server's tables."""

    user: int
    until: float
    by: int
    """The user who decided it."""
    reason: str
