"""Shards and turns to log in, as processes share them through the store."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from data.errors import OtherShards
from data.opening import open_store
from data.store import Store
from tests.support.postgres_server import Server

ALL = range(4)


async def living(store: Store, process: str, seconds: float = 60) -> int:
    async with store.transaction() as tx:
        return await tx.keep_process(process, seconds)


async def holds(store: Store, process: str, most: int = 4, seconds: float = 60, count: int = 4) -> list[int]:
    async with store.transaction() as tx:
        return await tx.hold_shards(process, count, ALL, most, seconds)


async def turn(store: Store, bucket: int, seconds: float) -> float:
    async with store.transaction() as tx:
        return await tx.login_turn(bucket, seconds)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    is_file = request.param == "sqlite"
    new: Callable[[], str] = (lambda: str(tmp_path / "z")) if is_file else request.getfixturevalue("postgres").new_database
    store = await open_store(new())
    yield store
    await store.close()


@pytest.fixture
async def shared(postgres: object) -> AsyncIterator[Store]:
    """A store that processes share."""
    store = await open_store(postgres.new_database())  # type: ignore[attr-defined]
    yield store
    await store.close()


async def test_one_process_holds_what_it_wants_until_it_lets_go(store: Store) -> None:
    assert await living(store, "one") == 1
    assert await holds(store, "one", most=2) == [0, 1]
    assert await holds(store, "one") == [0, 1, 2, 3]
    async with store.transaction() as tx:
        await tx.release_shards("one", [1, 3])
    assert await holds(store, "one", most=2) == [0, 2]
    assert await holds(store, "one", most=0) == [0, 2], "what is held is renewed, whatever is wanted"
    async with store.transaction() as tx:
        await tx.end_process("one")
    assert await holds(store, "two", count=8) == [0, 1, 2, 3]


async def test_turns_to_log_in_come_one_after_the_other(store: Store) -> None:
    waits = [await turn(store, 0, 60.0) for _ in range(3)]
    assert waits[0] == 0
    assert all(0 < wait <= 60 for wait in waits[1:]), "nobody has it by asking"
    assert await turn(store, 1, 60.0) == 0, "another bucket"


@pytest.mark.long
async def test_a_turn_to_log_in_counts_from_the_login_that_was_sent(store: Store) -> None:
    """Its connection may have been slow after the turn came."""
    assert await turn(store, 0, 60.0) == 0
    await asyncio.sleep(0.1)
    before = await turn(store, 0, 60.0)
    async with store.transaction() as tx:
        await tx.logged_in(0)
        await tx.logged_in(1)
    assert await turn(store, 0, 60.0) > before
    assert await turn(store, 1, 60.0) > 0


async def test_what_a_dead_process_left_in_a_file_is_free_at_once(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "zamki.sqlite")
    await living(store, "dead")
    await holds(store, "dead")
    assert await living(store, "next") == 1
    assert await holds(store, "next", count=2) == [0, 1, 2, 3]
    await store.close()


@pytest.mark.postgres
async def test_two_processes_never_hold_the_same_shard(shared: Store) -> None:
    assert [await living(shared, process) for process in ("one", "two")] == [1, 2]
    assert await holds(shared, "one", most=3) == [0, 1, 2]
    assert await holds(shared, "two") == [3]
    with pytest.raises(OtherShards, match="runs with 4 shards"):
        await holds(shared, "three", count=8)
    async with shared.transaction() as tx:
        await tx.end_process("one")
    assert await living(shared, "two") == 1
    assert await holds(shared, "two") == [0, 1, 2, 3]


@pytest.mark.postgres
async def test_each_shard_goes_to_one_process_when_all_ask_at_once(postgres: Server) -> None:
    url = postgres.new_database()
    stores = [await open_store(url) for _ in range(3)]
    for most in (1, 2, 4):
        found = await asyncio.gather(*(holds(store, str(n), most=most) for n, store in enumerate(stores)))
        held = [shard for each in found for shard in each]
        assert sorted(held) == sorted(set(held)), "held by two"
        assert len(held) == min(4, 3 * most)
    for store in stores:
        await store.close()
    postgres.drop(url)


@pytest.mark.postgres
async def test_what_is_not_renewed_is_taken_over_and_not_given_back(shared: Store) -> None:
    await living(shared, "frozen", 0.05)
    assert await holds(shared, "frozen", seconds=0.05) == [0, 1, 2, 3]
    await asyncio.sleep(0.1)
    assert await living(shared, "next") == 1
    assert await holds(shared, "next", most=3) == [0, 1, 2]
    assert await holds(shared, "frozen") == [3], "it learns what it has lost"


@pytest.mark.postgres
async def test_who_was_late_and_missed_by_nobody_goes_on(shared: Store) -> None:
    await holds(shared, "one", seconds=0.01)
    await asyncio.sleep(0.05)
    assert await holds(shared, "one", most=0) == [0, 1, 2, 3]
