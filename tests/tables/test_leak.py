"""What people and log files may not know: hidden choices vary, and not a byte of what others receive does."""

from __future__ import annotations

import logging
import secrets
from pathlib import Path

import msgspec
import pytest

from tests.tables.conftest import ANNA, BORYS, CELINA, HERE, Room, encoded

HIDDEN = ("coin-1", "coin-2", "coin-3")


async def everything_but_annas(path: Path, coins: tuple[str, ...]) -> bytes:
    """All that leaves the table service towards others while Anna chooses (and chooses again) in secret."""
    room = Room(path)
    await room.open()
    table = (await room.table("coins", ANNA, BORYS, CELINA, pace="day")).info.id
    await room.mail()
    seen: list[object] = []
    for coin in coins:
        await room.tables.moves.play(table, ANNA.user, (coin,))
        seen += [await room.tables.looks.read(table, user) for user in (None, BORYS.user, CELINA.user, 999)]
        seen.append((await room.tables.looks.read(table, BORYS.user)).choices())
        seen.append((await room.tables.looks.read(table, BORYS.user)).complete(""))
        seen += [
            await room.mail(),
            await room.tables.looks.tables_in(HERE.channel),
            await room.tables.looks.tables_of(BORYS.user),
        ]
        seen += [await room.tables.looks.record(table)]
        await room.advance(100)
    await room.advance(70_000)
    seen.append(await room.mail())
    await room.close()
    return encoded(seen)


async def test_not_a_byte_depends_on_a_hidden_choice(tmp_path: Path) -> None:
    ways = [("coin-1", "coin-2"), ("coin-3", "coin-1"), ("coin-2", "coin-2")]
    received = [await everything_but_annas(tmp_path / f"{number}.db", way) for number, way in enumerate(ways)]
    assert received[0] == received[1] == received[2]
    assert b"pending" in received[0]


async def test_the_seed_is_told_only_at_the_end(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS)).info.id
    seed = bytes(range(16)).hex()
    for coin in HIDDEN:
        for person in (ANNA, BORYS):
            everything = [
                await room.tables.looks.read(table, person.user),
                await room.tables.looks.record(table),
                await room.mail(),
            ]
            assert seed.encode() not in encoded(everything)
            assert b'"moves":[]' in msgspec.json.encode(await room.tables.looks.record(table))
            await room.tables.moves.play(table, person.user, (coin,))
    assert (await room.tables.looks.record(table)).seed == seed


async def test_no_log_line_names_a_hidden_card(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    table = (await room.table("coins", ANNA, computers=2)).info.id
    reading = await room.tables.looks.read(table, ANNA.user)
    while reading.info.state == "playing":
        await room.tables.moves.play(table, ANNA.user, reading.choices().words[:1], request=secrets.randbits(60))
        reading = await room.until(table, lambda info: 0 in info.pending or info.state == "over", ANNA.user)
        for _ in range(3):
            await room.mail()
    assert "coin-" not in caplog.text
