"""Several processes on one PostgreSQL database, as the store sees them: claims, leases, news, migrations side by side.

Two stores in one process are two processes to the database.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from data.errors import ClaimLost, InUse, Repeated, StoreError
from data.opening import open_store
from data.postgres import lease
from data.records.outbox import OutboxRecord
from data.records.processes import Claim, News
from data.store import Store
from data.versions import scripts
from tables.store import claims
from tests.support.leases import break_connection, lease_of, lose_lease
from tests.support.postgres_server import Server, name_of
from tests.support.stored_rows import SEATS, TABLE
from tests.support.world import eventually

pytestmark = pytest.mark.postgres

PATIENCE = 30.0


class Two:
    """Two stores on one database."""

    def __init__(self, server: Server, url: str, one: Store, two: Store) -> None:
        self.server, self.url, self.one, self.two = server, url, one, two

    def run(self, sql: str) -> list[str]:
        return self.server.run(name_of(self.url), sql).split()

    async def new(self) -> int:
        async with self.one.transaction() as tx:
            return await tx.save_table(TABLE, SEATS, None)


@pytest.fixture
async def two(postgres: Server, migrated: str) -> AsyncIterator[Two]:
    url = postgres.new_database(migrated)
    one, other = await open_store(url), await open_store(url)
    yield Two(postgres, url, one, other)
    await one.close()
    await other.close()
    postgres.drop(url)


def driver_errors() -> tuple[type[Exception], ...]:
    import asyncpg

    return (StoreError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)


async def test_a_claim_can_be_taken_over_when_its_lease_has_ended(two: Two) -> None:
    table = await two.new()
    first = await two.one.claim(table, "clock")
    assert first is not None
    assert await two.two.claim(table, "clock") is None
    await lose_lease(two.one)
    assert not two.one.holds(first)
    second = await two.two.claim(table, "clock")
    assert second is not None
    assert second.token > first.token

    async def write_late() -> None:
        async with two.one.transaction() as tx:
            await tx.hold(first)
            await tx.set_value("late", "written")

    with pytest.raises(ClaimLost):
        await write_late()
    assert await two.one.value("late") is None
    await two.one.give_back(first)
    async with two.two.transaction() as tx:
        await tx.hold(second)


async def test_who_wakes_takes_a_new_number_and_claims_again(two: Two) -> None:
    table = await two.new()
    first = await two.one.claim(table, "thinking")
    assert first is not None
    await lose_lease(two.one)
    break_connection(two.one)
    again: list[Claim] = []

    async def claimed() -> bool:
        found = await two.one.claim(table, "thinking")
        again.extend([found] if found else [])
        return bool(again)

    await eventually(claimed, PATIENCE)
    assert again[0].token > first.token
    assert not two.one.holds(first)
    assert two.one.holds(again[0])


async def test_who_goes_leaves_everything_to_the_others_at_once(two: Two) -> None:
    table = await two.new()
    third = await open_store(two.url)
    assert await third.claim(table, "outbox")
    assert await two.two.claim(table, "outbox") is None
    await third.close()
    assert await two.two.claim(table, "outbox")


async def test_the_end_of_a_lease_is_noticed_without_a_poll(two: Two) -> None:
    """Whoever hears of it can claim at once, although the dead process has given nothing up."""
    table = await two.new()
    assert await two.one.claim(table, "clock")
    heard: list[News] = []
    two.two.listen(heard.append)
    lease_of(two.one).end()
    await eventually(lambda: News(kind="gone") in heard, PATIENCE)
    assert await two.two.claim(table, "clock")
    assert lease.LEASE_SECONDS + lease.AFTER_SECONDS < 10.0
    assert lease.LEASE_SECONDS - lease.MARGIN >= 3 * lease.RENEW_SECONDS, "one renewal may be late"


async def test_a_lease_ended_during_its_renewal_ends(two: Two) -> None:
    """It hears of the other's end with the last step of its renewal, and ends then."""
    two.two.listen(lambda _: lease_of(two.two).end())
    before = [task for task in asyncio.all_tasks() if task.get_name() == "lease"]
    await lose_lease(two.one)
    break_connection(two.two)
    await eventually(lambda: any(task.done() for task in before), PATIENCE)


async def test_two_processes_claim_rows_of_different_tables(two: Two) -> None:
    """Rows of one table go to one process at a time."""
    tables = [await two.new(), await two.new()]
    async with two.one.transaction() as tx:
        for table in tables:
            row = OutboxRecord(key="board", kind="board", payload="{}", due=0.0)
            await tx.put_outbox(table, [row, OutboxRecord(key="hand:0", kind="hand", payload="{}", due=0.0)])
    found = await asyncio.gather(*(store.claim_outbox(1.0, 1e9, []) for store in (two.one, two.two, two.one, two.two)))
    claimed = [each for each, _ in found if each]
    assert sorted(row.subject_id for row, _ in claimed) == tables
    assert {row.kind for row, _ in claimed} == {"board"}


