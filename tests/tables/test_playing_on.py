"""Playing on from a position of a finished game: as the seat knew it, for nothing, and its record says where it began."""

from __future__ import annotations

import copy
import random
from itertools import pairwise

import msgspec
import pytest
from msgspec.structs import replace

import engines
from engines.contract import Revealing
from engines.notation import random_move
from tables.history import verify
from tables.history.record import Record
from tables.history.record_steps import export
from tables.history.replay import NoReplay
from tables.model.table_info import DIRECT, Origin, Place
from tests.support import conformance
from tests.support.replayed import replayed
from tests.support.table_store import loaded_table
from tests.tables.conftest import ANNA, Beginners, Room

ALONE = Place(DIRECT, 77)


@pytest.mark.parametrize(
    "key", [pytest.param(key, marks=() if key == "rycerze" else pytest.mark.long) for key in engines.games()]
)
async def test_a_game_goes_on_from_a_position(room: Room, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.service.play_actions.SHOWING", 0.0)  # nobody sends the boards that are waited for
    room.games, room.bots = engines.games(), Beginners()
    await room.again()
    game, found = room.games[key], replayed(key, engines.games()[key].seats[0] if key != "rzymianie" else 2)
    step = next(step for step in range(max(0, found.last * 9 // 10), found.last) if found.step(step + 1).seat is not None)
    seat = found.step(step + 1).seat
    assert seat is not None
    origin = Origin(12, step, seat)
    reading = await room.tables.lobbies.play_on(ANNA, ALONE, found, origin, language="en")
    table = reading.info.id
    assert [info.user for info in reading.info.seats] == [ANNA.user if at == seat else None for at in range(found.seats)]
    assert reading.view == found.view(step, seat), "the position as the seat knew it"
    assert reading.info.origin == origin
    assert (await room.tables.looks.record(table)).origin is None, "its position is secret until it is over"
    rng = random.Random(1)
    while (now := await room.tables.looks.read(table)).info.state == "playing":
        if seat not in now.info.pending:
            await room.advance(2)  # computer players wait for looks and for what people should see
            continue
        loaded = await loaded_table(room.tables, table)
        assert loaded.position is not None
        looking = game.reveal_move(loaded.position) if isinstance(game, Revealing) else None
        await room.tables.moves.play(table, ANNA.user, looking or random_move(loaded.position, seat, rng))
    assert await room.store.read("SELECT 1 FROM results WHERE table_id = ?", (table,)) == [], "it counts for nothing"
    exported = export(await room.tables.looks.record(table), game)
    record = msgspec.json.decode(exported, type=Record)
    verdict = verify.replay(record, room.games)
    assert verdict.good
    assert "tables.verify.played-on" in verdict.more
    assert record.origin is not None
    later = replace(record.origin, step=step - 1)
    assert verify.replay(replace(record, origin=later), room.games).key == "tables.verify.final"
    for position in ("{}", "[", now.info.game, record.origin.position.replace("{", '{"more":1,', 1)):
        assert not verify.replay(replace(record, origin=replace(record.origin, position=position)), room.games).good
    assert not verify.replay(replace(record, origin=None), room.games).good
    assert (await room.tables.looks.replay(table)).view(0, seat) == found.view(step, seat)


@pytest.mark.parametrize("key", engines.games())
def test_what_a_seat_could_not_know_is_dealt_again(key: str) -> None:
    found, game = replayed(key), engines.games()[key]
    dealt = 0
    for before, after in pairwise(range(0, found.last, max(1, found.last // 6))):
        seat = found.step(after).seat
        assert seat is not None
        stored = {found.possible_position(before, seat, bytes([luck] * 16)) for luck in range(3)}
        dealt += len(stored) > 1
        for each in stored:
            position = game.load(each.encode())
            assert position.view(seat) == found.view(before, seat)
            assert position.pending() == found.view(before).pending
    assert dealt or conformance.is_open(key), "something was hidden"


async def test_a_game_with_other_rules_is_not_played_on(room: Room) -> None:
    with pytest.raises(NoReplay, match="unknown-game"):
        await room.tables.lobbies.play_on(ANNA, ALONE, replayed("rycerze"), Origin(12, 0, 0), language="en")
    room.games = {"rycerze": copy.copy(engines.games()["rycerze"])}
    await room.again()
    with pytest.raises(NoReplay, match="older-rules"):
        await room.tables.lobbies.play_on(ANNA, ALONE, replayed("rycerze"), Origin(12, 0, 0), language="en")
