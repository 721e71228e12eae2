"""The store in PostgreSQL beside its contract: what is refused and why, what survives, and that its columns are SQLite's."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from data.address import printable
from data.errors import Damaged, InUse, NotOurs, OnlyFiles, ServerUnwritable, StoreError, StoreUnreachable, TooNew
from data.opening import examine_server, open_store
from data.sqlite.files import MIGRATIONS
from data.sqlite.store import SqliteStore
from data.store import Store
from data.versions import newest
from sandbox.client import PATIENCE_SECONDS
from tests.support.postgres_server import Server, name_of
from tests.support.raw_sql import rows
from tests.support.stored_rows import SEATS, TABLE

ROOT = Path(__file__).parents[2]


async def put(store: Store, value: str) -> None:
    async with store.transaction() as tx:
        await tx.set_value("test", value)


def driver_errors() -> tuple[type[Exception], ...]:
    """What the driver raises, and its connections; it may be missing where these tests are skipped."""
    import asyncpg

    return (StoreError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)


async def made(url: str) -> None:
    await (await open_store(url)).close()


@pytest.mark.postgres
async def test_what_is_stored_is_there_when_it_is_opened_again(postgres: Server) -> None:
    url = postgres.new_database()
    store = await open_store(url)
    await put(store, "first")
    await store.close()
    store = await open_store(url)
    assert await store.value("test") == "first"
    await examine_server(url)
    await store.close()
    database = name_of(url)
    assert postgres.run(database, "SELECT version FROM zamki_version").split() == [str(newest(MIGRATIONS))]


@pytest.mark.postgres
async def test_commits_are_synced_whatever_the_server_says(postgres: Server) -> None:
    url = postgres.new_database()
    postgres.run("postgres", f"ALTER DATABASE {name_of(url)} SET synchronous_commit = off")
    store = await open_store(url)
    async with store.transaction() as tx:
        assert await rows(tx, "SHOW synchronous_commit") == [("on",)]
    await store.close()


@pytest.mark.postgres
async def test_who_only_reads_can_never_write(postgres: Server) -> None:
    store = await open_store(postgres.new_database())
    for _ in range(2):  # the connection is used again
        with pytest.raises(driver_errors(), match="read-only"):
            await rows(store, "INSERT INTO meta VALUES ('a', 'b')")
    await store.close()


@pytest.mark.postgres
async def test_a_pooler_before_the_server_finds_nothing_to_refuse(postgres: Server) -> None:
    """PgBouncer ends a connection that begins with any other parameter than these."""
    known = {"user", "database", "client_encoding", "DateStyle", "TimeZone", "standard_conforming_strings", "application_name"}
    begun: list[set[str]] = []

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(1 << 16):
            writer.write(data)
        writer.close()

    async def stand_between(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        size = await reader.readexactly(4)
        first = await reader.readexactly(int.from_bytes(size, "big") - 4)
        begun.append({word.decode() for word in first[4:].split(b"\0")[:-2:2]})
        theirs, ours = await asyncio.open_connection("127.0.0.1", postgres.port)
        ours.write(size + first)
        await asyncio.gather(pass_on(reader, ours), pass_on(theirs, writer), return_exceptions=True)

    url = postgres.new_database()
    between = await asyncio.start_server(stand_between, "127.0.0.1", 0)
    port = between.sockets[0].getsockname()[1]
    store = await open_store(url.replace(f":{postgres.port}/", f":{port}/") + "?sslmode=disable")
    await put(store, "written")
    assert await store.value("test") == "written"
    await store.close()
    between.close()
    assert len(begun) == 3, "one that writes, one that reads, one for the lease"
    assert set().union(*begun) <= known


@pytest.mark.postgres
async def test_processes_share_it_and_who_wants_it_alone_is_refused(postgres: Server) -> None:
    url = postgres.new_database()
    store = await open_store(url)
    await made(url)
    with pytest.raises(InUse):
        await open_store(url, alone=True)
    await store.close()
    alone = await open_store(url, alone=True)
    with pytest.raises(InUse):
        await open_store(url)
    await alone.close()
    await made(url)


@pytest.mark.postgres
async def test_who_reads_a_table_in_a_transaction_has_it_alone(postgres: Server) -> None:
    url = postgres.new_database()
    store = await open_store(url)
    async with store.transaction() as tx:
        number = await tx.save_table(TABLE, SEATS, None)
    reading = f"SELECT id FROM tables WHERE id = {number} FOR UPDATE SKIP LOCKED"
    async with store.transaction() as tx:
        await tx.table(number)
        assert not postgres.run(name_of(url), reading).split()
        assert await store.table(number), "who only reads waits for nobody"
    assert postgres.run(name_of(url), reading).split() == [str(number)]
    await store.close()


@pytest.mark.postgres
async def test_half_a_transaction_on_a_lost_connection_is_nothing(postgres: Server) -> None:
    url = postgres.new_database()
    store = await open_store(url)
    await put(store, "before")

    async def half() -> None:
        async with store.transaction() as tx:
            await tx.set_value("test", "half")
            ((pid,),) = await rows(tx, "SELECT pg_backend_pid()")
            postgres.run("postgres", f"SELECT pg_terminate_backend({pid})")
            async with asyncio.timeout(60):
                while not tx._db.is_closed():  # type: ignore[attr-defined]
                    await asyncio.sleep(0.01)
            await tx.set_value("other", "half")

    with pytest.raises(StoreUnreachable, match="PostgreSQL does not answer"):
        await half()
    assert (await store.value("test"), await store.value("other")) == ("before", None)
    await put(store, "after")
    assert await store.value("test") == "after"
    with pytest.raises(InUse):
        await open_store(url, alone=True)
    await store.close()


@pytest.mark.postgres
async def test_a_transaction_that_is_cancelled_is_nothing(postgres: Server) -> None:
    store = await open_store(postgres.new_database())
    inside = asyncio.Event()

    async def endless() -> None:
        async with store.transaction() as tx:
            await tx.set_value("test", "half")
            inside.set()
            await rows(tx, "SELECT pg_sleep(60)")

    task = asyncio.create_task(endless())
    await inside.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await store.value("test") is None
    await put(store, "after")
    assert await store.value("test") == "after"
    await store.close()


@pytest.mark.postgres
async def test_no_connection_leaks_on_failed_open_or_cancelled_close(postgres: Server) -> None:
    import asyncpg

    async def left() -> None:
        others = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        async with asyncio.timeout(PATIENCE_SECONDS):
            while await db.fetch(others):
                await asyncio.sleep(0.02)

    url = postgres.new_database()
    await made(url)
    db = await asyncpg.connect(url)
    await db.execute("ALTER TABLE leases ADD CONSTRAINT nobody CHECK (false)")
    with pytest.raises(driver_errors()):
        await open_store(url)
    await left()
    await db.execute("ALTER TABLE leases DROP CONSTRAINT nobody")
    store = await open_store(url)

    async def half() -> None:
        async with store.transaction() as tx:
            await tx.set_value("test", "half")
            closing = asyncio.create_task(store.close())
            await asyncio.sleep(0)
            closing.cancel()
            await asyncio.gather(closing, return_exceptions=True)

    with pytest.raises(StoreUnreachable):
        await half()
    await left()
    store = await open_store(url)
    assert await store.value("test") is None
    async with db.transaction():
        await db.execute("LOCK TABLE leases")
        closing = asyncio.create_task(store.close())
        while not await db.fetch("SELECT 1 FROM pg_locks WHERE relation = 'leases'::regclass AND NOT granted"):
            await asyncio.sleep(0.02)
        closing.cancel()
        await asyncio.gather(closing, return_exceptions=True)
    await left()
    with pytest.raises(StoreUnreachable):
        await put(store, "late")
    await left()
    await db.close()


@pytest.mark.postgres
async def test_the_database_of_another_program_is_refused(postgres: Server) -> None:
    url = postgres.new_database()
    postgres.run(name_of(url), "CREATE TABLE theirs (a integer)")
    with pytest.raises(NotOurs, match="another program"):
        await open_store(url)
    assert postgres.run(name_of(url), "SELECT tablename FROM pg_tables WHERE schemaname = 'public'").split() == ["theirs"]
    with pytest.raises(NotOurs, match="no database"):
        await open_store(postgres.url("nowhere"))


@pytest.mark.postgres
async def test_a_database_newer_than_the_code_is_refused(postgres: Server) -> None:
    url = postgres.new_database()
    await made(url)
    postgres.run(name_of(url), "UPDATE zamki_version SET version = version + 1")
    await made(url)  # what a newer version has only added does no harm
    postgres.run(name_of(url), "UPDATE zamki_version SET compatible = version")
    with pytest.raises(TooNew):
        await open_store(url)


@pytest.mark.postgres
async def test_a_server_that_only_reads_or_is_away_is_refused(postgres: Server) -> None:
    url = postgres.new_database()
    await made(url)
    postgres.run("postgres", f"ALTER DATABASE {name_of(url)} SET default_transaction_read_only = on")
    with pytest.raises(ServerUnwritable):
        await open_store(url)
    with pytest.raises(StoreUnreachable, match=r"127\.0\.0\.1:1/zamki") as refused:
        await open_store("postgresql://zamki:secret@127.0.0.1:1/zamki")
    assert "secret" not in str(refused.value)


@pytest.mark.postgres
async def test_rows_that_refer_to_nothing_are_found(postgres: Server) -> None:
    url = postgres.new_database()
    store = await open_store(url)
    postgres.run(name_of(url), "SET session_replication_role = replica; INSERT INTO snapshots VALUES (99, '')")
    with pytest.raises(Damaged, match="1 rows of snapshots"):
        await examine_server(url)
    await store.close()


@pytest.mark.postgres
async def test_a_migration_happens_whole_or_not_at_all(
    postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from data.postgres import migrate

    url = postgres.new_database()
    store = await open_store(url)
    await put(store, "first")
    await store.close()
    for script in migrate.MIGRATIONS.glob("*.sql"):
        (tmp_path / script.name).write_text(script.read_text())
    following = tmp_path / f"{newest(MIGRATIONS) + 1:04}_next.sql"
    following.write_text("CREATE TABLE next (a integer); CREATE TABLE next (a integer);")
    monkeypatch.setattr("data.postgres.migrate.migrate.__defaults__", (tmp_path,))
    with pytest.raises(StoreError):
        await open_store(url)
    following.write_text("CREATE TABLE next (a integer); INSERT INTO next VALUES (1);")
    await made(url)
    assert postgres.run(name_of(url), "SELECT a FROM next").split() == ["1"]
    assert postgres.run(name_of(url), "SELECT value FROM meta WHERE key = 'test'").split() == ["first"]


def test_migrations_have_the_same_numbers_and_names() -> None:
    folders = (MIGRATIONS, ROOT / "data" / "postgres" / "migrations")
    ours, theirs = (sorted(path.name for path in folder.glob("*.sql")) for folder in folders)
    assert ours == theirs


@pytest.mark.postgres
async def test_tables_and_columns_are_those_of_sqlite(postgres: Server, tmp_path: Path) -> None:
    url = postgres.new_database()
    await made(url)
    kept = "table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable"
    # Those of several processes sharing a database are PostgreSQL's alone.
    others = "'zamki_version', 'leases', 'claims'"
    sql = f"SELECT {kept} FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT IN ({others})"
    found = postgres.run(name_of(url), sql).splitlines()
    # SQLite has no booleans; it keeps them as integers.
    kinds = {"boolean": "INTEGER", "bigint": "INTEGER", "double precision": "REAL", "text": "TEXT", "bytea": "BLOB"}
    theirs = set()
    for line in found:
        column, kind, null = line.split(" ", 1)[0], *line.split(" ", 1)[1].rsplit(" ", 1)
        theirs.add((column, kinds[kind], null == "YES"))
    store = await SqliteStore.open(tmp_path / "zamki.sqlite")
    ours = set()
    for (table,) in await store.read("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"):
        for _, column, kind, not_null, _, key in await store.read(f"PRAGMA table_info({table})"):
            ours.add((f"{table}.{column}", kind, not (not_null or key)))
    await store.close()
    assert theirs == ours


@pytest.mark.long
def test_a_missing_driver_is_told_with_its_remedy() -> None:
    code = """