async def test_many_claim_at_once_and_each_row_is_given_out_once(two: Two) -> None:
    tables = [await two.new() for _ in range(6)]
    async with two.one.transaction() as tx:
        for table in tables:
            rows = [OutboxRecord(key=f"scene:{number}", kind="scene", payload=str(number), due=0.0) for number in range(4)]
            await tx.put_outbox(table, rows)
    given: dict[int, list[str]] = {table: [] for table in tables}

    async def work(store: Store) -> None:
        while await store.outbox_heads(1e9):
            found = (await store.claim_outbox(1.0, 1e9, []))[0]
            if found is None:
                await asyncio.sleep(0.001)
                continue
            row, claim = found
            given[row.subject_id].append(row.payload)
            async with store.transaction() as tx:
                await tx.strike_outbox(row.serial)
                await tx.hold(claim)
                await tx.release(claim)

    async with asyncio.timeout(60):
        await asyncio.gather(*(work(store) for store in (two.one, two.two) for _ in range(3)))
    assert given == {table: ["0", "1", "2", "3"] for table in tables}


async def test_what_goes_on_after_a_row_is_not_under_its_claim(two: Two) -> None:
    claim = await two.one.claim(await two.new(), "outbox")
    assert claim is not None

    may_ask = asyncio.Event()

    async def asks() -> None:
        await may_ask.wait()
        claims.ensure()

    with claims.under(two.one, claim):
        within, apart = asyncio.create_task(asks()), asyncio.create_task(asks(), context=claims.free())
    await two.one.give_back(claim)
    may_ask.set()
    found = await asyncio.gather(within, apart, return_exceptions=True)
    assert [type(each) for each in found] == [ClaimLost, type(None)]


async def test_a_claim_whose_answer_was_lost_is_had_again(two: Two) -> None:
    table = await two.new()
    claim = await two.one.claim(table, "outbox")
    assert claim is not None
    two.one._forget(claim)  # type: ignore[attr-defined]
    again = await two.one.claim(table, "outbox")
    assert again is not None
    assert again.token > claim.token


async def test_news_reach_the_others_and_again_after_a_lost_connection(two: Two) -> None:
    heard: dict[str, list[News]] = {"one": [], "two": []}
    two.one.listen(heard["one"].append)
    two.two.listen(heard["two"].append)

    def teller(number: int) -> Callable[[], object]:
        async def tell() -> bool:
            # The connection ends whenever the server comes to it, in the middle of this for one.
            with contextlib.suppress(*driver_errors()):
                async with two.one.transaction() as tx:
                    await tx.announce(News(kind="table", table=number, due=1.5))
            await asyncio.sleep(0.05)
            return any(news.table == number for news in heard["two"])

        return tell

    await eventually(teller(7), PATIENCE)
    assert heard["two"][0] == News(kind="table", table=7, due=1.5)
    others = "datname = current_database() AND pid <> pg_backend_pid()"
    two.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")
    await eventually(teller(8), PATIENCE)
    assert not heard["one"], "nobody hears themselves"


async def test_nothing_announced_is_heard_before_it_is_committed(two: Two) -> None:
    heard: list[News] = []
    two.two.listen(heard.append)

    async def half() -> None:
        async with two.one.transaction() as tx:
            await tx.announce(News(kind="table", table=1))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await half()

    async def told() -> bool:
        async with two.one.transaction() as tx:
            await tx.announce(News(kind="table", table=2))
        await asyncio.sleep(0.05)
        return bool(heard)

    await eventually(told, PATIENCE)
    assert {news.table for news in heard} == {2}


async def test_one_request_is_carried_out_by_one_of_two(two: Two) -> None:
    table = await two.new()

    async def carry_out(store: Store) -> bool:
        try:
            async with store.transaction() as tx:
                await tx.remember_request(71, table, 1.0)
                await asyncio.sleep(0.05)
        except Repeated:
            return False
        return True

    assert sorted(await asyncio.gather(carry_out(two.one), carry_out(two.two))) == [False, True]


async def test_the_last_place_is_counted_once(two: Two) -> None:
    async def open_one(store: Store) -> bool:
        async with store.transaction() as tx:
            free = await tx.count_open("channel", TABLE.channel) < 1
            await asyncio.sleep(0.05)
            if free:
                await tx.save_table(TABLE, SEATS, None)
            return free

    assert sorted(await asyncio.gather(open_one(two.one), open_one(two.two))) == [False, True]


async def test_an_earlier_version_works_on_after_an_additive_migration(
    two: Two, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rule for rolling updates (docs/operations.md), and what is refused."""
    from data.postgres import migrate

    for script in migrate.MIGRATIONS.glob("*.sql"):
        (tmp_path / script.name).write_text(script.read_text())
    ours = scripts(migrate.MIGRATIONS)
    number = max(ours) + 1
    compatible = max(at for at, script in ours.items() if script.startswith(migrate.CONTRACTS))
    following = tmp_path / f"{number:04}_next.sql"
    following.write_text("ALTER TABLE tables ADD COLUMN later bigint NOT NULL DEFAULT 7; CREATE TABLE later (a bigint);")
    with monkeypatch.context() as newer:
        newer.setattr("data.postgres.migrate.migrate.__defaults__", (tmp_path,))
        newest = await open_store(two.url)
        # Both at work side by side: rows of either are read by the other.
        table = await two.new()
        async with newest.transaction() as tx:
            assert await tx.table_version(table) == TABLE.version
        await (await open_store(two.url)).close()
        (tmp_path / f"{number + 1:04}_less.sql").write_text("-- contracts: nobody uses it any more\nDROP TABLE later;")
        with pytest.raises(InUse, match="earlier version"):
            await open_store(two.url)
        assert two.run("SELECT version, compatible FROM zamki_version") == [f"{number}|{compatible}"]
        await newest.close()
    # An earlier version may even start while nothing has been taken away.
    await (await open_store(two.url)).close()
