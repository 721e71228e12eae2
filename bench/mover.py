"""One bot process without Discord, among others on one store: people move at its tables at the requested rate.

Reads lines of JSON (`rate`: moves a second, `seconds`) and answers each with a line of figures. Messages for Discord are taken
from the outbox and marked as sent.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import sys
import time
from pathlib import Path

from data.opening import open_store
from data.sqlite.store import SqliteStore
from engines import games
from engines.notation import random_move
from tables.errors import Refusal
from tables.model.table_info import Limits
from tables.service.service import TableService


async def send(service: TableService) -> None:
    """Stands in for Discord, which accepts everything: rows are sent side by side, as by `chat.outbox.sender`."""
    telling: set[asyncio.Task[object]] = set()
    while True:
        task = asyncio.create_task(service.outbox.mark_done(await service.outbox.next()))
        telling.add(task)
        task.add_done_callback(telling.discard)


class Mover:
    """The table service of one process, and the people at its tables."""

    def __init__(self, service: TableService, numbers: list[int]) -> None:
        self._service = service
        self._numbers = numbers
        self._rng = random.Random(numbers[0])
        self._request = time.time_ns()
        self._busy: set[int] = set()
        self.took: list[float] = []
        self.refused = 0

    async def move(self, since: float) -> None:
        """Make a move that was due at `since`, at a random table."""
        number = self._rng.choice(self._numbers)
        if number in self._busy:
            return await self.move(since)
        self._busy.add(number)
        try:
            held = await self._service._table_store.read(number)  # noqa: SLF001 - a person would see it in the picture
            awaited = [seat for seat in held.table.pending if held.table.acts(seat)]
            if held.table.state != "playing" or not awaited or held.position is None:
                self._numbers.remove(number)
                return None
            seat = self._rng.choice(awaited)
            move = random_move(held.position, seat, self._rng)
            self._request += 1
            await self._service.moves.play(number, held.table.seats[seat].user or 0, move, request=self._request)
        except Refusal:
            self.refused += 1
        else:
            self.took.append(time.monotonic() - since)
        finally:
            self._busy.discard(number)

    async def run(self, rate: float, seconds: float) -> None:
        """Make this number of moves a second, each when it is due, however long the others take."""
        self.took, self.refused = [], 0
        due, moving = time.monotonic(), set()
        end = due + seconds
        while (due := due + self._rng.expovariate(rate)) < end:
            await asyncio.sleep(due - time.monotonic())
            task = asyncio.create_task(self.move(due))
            moving.add(task)
            task.add_done_callback(moving.discard)
        await asyncio.gather(*moving)


def written(process: int | str = "self") -> int:
    """Returns the bytes that a process has written to files (data sent over the network does not count). The kernel writes
    more, which is not known by process: it counts a page of up to 2 MB as written if one byte of it was.
    """
    found = Path(f"/proc/{process}/io").read_text(encoding="ascii").split("wchar: ")[1]
    return int(found.split()[0])


async def serve(where: str, index: int, count: int, tables: int) -> None:
    """Follow the commands on standard input until it ends."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    store = await open_store(where)
    service = await TableService.open(store, games=games(), limits=Limits(tables_per_user=10**6))
    # A server's presses go to the process that holds its shard; each table here is a server of its own.
    mover = Mover(service, [number for number in range(1, tables + 1) if number % count == index])
    sending = asyncio.create_task(send(service))
    sys.stdout.write("{}\n")
    sys.stdout.flush()
    try:
        while line := await reader.readline():
            before, began = os.times(), written()
            await mover.run(**json.loads(line))
            after = os.times()
            cpu = after.user + after.system - before.user - before.system
            told = {"took": mover.took, "refused": mover.refused, "cpu": cpu, "written": written() - began}
            sys.stdout.write(json.dumps(told) + "\n")
            sys.stdout.flush()
    finally:
        sending.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await sending
        await service.close()
        if isinstance(store, SqliteStore):
            await store.close()


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1], *map(int, sys.argv[2:5])))
