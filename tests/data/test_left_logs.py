"""A database whose -wal file was left by a kill, and what hosts do to it: a start has everything that was stored, or refuses
with the way on. It never has a part, a mixture, or nothing.
"""

from __future__ import annotations

import contextlib
import random
import shutil
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from data.errors import Missing, Replaced
from data.opening import open_store, reading
from data.sqlite.backup import backup, examine, restore
from data.sqlite.files import open_to_read
from data.sqlite.store import SqliteStore
from tests.support.cases import cases
from tests.support.database_files import contents, of_version
from tests.support.raw_sql import ask

State = dict[str, str]

OWN = {"opened", "meetings"}

UNMARKED = 30
"""The last version whose files have no mark."""


def put_back(folder: Path, files: dict[str, bytes]) -> None:
    for file in folder.iterdir():
        file.unlink()
    for name, content in files.items():
        (folder / name).write_bytes(content)


@contextlib.contextmanager
def photographed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[dict[str, bytes]]]:
    """What a process would leave in the folder if it was killed before any of its file operations, or after the last."""
    taken: list[dict[str, bytes]] = []

    def first(real: Callable[..., object]) -> Callable[..., object]:
        def operation(*values: object, **named: object) -> object:
            taken.append(contents(folder))
            return real(*values, **named)

        return operation

    with monkeypatch.context() as patched:
        for name in ("replace", "unlink"):
            patched.setattr(Path, name, first(getattr(Path, name)))
        patched.setattr(shutil, "copy2", first(shutil.copy2))
        patched.setattr("data.sqlite.backup.sync", first(lambda _: None))
        yield taken
    taken.append(contents(folder))


