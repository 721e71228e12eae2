"""What processes that share a store claim, and tell each other."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Work: TypeAlias = Literal["outbox", "thinking", "clock"]
"""Work that only one process at a time does for a subject: sending its rows, asking its computer players, serving its clock."""


class Claim(msgspec.Struct, frozen=True):
    """The right of one process to do some work for a subject, until it gives it back or its lease runs out."""

    subject: int
    work: Work
    token: int
    """Higher than the token of any earlier claim, so a later claim always has a different one."""


class News(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """News from one process to the others. It contains no secrets, only numbers of tables, people, channels and messages."""

    kind: Literal["table", "wishes", "answered", "person", "channel", "fault", "gone"]
    """A table has changed; a list of wishes has changed; a person has a newer private answer; stored data about a person has
    changed; a channel may have become reachable; an internal fault occurred at a table; another process has ended or lost its
    lease, so its claims are free (nobody sends this: each process finds it out).
    """
    table: int = 0
    due: float | None = None
    """Tables: when the clock must look at it next."""
    thinking: bool = False
    """Tables: whether a computer player owes a move."""
    over: bool = False
    """Tables: whether the game has ended, or the lobby was closed."""
    user: int = 0
    channel: int = 0
    message: int = 0
    """Answers: the current message."""
    name: str = ""
    """Answers: the kind."""
