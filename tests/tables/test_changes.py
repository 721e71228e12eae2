"""That a table has changed is said in one place, whichever process has changed it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tables.store.changes import TableNews
from tests.support.postgres_server import Server
from tests.support.two_services import Two, processes
from tests.support.world import eventually
from tests.tables.conftest import ANNA, BORYS, Room

PATIENCE = 30.0


async def test_each_change_of_a_table_is_told_once_it_is_stored(room: Room) -> None:
    one, other = [(await room.table("steps", ANNA, BORYS)).info.id for _ in range(2)]
    all_news: list[TableNews] = []
    news_of_one: list[TableNews] = []
    room.tables.changes.subscribe(all_news.append)
    end = room.tables.changes.subscribe(news_of_one.append, one)
    await room.tables.moves.play(one, ANNA.user, ("end",))
    await room.tables.endings.resign(other, BORYS.user)
    assert [news.table for news in all_news] == [one, other]
    assert [news.table for news in news_of_one] == [one]
    assert not any(news.elsewhere for news in all_news)
    end()
    await room.tables.moves.play(one, BORYS.user, ("end",))
    assert [news.table for news in all_news] == [one, other, one]
    assert len(news_of_one) == 1, "who has ended the subscription hears no more"


async def test_what_changes_nothing_is_not_told(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    heard: list[TableNews] = []
    room.tables.changes.subscribe(heard.append)
    for _ in range(2):
        await room.tables.moves.play(table, ANNA.user, ("end",), request=71)
    assert len(heard) == 1, "the second press was the first one again"


async def test_the_end_of_a_game_is_told(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    heard: list[TableNews] = []
    room.tables.changes.subscribe(heard.append, table)
    await room.tables.endings.cancel(table, 999, moderator=True, reason="late")
    assert [(news.over, news.due, news.thinking) for news in heard] == [(True, None, False)]


async def test_a_subscriber_that_fails_harms_nobody(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    heard: list[TableNews] = []

    def fail(_news: TableNews) -> None:
        raise ZeroDivisionError

    room.tables.changes.subscribe(fail)
    room.tables.changes.subscribe(heard.append)
    reading = await room.tables.moves.play(table, ANNA.user, ("end",))
    assert (reading.info.turn, len(heard)) == (2, 1)
    assert "a subscriber failed" in caplog.text


@pytest.fixture
async def two(postgres: Server, migrated: str) -> AsyncIterator[Two]:
    async with processes(postgres, migrated) as both:
        yield both


@pytest.mark.postgres
async def test_both_processes_hear_of_each_change(two: Two) -> None:
    table = (await two.table("steps")).info.id
    heard: dict[str, list[TableNews]] = {"one": [], "other": []}
    two.one.tables.changes.subscribe(heard["one"].append, table)
    two.other.tables.changes.subscribe(heard["other"].append, table)
    await two.one.tables.moves.play(table, ANNA.user, ("end",))
    await eventually(lambda: len(heard["other"]) == 1, PATIENCE)
    assert [news.elsewhere for news in heard["one"] + heard["other"]] == [False, True]
    reading = await two.other.tables.looks.read(table)
    assert reading.info.turn == 2, "what is told is stored"
    await two.other.tables.endings.cancel(table, 999, moderator=True, reason="late")
    await eventually(lambda: len(heard["one"]) == 2, PATIENCE)
    assert [(news.over, news.elsewhere) for news in heard["one"]] == [(False, False), (True, True)]
