"""Database files as hosts have them: from earlier versions, or damaged; folders' contents to compare, and their permissions."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from data.sqlite.files import MIGRATIONS
from data.sqlite.migrate import statements
from data.versions import APPLICATION_ID, scripts


def of_version(path: Path, version: int) -> Path:
    """Write a database of an earlier version, with some content."""
    with sqlite3.connect(path) as db:
        for number, script in scripts(MIGRATIONS).items():
            if number <= version:
                for statement in statements(script):
                    db.execute(statement)
        db.execute("INSERT INTO meta VALUES ('test', 'kept')")
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {version}")
    db.close()
    return path


def passable(folder: Path) -> None:
    """Let other users read the folder and reach it: pytest restricts its own."""
    for each in (folder, *folder.parents):
        if not each.stat().st_mode & 0o001:
            each.chmod(0o755)


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def damaged(path: Path) -> Path:
    """Damage the last page of the file, which SQLite can still open. (Vacuumed first, since free pages are never read.)"""
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("VACUUM")
    raw = bytearray(path.read_bytes())
    raw[-4096:] = b"\x5a" * 4096
    path.write_bytes(raw)
    return path
