"""What is stored stands in `data/personal.toml`, column by column; and forgetting leaves nothing of a person."""

from __future__ import annotations

import json

from data.moving import PASSING, TABLES
from data.personal import KEEPS, kept, renamed
from data.store import Store
from data.words import languages, words
from tests.support.asking import ask
from tools.privacy import PAGE, written

IDS = {"user", "other", "by", "host"}
"""Columns that name people."""


async def test_every_column_of_the_database_says_what_it_is_for(store: Store) -> None:
    found = {}
    for table in {*TABLES, *PASSING}:
        async with store.transaction() as tx:
            found[table] = set(await tx.columns(table))  # type: ignore[attr-defined]
    assert {table: set(what.columns) for table, what in kept().items()} == found
    for table, what in kept().items():
        assert all(about.strip() for about in what.columns.values()), table
        assert what.keep in KEEPS, table
        assert set(what.people) == IDS & set(what.columns) - ({"by"} if table == "tables" else set()), table
        assert {*what.names, *what.texts} <= set(what.columns), table
        assert not what.people or what.erase, f"{table}: what becomes of it when a person is forgotten"
        if what.about_people:
            for language in languages():
                assert words(language).has(f"cogs.data.table.{table}"), table
                assert words(language).has(f"cogs.data.keep.{what.keep}"), table
    if hasattr(store, "read"):
        tables = {row[0] for row in await ask(store, "SELECT name FROM sqlite_master WHERE type = 'table'")}
        assert {table for table in tables if not table.startswith("sqlite_")} == set(found)


def test_the_page_on_privacy_says_the_same() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == written(text), "python -m tools.privacy"


def test_names_go_out_of_texts_and_what_games_say_stays() -> None:
    user = 100200300400500600
    text = json.dumps([{"number": 3, "event": {"name": "knight", "user": 5}}, {"note": {"before": "knight", "by": user}}])
    new = json.loads(renamed(text, user, -7, {"knight"}, "Player 1"))
    assert new == [{"number": 3, "event": {"name": "knight", "user": 5}}, {"note": {"before": "Player 1", "by": -7}}]
    assert renamed(f"20000:{user},{user}1", user, -7, (), "") == f"20000:-7,{user}1"


async def test_data_requests_and_departures(store: Store) -> None:
    assert await store.asked_for_data(11, "export") is None
    async with store.transaction() as tx:
        await tx.note_data_request(11, "export", 5.0)
        await tx.note_data_request(11, "export", 6.0)
        await tx.note_departure(1, 5.0)
        await tx.note_departure(2, 7.0)
        await tx.note_departure(2, None)
    assert await store.asked_for_data(11, "export") == 6.0
    assert await store.departed_servers(6.0) == [1]
    assert await store.departed_servers(5.0) == []
    assert list(await store.personal(11)) == ["data_requests"]
    async with store.transaction() as tx:
        await tx.forget_data_requests(7.0)
        await tx.forget_server(1)
    assert await store.asked_for_data(11, "export") is None
    assert await store.departed_servers(9.0) == []
