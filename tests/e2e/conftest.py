from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from render.pool import Pool
from sandbox import MovableClock
from tests.e2e.world import World
from tests.e2e.world import world as make_world
from tests.openapi import violations


@pytest.fixture(scope="session")
def pool() -> Iterator[Pool]:
    pool = Pool()
    yield pool
    pool.close()


@pytest.fixture
def clock() -> MovableClock:
    return MovableClock()


@pytest.fixture
async def world(tmp_path: Path, clock: MovableClock, pool: Pool) -> AsyncIterator[World]:
    """The bot at work in a sandbox; afterwards all that went over the wire is held to Discord's description."""
    async with make_world(tmp_path, clock, pool) as made:
        yield made
        record = made.sandbox.record
    assert not violations(record)
