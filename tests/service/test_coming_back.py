"""An update that one comes back from, as docs/hosting.md says: the copy made before the migration, restored by the version
before, which is taken from this repository's history.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import sqlite3
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from data.opening import known, open_store
from tests.support.bot_process import ROOT, environment

WRITER, VERSION = "386ca3f", 2
"""The commit that wrote the fixture, and the version of its database."""

FIXTURE = ROOT / "tests" / "data" / "fixtures" / f"version-{VERSION}.sqlite.gz"


def rows(database: Path) -> list[str]:
    with contextlib.closing(sqlite3.connect(database)) as db:
        return [line for line in db.iterdump() if "'opened'" not in line]  # each start says when it was


@pytest.fixture
def before(tmp_path: Path) -> Path:
    """The code that wrote the fixture."""
    done = subprocess.run(["git", "archive", WRITER], cwd=ROOT, capture_output=True, check=False)
    if done.returncode != 0:
        pytest.skip("this copy of the repository has no history")
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as packed:
        packed.extractall(tmp_path / "before", filter="data")
    return tmp_path / "before"


@pytest.mark.more
async def test_the_version_before_restores_the_copy_from_before_the_update(before: Path, tmp_path: Path) -> None:
    database = tmp_path / "zamki.sqlite"
    database.write_bytes(gzip.decompress(FIXTURE.read_bytes()))
    stored = rows(database)
    await (await open_store(database)).close()
    kept = tmp_path / f"zamki-before-{VERSION}-to-{known()}.sqlite"
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
