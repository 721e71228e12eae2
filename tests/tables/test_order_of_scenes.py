"""Scenes are read one after the other, and what follows them comes after them, whichever process sends what."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Sequence

import pytest

from tables.model.outbox_rows import OutboxRow
from tables.service.service import TableService
from tables.store.outbox import Outbox
from tests.support.manual_clock import ManualClock, settle
from tests.support.postgres_server import Server
from tests.support.two_services import Two, processes
from tests.tables.conftest import ANNA, BORYS, HERE, Room

pytestmark = pytest.mark.usefixtures("many_openings")

PACE = 4.0

SEEDS = 8

LOOKS = 200
"""After this number of looks at the queue, whatever is not sent by then never is."""


@pytest.fixture
async def two(postgres: Server, migrated: str) -> AsyncIterator[Two]:
    async with processes(postgres, migrated) as made:
        yield made


class Senders:
    """Sends rows from each of the outboxes; `patience`: real seconds in which a database answers."""

    def __init__(self, outboxes: Sequence[Outbox], rng: random.Random, patience: float) -> None:
        self._outboxes, self._rng, self._patience = outboxes, rng, patience
        self._waiting: dict[asyncio.Task[OutboxRow], Outbox] = {}

    async def send(self, table: int, *, stays: float = 0.0) -> list[str]:
        """Send all that is due now, and return the kinds of the table's rows. `stays`: the share of scenes that stay to be
        read.
        """
        found: list[str] = []
        while True:
            for outbox in self._outboxes:
                outbox.wake()
                if outbox not in self._waiting.values():
                    self._waiting[asyncio.ensure_future(outbox.next())] = outbox
            await settle()
            done, _ = await asyncio.wait(self._waiting, timeout=self._patience, return_when=asyncio.FIRST_COMPLETED)
            for each in done:
                row, outbox = each.result(), self._waiting.pop(each)
                found += [row.kind] if row.subject == table else []
                if row.kind == "scene" and self._rng.random() < stays:
                    outbox.stays(row)
                await outbox.mark_done(row)
            if not done:
                return found

    async def go_on(self, table: int) -> None:
        await self._rng.choice(self._outboxes).go_on(table)

    async def close(self) -> None:
        for each in self._waiting:
            each.cancel()
        await asyncio.gather(*self._waiting, return_exceptions=True)


async def order(tables: TableService, outboxes: Sequence[Outbox], clock: ManualClock, patience: float = 0.0) -> None:
    """Store scenes with a board or an end behind them, and send all of it, again and again: any scene may stay, anybody may
    go on from it, and each row is sent by one of the `outboxes`.
    """
    for seed in range(SEEDS):
        rng, told = random.Random(seed), list[str]()
        senders = Senders(outboxes, rng, patience)
        table = (await tables.lobbies.open_table(ANNA, HERE, "steps", {"length": "long"}, language="en", pace="none")).info.id
        await tables.lobbies.join(table, BORYS)
        await tables.lobbies.arrange(table, ANNA.user, range(2))
        await tables.lobbies.start(table, ANNA.user)
        await senders.send(table)
        scenes, last = rng.randint(1, 4), rng.choice(("board", "final"))
        for at in range(scenes):
            await tables.moves.play(table, (ANNA, BORYS)[at % 2].user, ("look",))
        if last == "final":
            await end(tables, table)
        for _ in range(LOOKS):
            told += await senders.send(table, stays=0.6)
            if last in told:
                break
            if rng.random() < 0.4:
                await senders.go_on(table)
            await clock.advance(rng.choice((0.1, 2.0, PACE + 0.1)))
        shown = [kind for kind in told if kind in {"scene", "board", "final"}]
        assert shown == [*["scene"] * scenes, last], seed
        await senders.close()
        if last == "board":
            await end(tables, table)  # the number of a person's tables is limited


async def end(tables: TableService, table: int) -> None:
    await tables.endings.resign(table, ANNA.user)
    await tables.endings.claim(table, BORYS.user)


async def test_neither_board_nor_end_overtakes_a_scene(room: Room) -> None:
    await order(room.tables, [Outbox(room.store, room.clock, pace=PACE)], room.clock)


@pytest.mark.postgres
@pytest.mark.parametrize("count", [1, 2])
async def test_nor_where_processes_share_the_work(two: Two, count: int) -> None:
    outboxes = [Outbox(each.store, two.clock, pace=PACE) for each in (two.one, two.other)[:count]]
    await order(two.one.tables, outboxes, two.clock, patience=0.1)
