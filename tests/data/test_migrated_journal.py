"""The migration that deletes the moves that were taken back, in both databases."""

from __future__ import annotations

from pathlib import Path

import pytest

from data.opening import open_store
from data.sql.statements import insert
from data.sqlite.files import MIGRATIONS
from tests.support.earlier_store import earlier
from tests.support.raw_sql import run
from tests.support.store_backends import check_whole

BEFORE = int(next(MIGRATIONS.glob("*_struck.sql")).name[:4]) - 1

TABLE = {
    "id": 9, "guild": 1, "channel": 70, "game": "torres", "options": "{}", "pace": "none", "language": "pl", "state": "playing",
    "host": 11, "changed": 1.0, "version": 1, "stage": 0, "number": 3, "seed": b"", "secret": b"", "thinking": False,
    "document": "{}",
}  # fmt: skip

LINE = {"table_id": 9, "kind": "move", "seat": 0, "events": "[]", "stage": 1, "turn": 1, "at": 5.0}


@pytest.mark.long
@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
async def test_moves_that_were_taken_back_are_deleted_and_no_others(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = request.getfixturevalue("postgres").new_database() if kind == "postgres" else str(tmp_path / "zamki.sqlite")
    before = tmp_path / "before"
    before.mkdir()
    async with earlier(kind, where, BEFORE, before, monkeypatch) as store, store.transaction() as tx:
        await run(tx, insert("tables", *TABLE), *TABLE.values())
        for number, undone, snapshot in ((1, True, None), (2, False, None), (3, False, b"position")):
            row = LINE | {"number": number, "move": f"add {number}", "undone": undone, "snapshot": snapshot}
            await run(tx, insert("journal", *row), *row.values())
    store = await open_store(where)
    assert [line.number for line in await store.counted_moves(9)] == [2, 3]
    assert [(line.number, line.snapshot) for line in (await store.open_lines(9, 0))[0]] == [(3, b"position")]
    await check_whole(store)
    await store.close()
