"""Tables that cannot be loaded: set aside, told, closed, while all others go on; and old forms that can."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec
import pytest

from data.words import words
from engines.base import BaseGame, BaseState, Upgrader
from engines.contract import UnreadableSnapshot
from tables.errors import NotSeated, SetAside, WrongState
from tests.support.log_lines import lines_of
from tests.support.toy_games import games
from tests.support.world import eventually
from tests.tables.conftest import ANNA, BORYS, CELINA, HERE, Room

HOUR = 3600.0


async def spoil(room: Room, sql: str, table: int) -> None:
    """Change something stored behind the table service's back and open it again."""
    async with room.store.transaction() as tx:
        await tx.run(sql, (table,))
    await room.again()


async def served(room: Room, table: int) -> bool:
    """Whether the clock has been served at a table."""
    return not await room.store.read(f"SELECT 1 FROM tables WHERE id = {table} AND due <= {room.clock.now()}")


SPOILT = {
    "a snapshot of no version": "UPDATE snapshots SET snapshot = CAST('{\"version\": 99}' AS BLOB) WHERE table_id = ?",
    "a snapshot torn": "UPDATE snapshots SET snapshot = substr(snapshot, 1, 20) WHERE table_id = ?",
    "no snapshot": "DELETE FROM snapshots WHERE table_id = ?",
    "a row torn": "UPDATE tables SET document = '[{', options = '' WHERE id = ?",
    "a game that is gone": "UPDATE tables SET game = 'chess' WHERE id = ?",
}


@pytest.mark.parametrize("sql", SPOILT.values(), ids=SPOILT.keys())
async def test_an_unloadable_table_can_be_closed_and_disturbs_nobody(
    room: Room, sql: str, caplog: pytest.LogCaptureFixture
) -> None:
    broken = (await room.table("steps", ANNA, BORYS, computers=1, pace="live")).info.id
    whole = (await room.table("steps", ANNA, BORYS, pace="live")).info.id
    room.bots.may_answer.clear()  # a computer player is going to owe a move there
    await room.tables.moves.play(broken, ANNA.user, ("end",))
    await room.tables.moves.play(broken, BORYS.user, ("end",))
    with caplog.at_level(logging.INFO):
        await spoil(room, sql, broken)
        for _ in range(3):
            for user in (None, ANNA.user, CELINA.user):
                with pytest.raises(SetAside):
                    await room.tables.looks.read(broken, user)
            with pytest.raises(SetAside):
                await room.tables.moves.play(broken, ANNA.user, ("end",))
            with pytest.raises(SetAside):
                (await room.tables.looks.read(broken, ANNA.user)).complete("a")
            with pytest.raises(SetAside):
                await room.tables.endings.resign(broken, ANNA.user)
        room.bots.may_answer.set()
        for _ in range(3):  # one has left by then, and the other is not late yet
            await room.clock.advance(301)
            await eventually(lambda: served(room, whole))
    lines = lines_of(caplog, "tables")
    assert [record.getMessage().split(":")[0] for record in lines] == [f"table {broken} is set aside, it cannot be loaded"]
    assert all(record.exc_info is None for record in lines), "what was stored is not quoted"

    assert [(info.id, info.set_aside) for info in await room.tables.looks.tables_of(ANNA.user)] == [
        (broken, True),
        (whole, False),
    ]
    assert [info.id for info in await room.tables.looks.tables_in(HERE.channel)] == [broken, whole]
    await room.until(whole, lambda info: info.turn > 1)  # the clock has gone on at the other table
    reading = await room.tables.looks.read(broken, ANNA.user, anyway=True)
    assert (reading.view, reading.info.set_aside, reading.info.seats[0].name) == (None, True, "Anna")

    with pytest.raises(NotSeated):
        await room.tables.endings.cancel(broken, CELINA.user)
    reading = await room.tables.endings.cancel(broken, BORYS.user, request=77)
    assert (reading.info.state, reading.info.set_aside) == ("cancelled", False)
    assert await room.store.read(f"SELECT kind FROM outbox WHERE subject_id = {broken}") == [("final",)]
    assert [info.id for info in await room.tables.looks.tables_of(ANNA.user)] == [whole]
    await room.again()
    assert (await room.tables.looks.read(broken, ANNA.user)).info.state == "cancelled"
    with pytest.raises(WrongState):
        await room.tables.endings.cancel(broken, BORYS.user)


