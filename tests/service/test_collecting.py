"""The garbage collector waits for a quiet moment."""

from __future__ import annotations

import asyncio
import collections
import gc
import weakref
from collections.abc import Iterator

import pytest

from service import collecting


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.set_threshold(*thresholds)
    gc.freeze()  # as in `tests.conftest`: what is loaded stays until the end


async def test_all_is_looked_through_only_while_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collecting, "LOOK", 0.001)
    monkeypatch.setattr(collecting, "PAUSE", 0.0)
    whole: list[str] = []
    monkeypatch.setattr(gc, "collect", lambda: whole.append("collected"))
    monkeypatch.setattr(gc, "freeze", lambda: None)
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


class Knot:
    """Refers to itself."""

    def __init__(self) -> None:
        self.own = self


async def test_what_was_found_alive_is_looked_through_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collecting, "LOOK", 0.001)
    monkeypatch.setattr(collecting, "PAUSE", 0.0)
    kept = Knot()
    gone, task = weakref.ref(kept), asyncio.create_task(collecting.collect_when_quiet(lambda: False))

    async def collected_again() -> None:
        before = collections.Counter[str]()
        gc.callbacks.append(note := lambda phase, _: before.update([phase]))
        while before["stop"] < 2:
            await asyncio.sleep(0.001)
        gc.callbacks.remove(note)

    await collected_again()
    del kept
    await collected_again()
    assert gone() is not None
    monkeypatch.setattr(collecting, "EVERYTHING", 0.0)
    await collected_again()
    assert gone() is None
    task.cancel()


@pytest.mark.long
def test_no_full_collection_comes_by_itself() -> None:
    collecting.settle()
    assert gc.get_freeze_count() > 1000
    assert gc.get_threshold()[2] == collecting.NEVER
