"""The garbage collector waits for a quiet moment."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator

import pytest

from service import collecting


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.set_threshold(*thresholds)
    gc.unfreeze()


async def test_all_is_looked_through_only_while_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collecting, "LOOK", 0.001)
    monkeypatch.setattr(collecting, "PAUSE", 0.0)
    whole: list[str] = []
    monkeypatch.setattr(gc, "collect", lambda: whole.append("collected"))
    waiting = True
    task = asyncio.create_task(collecting.collect_when_quiet(lambda: waiting))
    await asyncio.sleep(0.05)
    assert not whole, "somebody waits all the time"
    waiting = False
    while not whole:
        await asyncio.sleep(0.001)
    waiting = True
    monkeypatch.setattr(collecting, "LATEST", 0.0)
    before = len(whole)
    while len(whole) == before:
        await asyncio.sleep(0.001)
    task.cancel()


@pytest.mark.long
def test_no_full_collection_comes_by_itself() -> None:
    collecting.settle()
    assert gc.get_freeze_count() > 1000
    assert gc.get_threshold()[2] == collecting.NEVER
