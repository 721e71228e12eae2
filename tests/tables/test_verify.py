"""Verifying a game after its end: what is published holds, and every kind of tampering is found."""

from __future__ import annotations

import contextlib
import functools
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest

from data.words import words
from engines.draws import commitment, mix_seed
from tables.errors import NoSuchTable
from tables.history import verify
from tables.history.record import FORMAT, Played, Record, RecordOrigin, Sitting, final_hash, read_file, stored_record
from tables.history.record_steps import export
from tables.history.verify import Published
from tests.support.toy_games import games
from tests.tables.conftest import ANNA, BORYS, CELINA, HERE, Room

pytestmark = pytest.mark.usefixtures("own_chance")

CLAIMED = (Sitting("Anna", "person"), Sitting("Borys", "resigned"))


async def played(room: Room) -> Record:
    table = (await room.table("steps", ANNA, BORYS)).info.id
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
    file.write_bytes(export(record))
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
        ("parts", {"presses": ("5",)}),
        ("parts", {"presses": ("-5",)}),
        ("parts", {"secret": "00" * 16}),
        ("parts", {"promise": "00" * 32}),
        ("places", {"places": (1, 1)}),
        ("places", {"seats": (Sitting("Anna", "resigned"), Sitting("Borys", "person"))}),
        ("no-moves", {"moves": ()}),
        ("no-moves", {"moves": (), "closed": "claimed"}),
        ("result", {"moves": (Played(0, "add 3"),), "closed": "claimed", "seats": CLAIMED}),
        ("unfinished", {"moves": (Played(0, "add 3"),), "closed": "claimed"}),
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


@pytest.mark.parametrize(
    ("where", "added"),
    [
        ((), {"winner": "Anna"}),
        (("moves", 0), {"played": "by Borys"}),
        (("seats", 0), {"won": True}),
        (("seats", 0), {"kind": "winner"}),
        ((), {"departed": [{"name": "Anna", "seat": 9, "line": 1}]}),
        ((), {"departed": [{"name": "Anna", "seat": -1, "line": 1}]}),
        ((), {"departed": [{"name": "Anna", "seat": 0, "line": -1}]}),
        ((), {"origin": {"table": 1, "step": 1, "seat": 0, "position": "", "winner": "Anna"}}),
    ],
)
async def test_a_file_has_nothing_that_no_record_has(
    room: Room, tmp_path: Path, where: tuple[Any, ...], added: dict[str, Any]
) -> None:
    honest, file = await played(room), tmp_path / "game.json"
    file.write_bytes(export(honest))
    assert read_file(file) is not None
    fields = msgspec.json.decode(file.read_bytes())
    functools.reduce(lambda found, key: found[key], where, fields).update(added)
    file.write_bytes(msgspec.json.encode(fields))
    assert verify.verify_file(file, games()).key == "tables.verify.unreadable"


async def test_a_game_from_its_start_was_not_played_on(room: Room) -> None:
    forged = msgspec.structs.replace(await played(room), origin=RecordOrigin(1, 5, 0, ""))
    forged = msgspec.structs.replace(forged, final=final_hash(forged))
    assert verify.replay(forged, games()).key == "tables.verify.start"


def test_any_other_file_is_refused_kindly(tmp_path: Path) -> None:
    file = tmp_path / "cat.png"
    for content in (b"", b"\x89PNG", b"[]", b'{"format": "x"}'):
        file.write_bytes(content)
        assert verify.verify_file(file, games()).key == "tables.verify.unreadable"


async def test_the_seed_mixes_the_bots_part_and_everybodys_press(room: Room) -> None:
    reading = await room.tables.lobbies.open_table(ANNA, HERE, "steps", {"length": "short"}, language="en", request=1000)
    table, promise = reading.info.id, reading.info.promise
    assert promise == commitment(bytes(range(16))), "published with the lobby"
    await room.tables.lobbies.join(table, BORYS, request=1001)
    await room.tables.lobbies.leave(table, BORYS.user)
    await room.again()
    await room.tables.lobbies.join(table, CELINA, request=2**63 - 1)
    shown = (await room.tables.lobbies.start(table, ANNA.user, request=1003)).info
    assert shown.promise == promise
    assert shown.commitment != promise
    for _ in range(4):
        shown = (await room.tables.looks.read(table)).info
        user = shown.seats[shown.pending[0]].user
        assert user is not None
        await room.tables.moves.play(table, user, ("end",))
    record = await room.tables.looks.record(table)
    assert record.presses == ("1001", str(2**63 - 1), "1003")
    assert bytes.fromhex(record.seed) == mix_seed(bytes(range(16)), (1001, 2**63 - 1, 1003))
    assert verify.replay(record, games()).good
    shown = (await room.tables.looks.read(table)).info
    own = {"promise": promise, "commitment": shown.commitment, "final": shown.final}
    assert (record.final, record.format) == (shown.final, FORMAT)
    for name, published in own.items():
        verdict = verify.replay(record, games(), Published(**{name: published.upper()}))
        assert (verdict.good, f"tables.verify.same-{name}" in verdict.more) == (True, True)
        for other in own.keys() - {name}:
            misplaced = verify.replay(record, games(), Published(**{other: published}))
            assert misplaced.key == "tables.verify.misplaced"
            assert misplaced.values == {"given": other, "meant": name}
        assert verify.replay(record, games(), Published(**{name: "ab" * 32})).key == "tables.verify.published"
    swapped = verify.replay(msgspec.structs.replace(record, presses=record.presses[::-1]), games())
    assert swapped.key == "tables.verify.parts"


async def test_what_was_published_is_what_is_compared_with(room: Room) -> None:
    record = await played(room)
    await room.close()
    with contextlib.closing(sqlite3.connect(room.path)) as database, database:
        database.execute("UPDATE tables SET seed = ?", (bytes(16),))
    await room.open()
    forged = await room.tables.looks.record(record.table)
    assert forged.commitment == record.commitment
    assert verify.replay(forged, games()).key == "tables.verify.seed"


async def test_a_record_of_a_version_before_is_still_verified(room: Room) -> None:
    record = await played(room)
    before = msgspec.structs.replace(record, format="zamki-record-1", promise="", secret="", presses=(), final="")
    verdict = verify.replay(before, games())
    assert verdict.good
    assert {"tables.verify.older", "tables.verify.unbound"} <= set(verdict.more)
