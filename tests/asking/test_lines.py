"""What one typed line costs: suggestions are made while everybody waits, so no line may ask the rules again and again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import engines
from asking import lines
from asking.asker import Asker
from data.sqlite.store import SqliteStore
from data.words import words
from engines.contract import MOVE_LENGTH
from render import renderers
from render.pool import Pool
from tables.model.people import Person
from tables.model.table_info import Place
from tables.rules.reading import Reading
from tables.service.service import TableService
from tests.support.store_backends import empty_file

LOOKS = 40
"""So often at most the rules are asked what may be said, for one line."""


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncIterator[TableService]:
    path = tmp_path / "zamki.db"
    empty_file(path)
    store = await SqliteStore.open(path)
    service = await TableService.open(store, games=engines.games())
    yield service
    await service.close()
    await store.close()


@pytest.mark.parametrize("game", sorted(engines.games()))
async def test_no_line_asks_the_rules_again_and_again(
    tables: TableService, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, game: str
) -> None:
    reading = await tables.lobbies.open_table(Person(11, "Ada"), Place(1, 2), game, language="en", pace="none")
    await tables.lobbies.join(reading.info.id, Person(12, "Borys"))
    reading = await tables.lobbies.start(reading.info.id, 11)
    user = reading.info.seats[reading.info.pending[0]].user or 0
    reading, asked = await tables.looks.read(reading.info.id, user), [0]
    pool = Pool(renderers())
    asker = Asker(tables, engines.games(), pool)
    request.addfinalizer(pool.close)
    first, choices = reading.choices().words, Reading.choices

    def counted(self: Reading, said: tuple[str, ...] = ()) -> Any:
        asked[0] += 1
        return choices(self, said)

    monkeypatch.setattr(Reading, "choices", counted)
    for typed in ("a " * 3000, *(f"{word} {'a ' * 3000}" for word in first[:5]), "; " * 3000, "1" * 6000):
        asked[0] = 0
        lines.suggest_lines(asker, reading, typed, words("en"), longest=100)
        assert asked[0] <= LOOKS, typed[:20]


def test_every_move_may_be_typed() -> None:
    assert 2 * MOVE_LENGTH < lines.LONGEST, "in the words of the menus as well"
