"""A store as an earlier version of the schema left it, in either database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from data.opening import open_store
from data.sqlite.files import MIGRATIONS
from data.store import Store


@asynccontextmanager
async def earlier(kind: str, where: str, number: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Store]:
    """Yields the store `where` (of this `kind`, empty) at that version of the schema, then closes it. `folder`: empty."""
    for script in (MIGRATIONS.parents[1] / kind / "migrations").glob("*.sql"):
        if int(script.name[:4]) <= number:
            (folder / script.name).write_text(script.read_text(encoding="utf-8"), encoding="utf-8")
    with monkeypatch.context() as before:
        before.setattr(f"data.{kind}.migrate.migrate.__defaults__", (folder,))
        store = await open_store(where)
        yield store
        await store.close()
