"""The database file: what is refused and why, what survives, how it grows from version to version."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from data.backup import backup, examine, restore
from data.errors import Damaged, InUse, NotOurs, StoreError, TooNew, Unwritable
from data.migrate import APPLICATION_ID, MIGRATIONS, scripts, statements
from data.store import Store

ROOT = Path(__file__).parents[2]


async def make(path: Path, value: str = "first") -> None:
    store = await Store.open(path)
    await store.put("test", value)
    await store.close()


async def test_a_new_file_is_made_with_its_directory(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "down" / "zamki.db"
    await make(path)
    assert examine(path) == len(scripts())
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    db.close()


async def test_commits_are_synced(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "zamki.db")
    async with store.transaction() as tx:
        assert [tuple(row) for row in await tx.execute_fetchall("PRAGMA synchronous")] == [(2,)]
        assert [tuple(row) for row in await tx.execute_fetchall("PRAGMA foreign_keys")] == [(1,)]
    await store.close()


async def test_a_transaction_that_fails_leaves_nothing(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "zamki.db")

    async def half() -> None:
        async with store.transaction() as tx:
            await tx.execute("INSERT INTO meta VALUES ('half', 'done')")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await half()
    assert await store.get("half") is None
    await store.put("whole", "done")
    assert await store.get("whole") == "done"
    await store.close()


async def test_transactions_wait_for_each_other(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "zamki.db")
    await store.put("count", "0")

    async def count() -> None:
        async with store.transaction() as tx:
            rows = list(await tx.execute_fetchall("SELECT value FROM meta WHERE key = 'count'"))
            await asyncio.sleep(0)
            await tx.execute("UPDATE meta SET value = ? WHERE key = 'count'", (str(int(rows[0][0]) + 1),))

    await asyncio.gather(*(count() for _ in range(30)))
    assert await store.get("count") == "30"
    await store.close()


async def refused(path: Path, kind: type[StoreError]) -> None:
    with pytest.raises(kind) as caught:
        await Store.open(path)
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


async def test_a_database_from_the_future(tmp_path: Path) -> None:
    path = tmp_path / "zamki.db"
    await make(path)
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {len(scripts()) + 1}")
    db.close()
    await refused(path, TooNew)
    with pytest.raises(TooNew):
        backup(path, tmp_path / "copy.db")


async def test_a_path_that_can_not_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    await refused(tmp_path / "file" / "zamki.db", Unwritable)
    (tmp_path / "folder.db").mkdir()
    await refused(tmp_path / "folder.db", Unwritable)


async def test_two_bots_never_share_a_database(tmp_path: Path) -> None:
    path = tmp_path / "zamki.db"
    store = await Store.open(path)
    await refused(path, InUse)
    code = f"import asyncio, data.store\nasyncio.run(data.store.Store.open({str(path)!r}))"
    other = await asyncio.create_subprocess_exec(sys.executable, "-c", code, cwd=ROOT, stderr=subprocess.PIPE)
    assert b"InUse" in (await other.communicate())[1]
    with pytest.raises(InUse):
        restore(path, path)
    await store.close()
    await make(path)


async def test_a_migration_happens_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "zamki.db"
    await make(path)
    folder = tmp_path / "migrations"
    folder.mkdir()
    for script in MIGRATIONS.glob("*.sql"):
        (folder / script.name).write_text(script.read_text())
    following = folder / f"{len(scripts()) + 1:04}_next.sql"
    following.write_text("CREATE TABLE next (a INTEGER);\nCREATE TABLE next (a INTEGER);")
    monkeypatch.setattr("data.migrate.MIGRATIONS", folder)
    monkeypatch.setattr("data.migrate.scripts.__defaults__", (folder,))
    monkeypatch.setattr("data.migrate.migrate.__defaults__", (folder,))
    with pytest.raises(StoreError):
        await Store.open(path)
    following.write_text("CREATE TABLE next (a INTEGER);\nINSERT INTO next VALUES (1);")
    store = await Store.open(path)
    assert await store.read("SELECT a FROM next") == [(1,)]
    assert await store.get("test") == "first"
    await store.close()


def test_scripts_are_cut_into_statements() -> None:
    assert len(list(statements("CREATE TABLE a (b);\n-- a word; or two\nCREATE TABLE c (d);\n"))) == 2
    with pytest.raises(ValueError, match="middle"):
        list(statements("CREATE TABLE a (b"))


async def test_a_backup_of_a_running_bot(tmp_path: Path) -> None:
    path, copy = tmp_path / "zamki.db", tmp_path / "backups" / "copy.db"
    store = await Store.open(path)
    for number in range(20):
        await store.put(f"key {number}", "x" * 5000)
    writing = asyncio.create_task(write_on(store))
    await asyncio.to_thread(backup, path, copy)
    await writing
    await store.close()
    assert examine(copy) == len(scripts())
    assert sorted(file.name for file in copy.parent.iterdir()) == ["copy.db"]


async def write_on(store: Store) -> None:
    for number in range(20):
        await store.put(f"more {number}", "y" * 5000)


async def test_restoring_puts_the_backup_back_and_keeps_what_was_there(tmp_path: Path) -> None:
    path, copy = tmp_path / "zamki.db", tmp_path / "copy.db"
    await make(path, "first")
    backup(path, copy)
    await make(path, "second")
    kept = restore(copy, path)
    assert kept is not None
    store = await Store.open(path)
    assert await store.get("test") == "first"
    await store.close()
    store = await Store.open(kept)
    assert await store.get("test") == "second"
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
    store = await Store.open(path)
    assert await store.get("test") == "first"
    await store.integrity()
    await store.close()
