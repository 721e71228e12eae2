"""An empty store of each kind."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data.opening import open_store
from data.store import Store
from tests.support.store_backends import empty_file


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    """An empty database of today's version."""
    if request.param == "sqlite":
        return empty_file(tmp_path / "zamki.sqlite")
    url: str = request.getfixturevalue("postgres").new_database(request.getfixturevalue("migrated"))
    return url


@pytest.fixture
async def store(where: str | Path) -> AsyncIterator[Store]:
    store = await open_store(where)
    yield store
    await store.close()