import asyncio, importlib.util, sys
from data import opening
assert "asyncpg" not in sys.modules
opening.find_spec = lambda name: None
asyncio.run(opening.open_store("postgresql://zamki:secret@127.0.0.1/zamki"))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    last = done.stderr.strip().splitlines()[-1]
    assert "DriverMissing" in last
    assert "requirements-postgres.lock" in last
    assert "secret" not in last


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("postgresql://anna:se@cret@db:5433/zamki?sslmode=require", "postgresql://db:5433/zamki"),
        ("postgres://db/zamki?user=anna&password=secret", "postgresql://db/zamki"),
        ("postgresql://anna:se?cret@db/zamki", "postgresql://…"),
        ("var/zamki.sqlite", "var/zamki.sqlite"),
    ],
)
def test_passwords_are_not_shown(url: str, told: str) -> None:
    assert printable(url) == told


@pytest.mark.postgres
async def test_a_backup_by_pg_dump_is_put_back_as_the_remedy_says(postgres: Server, tmp_path: Path) -> None:
    url, dump = postgres.new_database(), str(tmp_path / "zamki.dump")
    store = await open_store(url)
    await put(store, "kept")
    back = OnlyFiles.remedy.split("pg_restore ")[1].split(" zamki.dump")[0].replace("URL", url).split()
    there = OnlyFiles.remedy.split("pg_dump ")[1].split(" makes")[0].replace("URL", url).replace("zamki.dump", dump).split()
    await asyncio.to_thread(postgres.tool, "pg_dump", *there)
    await put(store, "lost")
    await store.close()
    await asyncio.to_thread(postgres.tool, "pg_restore", *back, dump)
    store = await open_store(url)
    assert await store.value("test") == "kept"
    async with store.transaction() as tx:
        assert await tx.save_table(TABLE, SEATS, None) == 1
    await store.close()
