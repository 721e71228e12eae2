"""Under which claim something is done: what a task writes is refused, and what it asks of Discord not sent, once that is lost.

Where several processes share the store, telling Discord the rows of a table is the work of one of them at a time
(`data.store`). A process that has slept past its lease finds out here, before each request (`ensure`) and with each thing it
writes (`transaction`): another one goes on with the work.
"""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import Context, ContextVar, copy_context
from typing import Any

from data.errors import ClaimLost
from data.records import Claim, Noted
from data.store import Store, Transaction

GRACE_SECONDS = 0.25
"""Seconds, once to twice, that a process leaves to the one that has changed a table to go on with it, before it looks."""

POLL_SECONDS = 5.0
"""Seconds after which a process looks by itself for work that nobody has told it of, or that another has left."""


class Under:
    """Work under a claim."""

    def __init__(self, store: Store, claim: Claim) -> None:
        self.store = store
        self.claim = claim
        self.noted: Noted | None = None
        """What is noted of the table's messages; None: it has to be read (again)."""
        self.cleaned: list[int] = []
        """Retired messages that need nothing any more, to be noted with what comes of the row."""


_under: ContextVar[Under | None] = ContextVar("claim", default=None)


@contextmanager
def under(store: Store, claim: Claim) -> Iterator[Under]:
    """What this task (and those it starts) does in the block is done under the claim."""
    work = Under(store, claim)
    token = _under.set(work)
    try:
        yield work
    finally:
        _under.reset(token)


def free() -> Context:
    """The context of this task, but under no claim: for a task that goes on when what has started it is through."""
    context = copy_context()
    context.run(_under.set, None)
    return context


def apart(work: Coroutine[Any, Any, None], tasks: set[asyncio.Task[None]]) -> None:
    """Do something in a task of its own, one of these, under no claim: that of a row that has started it ends with the row."""
    task = asyncio.create_task(work, context=free())
    tasks.add(task)
    task.add_done_callback(tasks.discard)


def of(table: int) -> Under | None:
    """What this task works under, if that is a claim of this table."""
    work = _under.get()
    return work if work is not None and work.claim.table == table else None


def ensure() -> None:
    """Raises ClaimLost where this task works under a claim that another process may have by now."""
    work = _under.get()
    if work is not None and not work.store.holds(work.claim):
        raise ClaimLost


@asynccontextmanager
async def transaction(store: Store) -> AsyncIterator[Transaction]:
    """A transaction of the store. Raises ClaimLost, as `ensure`, and changes nothing then."""
    work = _under.get()
    async with store.transaction() as tx:
        if work is not None:
            await tx.hold(work.claim)
        yield tx
