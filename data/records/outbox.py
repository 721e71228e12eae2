"""Rows of the outbox, and of the subjects that they are about."""

from __future__ import annotations

import msgspec


class OutboxLoad(msgspec.Struct, frozen=True):
    """How much is waiting in the outbox."""

    rows: int
    earliest: float | None
    """The earliest due time; None: there are no rows."""


class OutboxRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A row for the outbox."""

    key: str
    """The row replaces an unsent row of the same subject with this key."""
    kind: str
    payload: str
    """JSON."""
    due: float
    """The row is not sent before this time."""
    beside: bool = False
    """The row waits beside its subject's queue and blocks nothing."""
    after: float | None = None
    """Its time starts when the table's board has been sent, and lasts this many seconds."""


class StoredOutboxRow(msgspec.Struct, frozen=True):
    """A row of the outbox as stored."""

    serial: int
    """Its position in the queue; new when it is replaced."""
    id: int
    """Unchanged when it is replaced."""
    subject_id: int
    kind: str
    payload: str
    due: float
    attempts: int


class SubjectRow(msgspec.Struct, frozen=True):
    """What Discord is told about: a table, a tournament, the seasons of a server, who looks for a game in a channel."""

    id: int
    kind: str
    guild: int
    channel: int
    """Where it is told."""
    version: int
    """Rises with each change."""


class Struck(msgspec.Struct, frozen=True):
    """What remains of a subject's queue after a row was deleted."""

    waits: bool
    """Whether a row beside the queue was waiting for it (see `OutboxWrites.begin_waits`)."""
    more: bool
    """Whether there are other rows; also true if nothing was deleted because all were replaced."""
    hands: tuple[StoredOutboxRow, ...] = ()
    """The hands at the head of the queue that are due."""
