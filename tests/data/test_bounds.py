"""What a process that freezes or vanishes in the middle of a transaction can do to the others, and what is told of it."""

from __future__ import annotations

import asyncio
import os
import resource
import sqlite3
import subprocess
import sys
import uuid
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, contextmanager
from pathlib import Path

import pytest

from data.errors import StoreUnreachable
from data.opening import open_store
from data.postgres import store as postgres_store
from data.sqlite.generation import log_of
from data.sqlite.store import SqliteStore
from data.store import Store
from service.run import _answers
from tables.service.service import TableService
from tests.support.postgres_server import Server, name_of, running
from tests.support.raw_sql import run
from tests.support.stored_rows import SEATS, TABLE
from tests.support.toy_games import games

PATIENCE_SECONDS = 60.0


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    store = await open_store(url)
    try:
        yield store
    finally:
        await store.close()


async def new_table(store: Store) -> int:
    async with store.transaction() as tx:
        return await tx.save_table(TABLE, SEATS, None)


async def lock(store: Store, table: int) -> None:
    """Lock the row of this table in a transaction of its own, as soon as it is free."""
    async with asyncio.timeout(PATIENCE_SECONDS), store.transaction() as tx:
        await tx.table_version(table)


@pytest.mark.postgres
async def test_a_silent_transaction_releases_its_locks(
    postgres: Server, migrated: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_store, "IDLE_SECONDS", 1)
    url = postgres.new_database(migrated)
    async with opened(url) as frozen, opened(url) as other:
        table = await new_table(other)

        async def freezes() -> None:
            async with frozen.transaction() as tx:
                await tx.table_version(table)
                await lock(other, table)
                await tx.set_value("late", "written")  # it wakes, and must not go on as if nothing had been

        with pytest.raises(StoreUnreachable):
            await freezes()
        assert await other.value("late") is None
        await lock(frozen, table)  # it goes on with a new connection
    postgres.drop(url)


@pytest.mark.postgres
async def test_a_lock_is_waited_for_so_long_and_no_longer(
    postgres: Server, migrated: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_store, "LOCK_SECONDS", 1)
    url = postgres.new_database(migrated)
    async with opened(url) as keeps, opened(url) as waits:
        table = await new_table(keeps)
        async with keeps.transaction() as tx:
            await tx.table_version(table)
            with pytest.raises(Exception, match="lock timeout"):
                await lock(waits, table)
            assert await new_table(waits), "its other tables go on meanwhile"
    postgres.drop(url)


async def test_ready_tells_that_nothing_can_be_written(new_home: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.run.STORE_SECONDS", 0.3)
    store = await open_store(new_home())  # type: ignore[operator]
    tables = await TableService.open(store, games=games())
    try:
        assert await _answers(tables)
        async with store.transaction():
            assert not await _answers(tables), "it reads, and cannot write"
        assert await _answers(tables)
    finally:
        await tables.close()
        await store.close()


@asynccontextmanager
async def locked(store: SqliteStore) -> AsyncIterator[None]:
    with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


@asynccontextmanager
async def full(store: SqliteStore) -> AsyncIterator[None]:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (log_of(store.path).stat().st_size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@asynccontextmanager
async def read_only(store: SqliteStore) -> AsyncIterator[None]:
    for state in ("ON", "OFF"):
        async with store.transaction() as tx:
            await run(tx, f"PRAGMA query_only = {state}")
        if state == "ON":
            yield


@pytest.mark.long
@pytest.mark.parametrize("harmed", [locked, full, read_only])
async def test_ready_tells_the_truth_about_a_file(
    harmed: Callable[[SqliteStore], AbstractAsyncContextManager[None]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("data.sqlite.connection.BUSY_MILLISECONDS", 100)
    store = await SqliteStore.open(tmp_path / "zamki.sqlite")
    tables = await TableService.open(store, games=games())
    try:
        assert await _answers(tables)
        async with harmed(store):
            assert not await _answers(tables)
        assert await _answers(tables)
    finally:
        await tables.close()
        await store.close()


class Away:
    """A computer of its own on a cable of its own: a network namespace."""

    def __init__(self) -> None:
        tag = uuid.uuid4().hex[:6]
        self.name, self.here, self.there = f"zamki-{tag}", f"zh{tag}", f"zt{tag}"
        net = f"10.{os.getpid() % 200 + 20}.{int(tag[:2], 16)}"
        self.us, self.them = f"{net}.1", f"{net}.2"

    def _run(self, line: str) -> None:
        subprocess.run(line.split(), check=True, capture_output=True)

    def make(self) -> None:
        for line in (
            f"ip netns add {self.name}",
            f"ip link add {self.here} type veth peer name {self.there} netns {self.name}",
            f"ip addr add {self.us}/24 dev {self.here}",
            f"ip link set {self.here} up",
            f"ip -n {self.name} addr add {self.them}/24 dev {self.there}",
            f"ip -n {self.name} link set {self.there} up",
        ):
            self._run(line)

    def vanish(self) -> None:
        """From now on nothing comes from there, not even that a connection has ended."""
        self._run(f"ip -n {self.name} route add blackhole {self.us}/32")

    def remove(self) -> None:
        for line in (f"ip link del {self.here}", f"ip netns del {self.name}"):
            subprocess.run(line.split(), check=False, capture_output=True)


@contextmanager
def away() -> Iterator[Away]:
    found = Away()
    try:
        try:
            found.make()
        except (OSError, subprocess.CalledProcessError):
            pytest.skip("no network namespaces here (root and iproute2)")
        yield found
    finally:
        found.remove()


VANISHES = """
import asyncio, sys
from data.opening import open_store
async def main(url, table):
    store = await open_store(url)
    async with store.transaction() as tx:
        await tx.table_version(table)
        print("locked", flush=True)
        await asyncio.sleep(600)
asyncio.run(main(sys.argv[1], int(sys.argv[2])))
"""


@pytest.mark.postgres
@pytest.mark.long
@pytest.mark.timeout(180)
async def test_a_host_that_vanishes_in_a_transaction_is_noticed() -> None:
    """No packet of it comes any more: not the end of its connections, no answer to the server's questions."""
    with away() as far, running(addresses=("127.0.0.1", far.us)) as server:
        url = server.new_database()
        async with opened(url) as store:
            table = await new_table(store)
            process = await asyncio.create_subprocess_exec(
                *("ip", "netns", "exec", far.name, sys.executable, "-c", VANISHES),
                *(url.replace("127.0.0.1", far.us), str(table)),
                stdout=asyncio.subprocess.PIPE,
            )
            try:
                assert process.stdout is not None
                assert await asyncio.wait_for(process.stdout.readline(), 60) == b"locked\n"
                far.vanish()
            finally:
                process.kill()
                await process.wait()
            asked = f"SELECT 1 FROM pg_stat_activity WHERE client_addr = '{far.them}'"
            await lock(store, table)
            assert server.run(name_of(url), asked), "the server had to be the one who noticed"
            async with asyncio.timeout(PATIENCE_SECONDS):
                while server.run(name_of(url), asked):  # its other connections
                    await asyncio.sleep(0.5)
