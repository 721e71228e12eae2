"""Database files: private, unchanged by who only reads, copied before they are migrated, looked through at the start."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sqlite3
import stat
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from data.errors import Damaged, Missing, NoSource, NotOurs, StoreFull, StoreOutdated, TooNew, Unwritable
from data.opening import examine_server, latest_version, open_store, reading
from data.sqlite.backup import backup, examine, restore
from data.sqlite.files import keep_before, quick_check
from data.sqlite.store import SqliteStore
from data.versions import scripts
from service.backups import PATTERN
from tests.support.database_files import contents, damaged, of_version, passable
from tests.support.log_lines import lines_of
from tests.support.postgres_server import Server, name_of
from tests.support.raw_sql import run
from tests.support.store_backends import empty_file


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


async def test_nobody_else_can_read_what_the_bot_writes(tmp_path: Path) -> None:
    database, old = tmp_path / "made" / "deep" / "zamki.sqlite", os.umask(0)
    try:
        store = await SqliteStore.open(database)
        async with store.transaction() as tx:
            await tx.set_value("test", "secret")
        backup(database, tmp_path / "copies" / "copy.sqlite")
        made = [*database.parent.iterdir(), tmp_path / "copies" / "copy.sqlite"]
        assert {f"zamki.sqlite{ending}" for ending in ("", "-wal", "-shm", ".lock")} <= {file.name for file in made}
        assert {mode(file) for file in made} == {0o600}
        assert {mode(folder) for folder in (tmp_path / "made", database.parent, tmp_path / "copies")} == {0o700}
        await store.close()
        kept = restore(tmp_path / "copies" / "copy.sqlite", database)
        assert kept is not None
        assert {mode(database), mode(kept)} == {0o600}
    finally:
        os.umask(old)


async def test_permissions_of_earlier_files_are_tightened(tmp_path: Path) -> None:
    database = empty_file(tmp_path / "zamki.sqlite")
    others = [tmp_path / name for name in ("zamki.sqlite.before-restore-1", "zamki-by-hand-20200101-000000.sqlite")]
    strange = tmp_path / "letter.txt"
    for file in (*others, strange):
        file.touch()
    for file in (database, *others, strange):
        file.chmod(0o644)
    await (await SqliteStore.open(database)).close()
    assert {mode(file) for file in (database, *others)} == {0o600}
    assert mode(strange) == 0o644, "not the bot's"


@pytest.mark.long
async def test_a_copy_of_before_is_kept_when_a_database_is_migrated(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    database = of_version(tmp_path / "zamki.sqlite", latest_version() - 2)
    await (await SqliteStore.open(database)).close()
    (kept,) = tmp_path.glob("zamki-before-*")
    assert kept.name == f"zamki-before-{latest_version() - 2}-to-{latest_version()}.sqlite"
    assert (examine(kept), examine(database), mode(kept)) == (latest_version() - 2, latest_version(), 0o600)
    assert str(kept) in caplog.text
    assert not PATTERN.fullmatch(kept.name), "no regular backup displaces it"
    with sqlite3.connect(kept) as db:
        assert db.execute("SELECT value FROM meta WHERE key = 'test'").fetchone() == ("kept",)
    db.close()
    await (await SqliteStore.open(database)).close()
    assert len(list(tmp_path.glob("zamki-before-*"))) == 1, "nothing is migrated, nothing copied"


async def test_a_migration_that_fails_at_each_start_leaves_one_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = of_version(tmp_path / "zamki.sqlite", latest_version() - 1)
    with monkeypatch.context() as patched:
        patched.setattr("data.sqlite.migrate.statements", lambda _: iter(["CREATE TABLE meta (key)"]))
        for _ in range(3):
            with pytest.raises(Exception, match="meta"):
                await SqliteStore.open(database)
    assert len(list(tmp_path.glob("zamki-before-*"))) == 1
    with sqlite3.connect(database) as db:
        db.execute("INSERT INTO meta VALUES ('more', 'since')")
    db.close()
    await (await SqliteStore.open(database)).close()
    assert len(list(tmp_path.glob("zamki-before-*"))) == 2, "what differs is kept as well"


@pytest.mark.long
async def test_a_damaged_database_is_not_migrated_and_does_not_start(tmp_path: Path) -> None:
    for database in (
        damaged(empty_file(tmp_path / "now.sqlite")),
        damaged(of_version(tmp_path / "old.sqlite", latest_version() - 1)),
    ):
        before = database.read_bytes()
        with pytest.raises(Damaged, match="restore the latest good backup"):
            await SqliteStore.open(database)
        assert database.read_bytes() == before
    assert not list(tmp_path.glob("*-before-*"))


def test_the_check_at_the_start_takes_so_long_and_no_longer(tmp_path: Path) -> None:
    database = empty_file(tmp_path / "zamki.sqlite")
    with sqlite3.connect(database) as db:
        db.executemany("INSERT INTO meta VALUES (?, ?)", ((f"key {number}", "x" * 900) for number in range(20_000)))
    db.close()
    assert quick_check(database)
    assert not quick_check(database, seconds=0.0)


async def test_who_only_reads_changes_nothing_and_waits_for_nobody(tmp_path: Path) -> None:
    database = empty_file(tmp_path / "zamki.sqlite")
    before = contents(tmp_path)
    async with reading(database) as reads:
        assert await reads.value("test") is None
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            await run(reads, "DELETE FROM meta")
    examine(database)
    assert contents(tmp_path) == before
    store = await SqliteStore.open(database)
    async with store.transaction() as tx:
        await tx.set_value("test", "written")
    async with store.transaction() as tx, reading(database) as reads:
        await tx.set_value("test", "being written")
        assert await reads.value("test") == "written"
    await store.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody who may write nothing here")
def test_a_read_only_folder_is_read_as_any_other(tmp_path: Path) -> None:
    database = empty_file(tmp_path / "zamki.sqlite")
    passable(tmp_path)
    database.chmod(0o444)
    os.seteuid(65534)
    try:
        assert not os.access(tmp_path, os.W_OK, effective_ids=True)
        assert examine(database) == latest_version()
    finally:
        os.seteuid(0)


@pytest.mark.parametrize("pragma", ["application_id = 7", "user_version = 99"])
async def test_what_is_refused_is_left_as_it_is(pragma: str, tmp_path: Path) -> None:
    database = empty_file(tmp_path / "zamki.sqlite")
    with sqlite3.connect(database) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute(f"PRAGMA {pragma}")
    db.close()
    database.chmod(0o644)
    (tmp_path / "zamki.sqlite.lock").unlink(missing_ok=True)
    (tmp_path / "zamki.sqlite.answers").unlink(missing_ok=True)
    before = contents(tmp_path)
    with pytest.raises((NotOurs, TooNew)):
        await SqliteStore.open(database)
    assert (contents(tmp_path), mode(database)) == (before, 0o644)


@pytest.mark.long
@pytest.mark.parametrize(
    "left", ["zamki.sqlite-wal", "zamki.sqlite.restored", "zamki.sqlite.before-restore-1", "zamki-before-2-to-3.sqlite"]
)
@pytest.mark.parametrize("empty", [False, True])
async def test_no_empty_database_is_made_beside_what_one_has_left(left: str, empty: bool, tmp_path: Path) -> None:
    copy, database = empty_file(tmp_path / "copy.sqlite"), tmp_path / "zamki.sqlite"
    (tmp_path / left).touch()
    if empty:
        database.touch()
    before = contents(tmp_path)
    with pytest.raises(Missing, match=re.escape(left)):
        await SqliteStore.open(database)
    assert contents(tmp_path) == before
    assert (restore(copy, database) is None) is not empty
    await (await SqliteStore.open(database)).close()


async def test_a_first_start_that_was_killed_is_made_again(tmp_path: Path) -> None:
    database, killed = tmp_path / "zamki.sqlite", tmp_path / "killed.sqlite"
    with contextlib.closing(sqlite3.connect(killed, isolation_level=None)) as db:
        db.execute("PRAGMA cache_size = 1")
        db.execute("BEGIN")
        db.execute("CREATE TABLE half (made)")
        db.executemany("INSERT INTO half VALUES (?)", [("x" * 500,)] * 2000)
        for ending in ("", "-journal"):
            assert killed.with_name(killed.name + ending).stat().st_size
            shutil.copy(killed.with_name(killed.name + ending), database.with_name(database.name + ending))
    store = await SqliteStore.open(database)
    assert await store.value("mark") is None
    await store.close()


async def test_a_backup_is_not_put_beside_the_log_of_another_database(tmp_path: Path) -> None:
    database = empty_file(tmp_path / "zamki.sqlite")
    (tmp_path / "other.sqlite-wal").touch()
    with pytest.raises(Unwritable, match=r"other\.sqlite-wal lies beside it"):
        backup(database, tmp_path / "other.sqlite")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk with room for one empty database."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", disk], capture_output=True, check=False).returncode:
        pytest.skip("only root can make a small disk")
    yield disk
    subprocess.run(["umount", disk], check=True)


def test_a_full_disk_is_called_one(small_disk: Path) -> None:
    database = empty_file(small_disk / "zamki.sqlite")
    before = contents(small_disk)
    attempts: list[Callable[[], object]] = [
        lambda: backup(database, small_disk / "copy.sqlite"),
        lambda: keep_before(database, 1, 2),
        lambda: restore(database, small_disk / "other.sqlite"),
    ]
    for attempt in attempts:
        with pytest.raises(StoreFull, match=r"the disk is full, and 1 MiB are needed\. Make room"):
            attempt()
        (small_disk / "other.sqlite.lock").unlink(missing_ok=True)
        assert contents(small_disk) == before, "nothing is left of it"


@pytest.mark.long
async def test_an_older_database_is_named_and_left_as_it_is(tmp_path: Path) -> None:
    database = of_version(tmp_path / "zamki.sqlite", latest_version() - 1)
    before = contents(tmp_path)
    with pytest.raises(
        StoreOutdated, match=f"of version {latest_version() - 1}, this version of the bot reads {latest_version()}"
    ):
        async with reading(database):
            pass
    with pytest.raises(NoSource):
        async with reading(tmp_path / "nowhere.sqlite"):
            pass
    assert contents(tmp_path) == before


@pytest.mark.postgres
async def test_a_server_is_looked_at_without_writing(
    postgres: Server, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.new_database()
    assert await examine_server(url) == (0, True)
    assert postgres.run(name_of(url), "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").split() == ["0"]
    store = await open_store(url)
    assert not lines_of(caplog, "data.postgres.migrate"), "a new database is not migrated"
    opened = await store.value("opened")
    assert await examine_server(url) == (latest_version(), True)
    async with reading(url) as reads:
        assert await reads.value("opened") == opened
        with pytest.raises(Exception, match="read-only"):
            await run(reads, "DELETE FROM meta")
    await store.close()
    postgres.run(name_of(url), f"UPDATE zamki_version SET version = {latest_version() - 1}")
    assert (await examine_server(url))[0] == latest_version() - 1
    with pytest.raises(StoreOutdated):
        async with reading(url):
            pass
    postgres.run(name_of(url), f"UPDATE zamki_version SET version = {latest_version()}")
    monkeypatch.setattr("data.postgres.migrate.scripts", lambda folder: {**scripts(folder), latest_version() + 1: "SELECT 1"})
    await (await open_store(url)).close()
    assert "to go back, restore a pg_dump made before this" in caplog.text
