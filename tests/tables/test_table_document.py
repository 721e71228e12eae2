"""What is stored of a table beside its columns: one document, whose fields need no migration."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from tables.model import table as model
from tables.model.table import DOCUMENT, bare, from_rows
from tests.support.stored_tables import EMPTY, FULL


def test_every_field_comes_out_as_it_went_in() -> None:
    assert [name for name in DOCUMENT if getattr(FULL, name) == getattr(EMPTY, name)] == []
    assert from_rows(*FULL.rows()) == FULL


def test_what_everybody_may_know_has_nothing_of_the_secrets() -> None:
    info = FULL.info()
    assert (info.seed, info.rated, info.expires) == ("", False, None)
    assert info.timing == FULL.timing.public()
    told = json.loads(msgspec.json.encode(info))
    assert not {"secret", "ahead", "presses", "begins", "company", "newer", "remind", "idle_due", "missed"} & set(told)
    assert "coin-1" not in json.dumps(told)
    over = msgspec.structs.replace(FULL, state="over")
    assert msgspec.structs.replace(over, day="", secret_until=0.0).info().seed == FULL.seed.hex()
    for still in ("day", "secret_until"):
        others = {"day": "", "secret_until": 0.0, still: getattr(over, still)}
        assert msgspec.structs.replace(over, **others).info().seed == "", "others still play this deal"


def with_a_new_field(line: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module of tables as a later version has it, with one more line."""
    source = Path(model.__file__).read_text(encoding="utf-8")
    last = "    newer: dict[str, Any] = msgspec.field(default_factory=dict)\n"
    assert source.count(last) == 1
    later = ModuleType("later_table")
    monkeypatch.setitem(sys.modules, later.__name__, later)
    exec(source.replace(last, f"    {line}\n{last}"), later.__dict__)
    return later


def test_a_new_field_is_one_line_and_old_rows_have_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    later = with_a_new_field('mood: str = "calm"', monkeypatch)
    table = later.from_rows(*FULL.rows())
    assert (table.mood, table.votes) == ("calm", FULL.votes)
    table = msgspec.structs.replace(table, mood="wild")
    assert later.from_rows(*table.rows()) == table


def test_an_earlier_version_keeps_the_fields_of_a_later_one(monkeypatch: pytest.MonkeyPatch) -> None:
    later = with_a_new_field("mood: tuple[str, ...] = ()", monkeypatch)
    table = msgspec.structs.replace(later.from_rows(*FULL.rows()), mood=("wild",))
    ours = from_rows(*table.rows())
    assert ours.newer == {"mood": ["wild"]}
    changed = msgspec.structs.replace(ours, friendly=False, version=5)
    assert later.from_rows(*changed.rows()) == msgspec.structs.replace(table, friendly=False, version=5)


@pytest.mark.parametrize("document", ["", "[{", "[]", '{"created": "x"}', '{"created": 1.0, "rules_version": 1, "log": {}}'])
def test_an_unreadable_document_leaves_what_the_columns_say(document: str) -> None:
    row, seats = FULL.rows()
    row = msgspec.structs.replace(row, document=document)
    with pytest.raises(msgspec.MsgspecError):
        from_rows(row, seats)
    table = bare(row, seats)
    assert (table.id, table.place, table.host, table.seats, table.seed) == (5, FULL.place, 11, FULL.seats, FULL.seed)
    assert table.votes == ()
