from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from render.pool import Pool
from sandbox import MovableClock
from sandbox.rest import Exchange
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
    # Exchanges of the same make (same route, same keys and kinds of values) hold or fail together.
    assert not violations({make(exchange): exchange for exchange in record}.values())


def make(exchange: Exchange) -> str:
    return repr((exchange.method, exchange.route, exchange.status, kinds(exchange.body), kinds(exchange.answer)))


def kinds(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: (inner if key == "type" else kinds(inner)) for key, inner in sorted(value.items())}
    if isinstance(value, list):
        return sorted({repr(kinds(inner)) for inner in value})
    return type(value).__name__
