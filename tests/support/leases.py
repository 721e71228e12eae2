"""The lease by which a process has its claims."""

from __future__ import annotations

from typing import Any

from data.store import Store


def lease_of(store: Store) -> Any:
    """Returns the lease of a store on PostgreSQL."""
    return store._lease  # type: ignore[attr-defined]
