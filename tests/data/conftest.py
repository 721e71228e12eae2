"""An empty store of each kind."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data.opening import open_store
from data.store import Store
from tests.support.store_backends import empty_file


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    if request.param == "sqlite":
        where: str | Path = empty_file(tmp_path / "zamki.sqlite")
    else:
        where = request.getfixturevalue("postgres").new_database()
    store = await open_store(where)
    yield store
    await store.close()
