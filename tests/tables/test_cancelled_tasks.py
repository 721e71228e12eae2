"""A task that is cancelled ends, also if the store is down by then: a stop would wait for it forever."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from data.errors import StoreUnreachable
from tables.store.deadlines import Deadlines
from tables.store.outbox import Outbox
from tests.support.table_store import table_store
from tests.tables.conftest import ANNA, BORYS, Room

PATIENCE = 30.0


@pytest.fixture
def away(room: Room, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From when it is called, no claim can be given back."""

    async def give_back(_claim: object) -> None:
        raise StoreUnreachable("away")

    return lambda: monkeypatch.setattr(room.store, "give_back", give_back)


def waiting(begun: asyncio.Event) -> Callable[[int], Awaitable[None]]:
    async def wait(_number: int) -> None:
        begun.set()
        await asyncio.Event().wait()

    return wait


async def test_a_clock_that_handles_a_deadline(room: Room, away: Callable[[], None]) -> None:
    table, begun = (await room.table("coins", ANNA, BORYS)).info.id, asyncio.Event()

    async def due(_limit: int) -> list[tuple[int, float]]:
        return [(table, 0.0)]

    watch = Deadlines(table_store(room.tables), room.clock, waiting(begun), due)
    watch.start()
    await begun.wait()
    away()
    await asyncio.wait_for(watch.close(), PATIENCE)


async def test_a_sender_that_takes_a_row(room: Room, away: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> None:
    await room.table("coins", ANNA, BORYS)
    outbox, begun = Outbox(room.store, room.clock), asyncio.Event()
    monkeypatch.setattr(room.store, "subject", waiting(begun))
    taking = asyncio.ensure_future(outbox.next())
    await begun.wait()
    away()
    taking.cancel()
    await asyncio.wait({taking}, timeout=PATIENCE)
    assert taking.cancelled()
