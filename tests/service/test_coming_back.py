"""An update that one comes back from, as docs/hosting.md says: the copy made before the migration, restored by the version
before, which is taken from this repository's history.
"""

from __future__ import annotations

import contextlib
import io
import sqlite3
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from data.opening import latest_version, open_store
from tests.support import first_release
from tests.support.bot_process import ROOT, environment


def rows(database: Path) -> list[str]:
    with contextlib.closing(sqlite3.connect(database)) as db:
        return [line for line in db.iterdump() if "'opened'" not in line]  # each start says when it was


def taken(commit: str, folder: Path) -> Path:
    """The code of a commit."""
    done = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=False)
    if not commit or done.returncode != 0:
        pytest.skip("this copy of the repository has no history")
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as packed:
        packed.extractall(folder, filter="data")
    return folder


def last_release() -> str:
    """The commit of the last release (CONTRIBUTING.md)."""
    words = ["git", "log", "-1", "--format=%H", "--extended-regexp", r"--grep=^Version [0-9.]+$"]
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()


MAKE = """
import asyncio, sys
from data.opening import known, open_store
async def made():
    store = await open_store(sys.argv[1])
    async with store.transaction() as tx:
        await tx.set_value("test", "kept")
    await store.close()
    print(known())
asyncio.run(made())
"""


def written(before: Path, database: Path) -> int:
    """Have an earlier version make a database; returns the version of that."""
    words = [sys.executable, "-c", MAKE, str(database)]
    return int(subprocess.run(words, cwd=before, capture_output=True, text=True, check=True).stdout)


@pytest.mark.long
@pytest.mark.parametrize("release", [False, True])
async def test_the_earlier_version_restores_its_copy_after_an_update(*, release: bool, tmp_path: Path) -> None:
    before = taken(last_release() if release else first_release.COMMIT, tmp_path / "before")
    database, version = tmp_path / "zamki.sqlite", first_release.VERSION
    if release:
        version = written(before, database)
    else:
        first_release.write_file(database)
    stored = rows(database)
    await (await open_store(database)).close()
    kept = tmp_path / f"zamki-before-{version}-to-{latest_version()}.sqlite"
    assert rows(database) != stored

    def ran(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
        words = [sys.executable, before / "bot.py", *arguments]
        given = environment(tmp_path, DISCORD_TOKEN="x.y")
        return subprocess.run(words, cwd=tmp_path, env=given, capture_output=True, text=True, check=False)

    refused = ran("--check")
    assert "✗ database" in refused.stdout, "it reads nothing that a later version wrote"
    restored = ran("restore", kept)
    assert restored.returncode == 0, restored.stderr
    assert rows(database) == stored
    checked = ran("--check")
    assert (checked.returncode, "✓ database" in checked.stdout) == (0, True), checked.stdout
    await (await open_store(database)).close()  # and later it is updated again
    assert rows(database) != stored