class History:
    """One host's database, with what must be in it."""

    def __init__(self, folder: Path, lot: random.Random, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.lot, self.patched = folder, lot, monkeypatch
        self.database = folder / "zamki.sqlite"
        self.state: State = {}
        self.backups: list[tuple[Path, State]] = []
        self.number = 0

    def path_of_backup(self) -> Path:
        return self.folder.parent / f"{self.folder.name}-{len(self.backups)}.sqlite"

    async def started(self) -> SqliteStore:
        store = await SqliteStore.open(self.database)
        found = dict(await store.read("SELECT key, value FROM meta"))
        assert {key: value for key, value in found.items() if key not in OWN} == self.state
        assert await store.read("PRAGMA integrity_check") == [("ok",)]
        return store

    async def evening(self) -> bool:
        """Moves, perhaps a backup, and the end; returns whether it was a kill."""
        store = await self.started()
        when = self.lot.randrange(40)
        async with contextlib.AsyncExitStack() as stack:
            for move in range(self.lot.randrange(40)):
                if move == when:
                    backup(self.database, self.path_of_backup())
                    self.backups.append((self.path_of_backup(), dict(self.state)))
                if self.lot.random() < 0.05:  # somebody reads for long, so that the log grows
                    await (await stack.enter_async_context(reading(self.database))).value("opened")
                self.number += 1
                new = {f"{self.lot.randrange(60)}": f"{self.number} " * self.lot.randrange(1, 400) for _ in range(3)}
                async with store.transaction() as tx:
                    for key, value in new.items():
                        await tx.set_value(key, value)
                self.state |= new
            left = contents(self.folder)
        await store.close()
        if killed := self.lot.random() < 0.6:
            put_back(self.folder, left)
        elif self.lot.random() < 0.4:  # a backup by the system's own means
            shutil.copyfile(self.database, self.path_of_backup())
            self.backups.append((self.path_of_backup(), dict(self.state)))
        return killed

    async def night(self, *, killed: bool) -> None:
        """What the host does before the next start."""
        copy, held = self.lot.choice(self.backups)
        match self.lot.choice(["nothing", "copied over", "restored", "removed"]):
            case "copied over":
                shutil.copyfile(copy, self.database)
                if killed:
                    before = contents(self.folder)
                    for attempt in (SqliteStore.open(self.database), open_store(self.database)):
                        with pytest.raises(Replaced, match="restore FILE"):
                            await attempt
                    for command in (examine, lambda path: backup(path, self.path_of_backup())):
                        with pytest.raises(Replaced):
                            command(self.database)
                    assert {**contents(self.folder), "zamki.sqlite.lock": b""} == {**before, "zamki.sqlite.lock": b""}
                    if self.lot.random() < 0.5:
                        restore(copy, self.database)
                    else:
                        for ending in ("-wal", "-shm"):
                            (self.folder / f"zamki.sqlite{ending}").unlink(missing_ok=True)
                self.state = dict(held)
            case "restored":
                with photographed(self.folder, self.patched) as taken:
                    restore(copy, self.database)
                at = self.lot.randrange(len(taken))
                put_back(self.folder, taken[at])
                if self.found() == held:
                    self.state = dict(held)
            case "removed":
                self.database.unlink()
                if killed:
                    with pytest.raises(Missing, match="-wal"):
                        await SqliteStore.open(self.database)
                restore(copy, self.database)
                self.state = dict(held)
            case _:
                pass

    def found(self) -> State:
        with open_to_read(self.database) as db:
            rows = db.execute("SELECT key, value FROM meta").fetchall()
        return {key: value for key, value in rows if key not in OWN}


@pytest.mark.parametrize("seed", cases(range(24), range(2)))
async def test_a_start_is_whole_or_refuses(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("data.sqlite.log.COMMITS", 7)  # many logs
    lot = random.Random(seed)
    (tmp_path / "place").mkdir()
    history = History(tmp_path / "place", lot, monkeypatch)
    # Of a program before there are a backup, and perhaps the database.
    history.backups.append((of_version(history.path_of_backup(), UNMARKED), {"test": "kept"}))
    if lot.random() < 0.5:
        shutil.copyfile(history.backups[0][0], history.database)
        history.state = {"test": "kept"}
    for _ in range(12):
        await history.night(killed=await history.evening())
    await (await history.started()).close()


def moved_until(files: dict[str, bytes]) -> int:
    """Returns up to where the log has been moved into the file, or perhaps has: SQLite syncs it to the disk before. From
    `nBackfillAttempted` of "WAL-Index File Format".
    """
    page = int.from_bytes(files["zamki.sqlite-wal"][8:12], "big")
    (frames,) = struct.unpack_from("=I", files["zamki.sqlite-shm"], 128)
    return 32 + frames * (24 + page) if frames else 0


def cut_power(before: dict[str, bytes], files: dict[str, bytes], lot: random.Random) -> tuple[bytes, bytes]:
    """Returns a database and its log after a power cut: pages are on the disk or not, in any order, and the end of the log that
    was not synced is missing, or is anything.
    """
    page = int.from_bytes(files["zamki.sqlite-wal"][8:12], "big")
    old, new, log = before["zamki.sqlite"], files["zamki.sqlite"], files["zamki.sqlite-wal"]
    if old != new:
        pages = range(0, len(new), page)
        return b"".join((old if lot.random() < 0.5 else new)[at : at + page] for at in pages), log
    cut = lot.randrange(moved_until(files), len(log) + 1)
    return new, log[:cut] + lot.randbytes(lot.choice([0, 24, page]))


@pytest.mark.parametrize("seed", cases(range(3), range(1)))
async def test_a_power_cut_leaves_a_beginning_of_what_was_stored(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("data.sqlite.log.COMMITS", 7)
    lot, (place, other) = random.Random(seed), (tmp_path / "place", tmp_path / "other")
    for folder in (place, other):
        folder.mkdir()
    store = await SqliteStore.open(place / "zamki.sqlite")
    before = contents(place)
    for number in range(1, 40):
        async with store.transaction() as tx:
            await tx.set_value("count", f"{number}")
            await tx.set_value(f"k{number}", "x" * lot.randrange(9000))
        files = contents(place)
        database, log = cut_power(before, files, lot)
        before = files
        put_back(other, {"zamki.sqlite": database, "zamki.sqlite-wal": log})
        again = await SqliteStore.open(other / "zamki.sqlite")
        assert await ask(again, "PRAGMA integrity_check") == [("ok",)]
        count = int(await again.value("count") or 0)
        assert count <= number
        assert await ask(again, "SELECT count(*) FROM meta WHERE key LIKE 'k%'") == [(count,)]
        await again.close()
    await store.close()
