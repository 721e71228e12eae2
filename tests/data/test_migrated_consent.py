"""The migration that makes direct messages a matter of consent, in both databases: who has had them keeps them."""

from __future__ import annotations

from pathlib import Path

import pytest

from data.opening import open_store
from data.sql.statements import insert
from data.sqlite.files import MIGRATIONS
from tests.support.earlier_store import earlier
from tests.support.store_backends import check_whole

BEFORE = int(next(MIGRATIONS.glob("*_direct.sql")).name[:4]) - 1

HAND, PLAYED, CLOSED, REFUSED, REMINDED, NEW, UNKNOWN, FORGOTTEN = 1, 2, 3, 4, 5, 6, 7, -8

PEOPLE = (
    (HAND, True, False, "{}"),
    (PLAYED, True, False, "{}"),
    (CLOSED, True, True, "{}"),
    (REFUSED, False, False, '{"where":"direct"}'),
    (REMINDED, True, True, '{"where":"direct"}'),
    (NEW, True, False, "{}"),
)


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
async def test_who_has_direct_messages_keeps_them(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = request.getfixturevalue("postgres").new_database() if kind == "postgres" else str(tmp_path / "zamki.sqlite")
    before = tmp_path / "before"
    before.mkdir()
    async with earlier(kind, where, BEFORE, before, monkeypatch) as store, store.transaction() as tx:
        for user, dm, closed, plan in PEOPLE:
            row = {"user": user, "dm": dm, "private": True, "dm_closed": closed, "plan": plan}
            await tx._run(insert("people", *row), *row.values())
        table = {"id": 9, "guild": 1, "channel": 70, "game": "torres", "options": "{}", "pace": "none", "language": "pl"}
        table |= {"state": "playing", "host": PLAYED, "changed": 1.0, "version": 1, "stage": 0, "number": 0}
        table |= {"seed": b"", "secret": b"", "thinking": False}
        for number, home in ((9, None), (10, 69)):
            row = table | {"id": number, "home": home, "document": '{"reason":null}'}
            await tx._run(insert("tables", *row), *row.values())
        for seat, user in enumerate((HAND, PLAYED, CLOSED, REFUSED, UNKNOWN, FORGOTTEN)):
            row = {"table_id": 9, "seat": seat, "user": user, "name": "?", "level": None, "resigned": False, "missed": 0}
            await tx._run(insert("seats", *row), *row.values())
        for user, kind_of, channel in ((HAND, "hand", 71), (PLAYED, "mention", 70)):
            row = {"table_id": 9, "kind": kind_of, "user": user, "channel": channel, "message": 5}
            await tx._run(insert("messages", *row), *row.values())
    store = await open_store(where)
    found = {}
    for user in (HAND, PLAYED, CLOSED, REFUSED, REMINDED, NEW, UNKNOWN, FORGOTTEN):
        person = await store.person(user)
        found[user] = None if person is None else (person.dm, person.dm_channel)
    kept = {}
    for number in (9, 10):
        loaded = await store.table(number)
        assert loaded is not None
        kept[number] = loaded[0].due, loaded[0].document
    assert kept == {9: (None, '{"reason":null}'), 10: (0, '{"reason":null,"keep_due":0}')}, "threads are kept open from now on"
    assert found == {
        HAND: (True, 71),
        PLAYED: (True, None),
        CLOSED: (None, None),
        REFUSED: (False, None),
        REMINDED: (True, None),
        NEW: (None, None),
        UNKNOWN: (True, None),
        FORGOTTEN: None,
    }
    await check_whole(store)
    await store.close()
