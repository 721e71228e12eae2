"""Rows of people who look for a game."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

WishEnd: TypeAlias = Literal[
    "stopped", "changed", "time", "silent", "declined", "seated", "excluded", "refused", "unreached", "gone"
]
"""How a wish for a game has ended: its person has stopped or changed it; its time is over; they have left a question without an
answer, or declined; they sit at a table; they may not sit there any more; no table could be opened; or nobody could ask them.
"""


class WishListRow(msgspec.Struct, frozen=True, kw_only=True):
    """The people who look for a game in one channel. `tables.matchmaking.wishes` explains the text."""

    id: int
    """Its number, which is that of its subject; 0: it is not stored yet."""
    guild: int
    language: str
    due: float | None
    """When the clock must look at it next."""
    document: str
    """All other fields, as JSON."""
    channel: int
    """Where it is told."""
    version: int = 0
    """Rises with each change."""


class WishRow(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody who looks for a game would play. `tables.matchmaking.wishes` explains the text."""

    subject_id: int
    """The list."""
    number: int
    """From 1 in each list."""
    user: int
    name: str
    since: float
    until: float
    ended: float | None = None
    """When it ended; None: it has not."""
    how: WishEnd | None = None
    document: str
    """All other fields, as JSON."""


class WaitRow(msgspec.Struct, frozen=True):
    """How long somebody has waited until they were asked about a game."""

    subject_id: int
    number: int
    """The number of the wish."""
    speed: str
    at: float
    """When they were asked."""
    seconds: float
