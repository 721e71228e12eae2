"""In a crowd everybody is acknowledged first; what is noted of people meanwhile is stored all together, and before the end."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest

from chat import languages
from chat.languages import Languages
from chat.wire import load_shedding
from chat.wire.load_shedding import RUSH, LoadShedding
from data.sqlite.store import SqliteStore
from engines import games
from tables.service.service import TableService


async def test_answers_wait_for_many_acknowledgements() -> None:
    held: list[bool] = []
    crowd = LoadShedding(held.append)
    with contextlib.ExitStack() as few:
        for _ in range(RUSH):
            few.enter_context(crowd.acknowledging())
        await asyncio.wait_for(crowd.over(), 60)
        with crowd.acknowledging():
            waiting = [asyncio.create_task(crowd.over()) for _ in range(3)]
            await asyncio.sleep(0.01)
            assert not any(task.done() for task in waiting)
    assert held == [True]
    await asyncio.wait_for(asyncio.gather(*waiting), 60)
    assert held == [True, False]


async def test_a_crowd_that_arrives_one_by_one_is_a_crowd() -> None:
    crowd = LoadShedding()
    for _ in range(RUSH + 1):
        with crowd.acknowledging():
            pass
    waiting = asyncio.create_task(crowd.over())
    await asyncio.sleep(0)
    assert not waiting.done()
    await asyncio.wait_for(waiting, 60)


async def test_a_rush_without_end_holds_nobody_up_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load_shedding, "PATIENCE_SECONDS", 0.2)
    held: list[bool] = []
    crowd = LoadShedding(held.append)
    with contextlib.ExitStack() as many:
        for _ in range(2 * RUSH):
            many.enter_context(crowd.acknowledging())
        await asyncio.wait_for(asyncio.gather(*(crowd.over() for _ in range(20))), 60)
        assert held == [True, False], "not held again while the same crowd goes on"


async def test_languages_are_stored_together_at_the_latest_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "SOON", 60)
    store = await SqliteStore.open(tmp_path / "zamki.db")
    tables = await TableService.open(store, games=games())
    try:
        noted = Languages(tables)
        for user in range(100, 170):
            noted.note(user, "pl")
        noted.note(100, "en")
        noted.forget(101)
        assert (await noted.words(100, "pl")).language == "en"
        assert await tables.people.locale(100) is None
        await noted.close()
        assert [await tables.people.locale(user) for user in (100, 101, 169)] == ["en", None, "pl"]
        again = Languages(tables)
        assert (await again.words(169, "en")).language == "pl"
        again.note(169, "pl")
        await again.close()
    finally:
        await tables.close()
        await store.close()
