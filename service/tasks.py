"""Tasks that run beside something else, and end with it."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any


async def end_task(task: asyncio.Task[Any]) -> None:
    """Cancel a task and wait until it has ended. Raises what it ended with before."""
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


@asynccontextmanager
async def run_beside(work: Coroutine[Any, Any, None], name: str) -> AsyncIterator[None]:
    """Run a task of this name while the block runs. Raises what it ended with before."""
    task = asyncio.create_task(work, name=name)
    try:
        yield
    finally:
        await end_task(task)
