"""While the store is away: each press is answered and is one line in the log, and what could not be told is told afterwards."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from chat.outbox.deliveries import Deliveries
from chat.press import replies
from data.errors import StoreUnreachable
from tables.service.people import People
from tables.store.changes import TableNews
from tests.support.log_lines import lines_of
from tests.support.world import World, eventually, says, text_of


async def away(*_: Any, **__: Any) -> Any:
    raise StoreUnreachable("PostgreSQL does not answer (connection refused).")


async def test_a_press_is_one_line_in_the_log(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (ada, _) = await world.started("Ada", "Borys")
    board = await world.message(ada, table, "board")
    caplog.clear()
    with monkeypatch.context() as patched:
        patched.setattr(world.tables.people, "read_press", away)
        await ada.press(board, f"play.hand:{table}:1")
        await ada.until(
            lambda message: says("cogs.error.fault", "en") in text_of(message) or says("cogs.error.fault") in text_of(message)
        )
        await world.done()
    faults = lines_of(caplog, "chat.press", "cogs")
    assert [(record.name, bool(record.exc_info)) for record in faults] == [("chat.press.answer", False)]
    assert "connection refused" in faults[0].getMessage()


@pytest.mark.long
async def test_a_row_waits_for_the_store_and_the_log_says_so(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = await world.started("Ada", "Borys")
    await world.quiet()
    caplog.clear()
    with monkeypatch.context() as patched:
        patched.setattr(Deliveries, "carry_out", away)
        await world.tables.show_again(table)
        await eventually(lambda: "cannot return a row" in caplog.text)
    await world.quiet()
    assert not [record for record in lines_of(caplog, "chat.outbox") if "Discord" in record.getMessage() or record.exc_info]


async def followed(world: World, monkeypatch: pytest.MonkeyPatch) -> int:
    """Returns a table whose private answers follow what other processes do, as if there were any."""
    monkeypatch.setattr(People, "alone", False)
    await world.restart()
    table, (ada, _) = await world.started("Ada", "Borys")
    await world.hand(ada, table)
    await world.quiet()
    return table


@pytest.mark.long
async def test_a_change_elsewhere_is_shown_when_the_store_is_back(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await followed(world, monkeypatch)
    tried: list[int] = []

    async def once_away(_app: object, number: int) -> None:
        tried.append(number)
        if len(tried) == 1:
            await away()

    monkeypatch.setattr(replies, "follow_changed", once_away)
    world.tables.changes.tell(TableNews(table=table, elsewhere=True))
    await eventually(lambda: tried == [table, table])


@pytest.mark.long
async def test_what_is_shown_of_other_processes_ends_with_the_bot(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await followed(world, monkeypatch)
    under_way: list[str] = []

    async def follow(_app: object, _number: int) -> None:
        under_way.append("begun")
        try:
            await asyncio.sleep(60)
        finally:
            under_way.append("ended")

    monkeypatch.setattr(replies, "follow_changed", follow)
    world.tables.changes.tell(TableNews(table=table, elsewhere=True))
    await eventually(lambda: under_way == ["begun"])
    await world.restart()
    assert under_way == ["begun", "ended"]
