"""Verifying a game after its end: what is published holds, and every kind of tampering is found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from data.words import words
from tables.errors import NoSuchTable
from tables.history import verify
from tables.history.exporting import stored_record
from tables.history.verify import Played, Record
from tests.support.toy_games import games
from tests.tables.conftest import ANNA, BORYS, Room


async def played(room: Room) -> Record:
    table = (await room.table("steps", ANNA, BORYS)).table.id
    for user, move in (
        (ANNA.user, ("add", "3")),
        (ANNA.user, ("add", "1")),
        (ANNA.user, ("look",)),
        (BORYS.user, ("look",)),
        (ANNA.user, ("end",)),
    ):
        await room.tables.moves.play(table, user, move)
        if move == ("add", "1"):
            await room.tables.moves.take_back(table, user)
    running = await room.tables.looks.record(table)
    assert (running.over, running.seed, running.moves, running.result) == (False, "", (), None)
    assert verify.replay(running, games()).key == "tables.verify.not-over"
    await room.tables.moves.play(table, BORYS.user, ("end",))
    return await room.tables.looks.record(table)


async def test_the_record_is_the_same_without_the_service(room: Room) -> None:
    record = await played(room)
    assert await stored_record(room.store, record.table) == record
    for nowhere in (99, 0, -1, 1 << 70):
        with pytest.raises(NoSuchTable):
            await stored_record(room.store, nowhere)


async def test_an_honest_game_is_verified_from_its_file(room: Room, tmp_path: Path) -> None:
    record = await played(room)
    assert [line.move for line in record.moves] == ["add 3", "look", "look", "end", "end"]
    file = tmp_path / "table.json"
    file.write_bytes(verify.export(record))
    verdict = verify.verify_file(file, games())
    assert verdict.good
    assert verdict.values == {"number": 5}


@pytest.mark.parametrize(
    ("key", "changes"),
    [
        ("seed", {"seed": "00" * 16}),
        ("seed", {"seed": "not hex"}),
        ("order", {"random_order": True, "drawn": (9, 9)}),
        ("start", {"options": {"length": "short"}, "seats": (), "random_order": False}),
        ("move", {"moves": (Played(1, "add 3"),)}),
        ("move", {"moves": (Played(0, "add 9"),)}),
        ("move", {"moves": (Played(7, "add 3"),)}),
        ("start", {"options": {"length": "endless"}}),
        ("unfinished", {"moves": (Played(0, "add 3"),)}),
        ("result", {"result": None}),
        ("unknown-game", {"game": "chess"}),
        ("other-rules", {"rules_version": 2}),
    ],
)
async def test_tampering_is_found(room: Room, key: str, changes: dict[str, Any]) -> None:
    verdict = verify.replay(msgspec.structs.replace(await played(room), **changes), games())
    assert not verdict.good
    assert verdict.key == f"tables.verify.{key}"
    for language in ("en", "pl"):
        assert words(language)(verdict.key, **verdict.values)


def test_any_other_file_is_refused_kindly(tmp_path: Path) -> None:
    file = tmp_path / "cat.png"
    for content in (b"", b"\x89PNG", b"[]", b'{"format": "x"}'):
        file.write_bytes(content)
        assert verify.verify_file(file, games()).key == "tables.verify.unreadable"