async def test_a_moderator_closes_it_too(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    await spoil(room, SPOILT["no snapshot"], table)
    assert (await room.tables.endings.cancel(table, 99, moderator=True)).info.state == "cancelled"


async def test_a_lobby_of_a_game_that_is_gone_is_closed(room: Room) -> None:
    table = (await room.tables.lobbies.open_table(ANNA, HERE, "coins", language="en")).info.id
    room.games = {"steps": room.games["steps"]}
    await room.again()
    with pytest.raises(SetAside):
        await room.tables.lobbies.join(table, BORYS)
    await room.clock.advance(9 * 24 * HOUR)
    assert (await room.tables.looks.tables_in(HERE.channel))[0].set_aside
    assert (await room.tables.endings.cancel(table, ANNA.user)).info.state == "cancelled"
    assert await room.store.read("SELECT kind FROM outbox") == [("lobby",)]


@pytest.mark.long
async def test_it_comes_back_with_a_version_that_can_load_it(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    await room.tables.moves.play(table, ANNA.user, ("add", "2"))
    every, room.games = room.games, {}
    await room.again()
    with pytest.raises(SetAside):
        await room.tables.looks.read(table)
    room.games = every
    await room.again()
    assert (await room.tables.moves.take_back(table, ANNA.user)).info.stage == 1


async def test_a_game_that_cannot_be_shown_keeps_its_result(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    for person in (ANNA, BORYS, ANNA, BORYS):
        reading = await room.tables.moves.play(table, person.user, ("end",))
    assert reading.info.state == "over"
    await spoil(room, SPOILT["a snapshot torn"], table)
    with pytest.raises(SetAside) as caught:
        await room.tables.looks.read(table)
    assert caught.value.key == "tables.refusal.set-aside-over"
    with pytest.raises(WrongState):
        await room.tables.endings.cancel(table, ANNA.user, moderator=True)
    assert len((await room.tables.looks.record(table)).moves) == 4
    assert len((await room.tables.ratings.standings(1)).rows) == 2
    for language in ("en", "pl"):
        assert len(words(language)(caught.value.key)) > 40


async def test_twenty_readers_of_a_broken_table_make_one_log_line(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    await spoil(room, SPOILT["no snapshot"], table)
    found = await asyncio.gather(*(room.tables.looks.read(table) for _ in range(20)), return_exceptions=True)
    assert all(isinstance(error, SetAside) for error in found)
    assert len(lines_of(caplog, "tables")) == 1


class Counter(BaseState):
    """A made-up state: version 2 has split `total` of version 1 by seat."""

    totals: list[int]
    version: int = 2


def _split(fields: dict[str, object]) -> dict[str, object]:
    return {"totals": [fields["total"], 0], "version": 2}


class Counting(BaseGame[Any, Any]):
    key = "counting"
    position_type = Counter
    version = 2
    upgraders: ClassVar[Mapping[int, Upgrader]] = {1: _split}


def test_old_forms_are_upgraded_step_by_step() -> None:
    game = Counting()  # type: ignore[abstract] # what BaseGame brings is all that is tested here
    assert game.load(b'{"total": 7, "version": 1}') == Counter([7, 0])
    assert game.load(Counter([1, 2]).snapshot()) == Counter([1, 2])
    for snapshot in (b'{"total": 7, "version": 0}', b'{"version": 2}', b"{", b"[]"):
        with pytest.raises(UnreadableSnapshot):
            game.load(snapshot)


async def test_a_running_game_of_an_old_form_is_played_on(room: Room) -> None:
    """The toy game learns a new form between two starts; its running table goes on."""

    class Renamed:
        """`steps` as if its stored field `sums` had been called `points` before."""

        def __init__(self) -> None:
            self._game = games()["steps"]

        def __getattr__(self, name: str) -> object:
            return getattr(self._game, name)

        def load(self, snapshot: bytes) -> object:
            fields = msgspec.json.decode(snapshot)
            if "points" in fields:
                fields["sums"] = fields.pop("points")
            return self._game.load(msgspec.json.encode(fields))

    table = (await room.table("steps", ANNA, BORYS)).info.id
    await room.tables.moves.play(table, ANNA.user, ("add", "3"))
    room.games = {"steps": Renamed()}  # type: ignore[dict-item]
    old = "replace(CAST(snapshot AS TEXT), 'sums', 'points')"
    async with room.store.transaction() as tx:
        await tx.run(f"UPDATE snapshots SET snapshot = CAST({old} AS BLOB)")
        await tx.run(f"UPDATE journal SET snapshot = CAST({old} AS BLOB) WHERE snapshot IS NOT NULL")
    await room.again()
    assert (await room.tables.moves.take_back(table, ANNA.user)).info.stage == 1
    for person in (ANNA, BORYS, ANNA, BORYS):
        reading = await room.tables.moves.play(table, person.user, ("end",))
    assert reading.info.state == "over"
