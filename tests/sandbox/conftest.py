from collections.abc import AsyncIterator

import pytest

from sandbox import MovableClock, Person, Sandbox
from tests.support.openapi import violations
from tests.support.probe_bot import Guest, visiting


@pytest.fixture
def clock() -> MovableClock:
    return MovableClock()


@pytest.fixture
async def sandbox(clock: MovableClock) -> AsyncIterator[Sandbox]:
    """A sandbox whose whole traffic is held to Discord's description when the test is over."""
    async with Sandbox(clock=clock) as sandbox:
        yield sandbox
    assert not violations(sandbox.record, forms=False)


@pytest.fixture
async def guest(sandbox: Sandbox) -> AsyncIterator[Guest]:
    async with visiting(sandbox) as guest:
        yield guest


@pytest.fixture
async def ada(sandbox: Sandbox) -> AsyncIterator[Person]:
    async with Person(sandbox.url, "Ada") as person:
        yield person


@pytest.fixture
async def borys(sandbox: Sandbox) -> AsyncIterator[Person]:
    async with Person(sandbox.url, "Borys") as person:
        yield person


@pytest.fixture
async def chloe(sandbox: Sandbox) -> AsyncIterator[Person]:
    async with Person(sandbox.url, "Chloe") as person:
        yield person
