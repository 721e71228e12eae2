"""An empty store of each kind."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from data.opening import open_store
from data.store import Store
from tests.support.store_backends import empty_file


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str | Path]:
    """An empty database of today's version."""
    if request.param == "sqlite":
        yield empty_file(tmp_path / "zamki.sqlite")
        return
    server = request.getfixturevalue("postgres")
    url: str = server.new_database(request.getfixturevalue("migrated"))
    yield url
    server.drop(url)


@pytest.fixture
async def store(where: str | Path) -> AsyncIterator[Store]:
    store = await open_store(where)
    yield store
    await store.close()
