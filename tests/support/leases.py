"""The lease by which a process has its claims."""

from __future__ import annotations

from typing import Any

from data.store import Store
from tests.support.raw_sql import run


def lease_of(store: Store) -> Any:
    """Returns the lease of a store on PostgreSQL."""
    return store._lease  # type: ignore[attr-defined]


async def lose_lease(store: Store) -> None:
    """Act as if the process had slept past its lease: the database thinks so, and so does the process."""
    lease = lease_of(store)
    async with store.transaction() as tx:
        await run(tx, "UPDATE leases SET until = 0 WHERE id = $1", lease.holder)
    lease._believed = 0.0


def break_connection(store: Store) -> None:
    """Let the lease see the end of its connection."""
    lease_of(store)._broken.set()
