"""The database file: what is refused and why, what survives, how it grows from version to version."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from data.errors import Damaged, InUse, NotOurs, StoreError, TooNew, Unwritable
from data.sqlite.backup import backup, examine, restore
from data.sqlite.files import MIGRATIONS
from data.sqlite.migrate import statements
from data.sqlite.store import SqliteStore
from data.versions import APPLICATION_ID, newest
from tests.support import sqlite_work
from tests.support.raw_sql import run
from tests.support.store_backends import check_whole

ROOT = Path(__file__).parents[2]


async def put(store: SqliteStore, key: str, value: str) -> None:
    async with store.transaction() as tx:
        await tx.set_value(key, value)


async def make(path: Path, value: str = "first") -> None:
    store = await SqliteStore.open(path)
    await put(store, "test", value)
    await store.close()


async def test_a_new_file_is_made_with_its_directory(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "down" / "zamki.db"
    await make(path)
    assert examine(path) == newest(MIGRATIONS)
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    db.close()


async def test_commits_are_synced(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "zamki.db")
    async with store.transaction() as tx:
        assert await tx.run("PRAGMA synchronous") == [(2,)]
        assert await tx.run("PRAGMA foreign_keys") == [(1,)]
    await store.close()


async def test_a_transaction_that_fails_leaves_nothing(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "zamki.db")

    async def half() -> None:
        async with store.transaction() as tx:
            await tx.run("INSERT INTO meta VALUES ('half', 'done')")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await half()
    assert await store.value("half") is None
    await put(store, "whole", "done")
    assert await store.value("whole") == "done"
    await store.close()


async def test_transactions_wait_for_each_other(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "zamki.db")
    await put(store, "count", "0")

    async def count() -> None:
        async with store.transaction() as tx:
            rows = list(await tx.run("SELECT value FROM meta WHERE key = 'count'"))
            await asyncio.sleep(0)
            await tx.run("UPDATE meta SET value = ? WHERE key = 'count'", (str(int(rows[0][0]) + 1),))

    await asyncio.gather(*(count() for _ in range(30)))
    assert await store.value("count") == "30"
    await store.close()


async def refused(path: Path, kind: type[StoreError]) -> None:
    with pytest.raises(kind) as caught:
        await SqliteStore.open(path)
    assert caught.value.remedy in str(caught.value)


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear reader, this is no database at all. " * 50)
    await refused(path, NotOurs)
    assert path.read_text().startswith("Dear reader")
    with pytest.raises(NotOurs):
        examine(path)


async def test_the_database_of_another_program(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    db.close()
    await refused(path, NotOurs)


@pytest.mark.long
async def test_a_database_from_the_future(tmp_path: Path) -> None:
    path = tmp_path / "zamki.db"
    await make(path)
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {newest(MIGRATIONS) + 1}")
    db.close()
    await refused(path, TooNew)
    with pytest.raises(TooNew):
        backup(path, tmp_path / "copy.db")


async def test_a_path_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    await refused(tmp_path / "file" / "zamki.db", Unwritable)
    (tmp_path / "folder.db").mkdir()
    await refused(tmp_path / "folder.db", Unwritable)


async def test_two_bots_never_share_a_database(tmp_path: Path) -> None:
    path = tmp_path / "zamki.db"
    store = await SqliteStore.open(path)
    await refused(path, InUse)
    code = f"import asyncio, data.sqlite.store\nasyncio.run(data.sqlite.store.SqliteStore.open({str(path)!r}))"
    other = await asyncio.create_subprocess_exec(sys.executable, "-c", code, cwd=ROOT, stderr=subprocess.PIPE)
    assert b"InUse" in (await other.communicate())[1]
    with pytest.raises(InUse):
        restore(path, path)
    await store.close()
    await make(path)


@pytest.mark.long
async def test_a_migration_happens_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "zamki.db"
    await make(path)
    folder = tmp_path / "migrations"
    folder.mkdir()
    for script in MIGRATIONS.glob("*.sql"):
        (folder / script.name).write_text(script.read_text())
    following = folder / f"{newest(MIGRATIONS) + 1:04}_next.sql"
    following.write_text("CREATE TABLE next (a INTEGER);\nCREATE TABLE next (a INTEGER);")
    monkeypatch.setattr("data.sqlite.migrate.MIGRATIONS", folder)
    monkeypatch.setattr("data.sqlite.migrate.migrate.__defaults__", (folder,))
    with pytest.raises(StoreError):
        await SqliteStore.open(path)
    following.write_text("CREATE TABLE next (a INTEGER);\nINSERT INTO next VALUES (1);")
    store = await SqliteStore.open(path)
    assert await store.read("SELECT a FROM next") == [(1,)]
    assert await store.value("test") == "first"
    await store.close()


def test_scripts_are_cut_into_statements() -> None:
    assert len(list(statements("CREATE TABLE a (b);\n-- a word; or two\nCREATE TABLE c (d);\n"))) == 2
    with pytest.raises(ValueError, match="middle"):
        list(statements("CREATE TABLE a (b"))


@pytest.mark.long
async def test_a_backup_of_a_running_bot(tmp_path: Path) -> None:
    path, copy = tmp_path / "zamki.db", tmp_path / "backups" / "copy.db"
    store = await SqliteStore.open(path)
    for number in range(20):
        await put(store, f"key {number}", "x" * 5000)
    writing = asyncio.create_task(write_on(store))
    await asyncio.to_thread(backup, path, copy)
    await writing
    await store.close()
    assert examine(copy) == newest(MIGRATIONS)
    assert sorted(file.name for file in copy.parent.iterdir()) == ["copy.db"]


async def write_on(store: SqliteStore) -> None:
    for number in range(20):
        await put(store, f"more {number}", "y" * 5000)


@pytest.mark.long
async def test_restoring_puts_the_backup_back_and_keeps_what_was_there(tmp_path: Path) -> None:
    path, copy = tmp_path / "zamki.db", tmp_path / "copy.db"
    await make(path, "first")
    backup(path, copy)
    await make(path, "second")
    kept = restore(copy, path)
    assert kept is not None
    store = await SqliteStore.open(path)
    assert await store.value("test") == "first"
    await store.close()
    store = await SqliteStore.open(kept)
    assert await store.value("test") == "second"
    await store.close()
    assert restore(copy, tmp_path / "elsewhere.db") is None


async def test_a_damaged_backup_is_not_restored(tmp_path: Path) -> None:
    path, copy = tmp_path / "zamki.db", tmp_path / "copy.db"
    await make(path)
    backup(path, copy)
    raw = bytearray(copy.read_bytes())
    raw[4096:] = b"\x5a" * (len(raw) - 4096)
    copy.write_bytes(raw)
    with pytest.raises(Damaged):
        restore(copy, path)
    with pytest.raises(NotOurs):
        restore(tmp_path / "nothing.db", path)
    with pytest.raises(NotOurs):
        examine(tmp_path / "nothing.db")
    store = await SqliteStore.open(path)
    assert await store.value("test") == "first"
    await check_whole(store)
    await store.close()


async def test_recent_players_are_read_from_an_index_alone(tmp_path: Path) -> None:
    """100,000 games are counted within a leaderboard's tenth of a second only where no row of `results` is looked up."""
    store = await SqliteStore.open(tmp_path / "zamki.db")
    for game in ("", " AND game = 'torres' AND variant = ''"):
        asked = f"SELECT user, count(*), sum(rating_place = 1) FROM results WHERE guild = 1 AND at >= 5 AND rated = 1{game}"
        async with store.transaction() as tx:
            plan = await tx.run(f"EXPLAIN QUERY PLAN {asked} GROUP BY user")
        assert "COVERING INDEX results_recent (guild=? AND rated=? AND at>?)" in str(plan)
    await store.close()


async def test_a_transaction_visits_its_connection_only_for_answers(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "zamki.db")
    before = sqlite_work.given()
    async with store.transaction() as tx:
        await tx.set_value("one", "1")
        await tx.set_value("two", "2")
        assert sqlite_work.given() == before
        assert await tx.value("two") == "2", "what was written can be read"
        await tx.set_value("one", "3")
    assert sqlite_work.given() == before + 2
    assert (await store.value("one"), await store.value("two")) == ("3", "2")
    await store.close()


async def test_what_fails_with_the_commit_undoes_all(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "zamki.db")

    async def fails() -> None:
        async with store.transaction() as tx:
            await tx.set_value("one", "1")
            await run(tx, "INSERT INTO nowhere VALUES (1)")

    with pytest.raises(sqlite3.OperationalError, match="nowhere"):
        await fails()
    assert await store.value("one") is None
    await put(store, "one", "2")
    assert await store.value("one") == "2"
    await store.close()
