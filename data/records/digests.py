"""Rows of daily messages."""

from __future__ import annotations

import msgspec


class DigestRecord(msgspec.Struct, frozen=True, kw_only=True):
    """That a person gets one message a day."""

    id: int = 0
    """Its number, which is that of its subject; 0: it is not stored yet."""
    user: int
    due: float | None
    """When the next one is; None: they no longer want it."""
    since: float
    """Until when the last one told."""
