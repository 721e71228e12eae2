"""The claim that a task works under. Once the claim is lost, the task's writes and its requests to Discord are refused.

If several processes share the store, only one of them at a time sends the outbox rows of a subject (`data.store`). A process
that has slept past its lease notices it here, before each request (`ensure`) and at each write (`transaction`). By then another
process may have taken over.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import Context, ContextVar, copy_context
from typing import Any

from data.errors import ClaimLost
from data.records.messages import Noted
from data.records.processes import Claim
from data.store import Store, Transaction

log = logging.getLogger(__name__)

GRACE_SECONDS = 0.25
"""Seconds, one to two times this, for which other processes leave a changed table to the one that changed it."""

POLL_SECONDS = 5.0
"""Seconds between polls for work that was not announced to this process, or that another one has left."""


class Under:
    """Work under a claim."""

    def __init__(self, store: Store, claim: Claim) -> None:
        self.store = store
        self.claim = claim
        self.noted: Noted | None = None
        """What is noted of the table's messages; None: it must be read (again)."""
        self.cleaned: list[int] = []
        """Retired messages that have been cleaned up, to be recorded together with the row's outcome."""


_under: ContextVar[Under | None] = ContextVar("claim", default=None)


@contextmanager
def under(store: Store, claim: Claim) -> Iterator[Under]:
    """Run the block, including the tasks it starts, under the claim."""
    work = Under(store, claim)
    token = _under.set(work)
    try:
        yield work
    finally:
        _under.reset(token)


def free() -> Context:
    """Returns a copy of this task's context without a claim, for a task that outlives the one that starts it."""
    context = copy_context()
    context.run(_under.set, None)
    return context


async def give_back(store: Store, claim: Claim) -> None:
    """Give a claim back. If the store is down it stays under our lease, and can be taken again: an error here would take the
    place of what ends the task, and a cancelled task would go on.
    """
    try:
        await store.give_back(claim)
    except Exception:
        log.exception("cannot release a claim")


def apart(work: Coroutine[Any, Any, None], tasks: set[asyncio.Task[None]]) -> None:
    """Run work in a separate task, kept in `tasks`, without a claim: the claim of the row that starts it ends with the row."""
    task = asyncio.create_task(work, context=free())
    tasks.add(task)
    task.add_done_callback(tasks.discard)


def of(subject: int) -> Under | None:
    """Returns the work of this task, if it is under a claim of this subject."""
    work = _under.get()
    return work if work is not None and work.claim.subject == subject else None


def ensure() -> None:
    """Raises ClaimLost if this task works under a claim that another process may hold by now."""
    work = _under.get()
    if work is not None and not work.store.holds(work.claim):
        raise ClaimLost


@asynccontextmanager
async def transaction(store: Store) -> AsyncIterator[Transaction]:
    """Open a transaction of the store. Raises ClaimLost, as `ensure` does, and then changes nothing."""
    work = _under.get()
    async with store.transaction() as tx:
        if work is not None:
            await tx.hold(work.claim)
        yield tx
