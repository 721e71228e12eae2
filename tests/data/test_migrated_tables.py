"""The migration that makes the document of a table of its columns, in both databases."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from data.opening import open_store
from data.sql.statements import insert
from data.sqlite.files import MIGRATIONS
from tables.model.table import DOCUMENT, Table, from_rows
from tests.support.earlier_store import earlier
from tests.support.store_backends import check_whole
from tests.support.stored_tables import EMPTY, FULL

BEFORE = int(next(MIGRATIONS.glob("*_document.sql")).name[:4]) - 1
"""The last version whose tables had a column for each field."""

LATER: dict[str, Any] = {
    "direct": False,
    "keep_due": 0.0,
    "shape": "auto",
    "final": "",
    "overran": (),
    "complete": None,
    "wondered": None,
    "host_called": None,
}
"""Fields that the document has had since, with what they are for a running game from before with a thread."""

PLAIN = (str, int, float, type(None))


def columns(table: Table) -> dict[str, Any]:
    """A table as that version stored it: whatever is not plain as JSON."""
    row = msgspec.structs.asdict(table.rows()[0])
    del row["document"]
    fields = {name: getattr(table, name) for name in DOCUMENT if name not in LATER}
    texts = {name: value if isinstance(value, PLAIN) else msgspec.json.encode(value).decode() for name, value in fields.items()}
    return {**row, **texts}


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
async def test_a_tables_document_says_what_its_columns_said(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = request.getfixturevalue("postgres").new_database() if kind == "postgres" else str(tmp_path / "zamki.sqlite")
    before = tmp_path / "before"
    before.mkdir()
    async with earlier(kind, where, BEFORE, before, monkeypatch) as store, store.transaction() as tx:
        for table in (*(msgspec.structs.replace(EMPTY, id=number) for number in (2, 3)), FULL):
            stored = columns(table)
            await tx._run(insert("tables", *stored), *stored.values())
    store = await open_store(where)
    seats = FULL.rows()[1]
    now = msgspec.structs.replace(FULL, **LATER)
    for number, table in ((3, msgspec.structs.replace(EMPTY, id=3, seats=FULL.seats, missed=FULL.missed)), (5, now)):
        found = await store.table(number)
        assert found is not None
        assert from_rows(found[0], seats) == table
    await check_whole(store)
    await store.close()
