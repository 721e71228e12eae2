"""Killed with `kill -9` at any await between two wishes and the table: nobody is lost, seated twice, or seated unasked."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from data.sqlite.store import SqliteStore
from tables.errors import Stale, TooMany, WrongState
from tables.model.people import Person
from tables.model.table_info import Place, TableInfo
from tables.service.service import TableService
from tables.time.timing import HOUR
from tests.support.killable_tables import START, Check, Script, Step, kill_at_awaits
from tests.support.manual_clock import ManualClock
from tests.support.toy_games import games
from tests.support.wishes import slow_wish
from tests.tables.conftest import ANNA, BORYS, HERE

ELSEWHERE = Place(HERE.guild, HERE.channel + 1)

OPENED = 2
"""The number of the lobby of `lonely_lobby`: the list of the search elsewhere has the first."""


def script(tables: TableService, clock: ManualClock) -> list[Step]:
    """Two people look for a game, agree, and wait until they sit."""

    def looks(person: Person) -> Step:
        async def look(request: int) -> None:
            await tables.matchmaking.look_for_game(person, HERE, slow_wish(person, START), language="en", request=request)

        return look

    def agrees(person: Person) -> Step:
        async def agree(request: int) -> None:
            found = await tables.matchmaking.list_in(HERE)
            assert found is not None
            try:
                await tables.matchmaking.answer(found.id, 1, person.user, comes=True, request=request)
            except Stale:
                assert not found.wishes, "they sit already"

        return agree

    async def wait(_request: int) -> None:
        while not (sitting := await tables.guests.tables_on(1)) or sitting[0].state != "playing":
            await clock.advance(1.0)
        while (found := await tables.matchmaking.list_in(HERE)) is None or found.wishes:
            await clock.advance(1.0)
        await clock.advance(60.0)  # what the process before has stored is due by then

    return [looks(ANNA), looks(BORYS), agrees(ANNA), agrees(BORYS), wait]


async def make(path: Path) -> None:
    store = await SqliteStore.open(path)
    tables = await TableService.open(store, games=games(), clock=ManualClock())
    await tables.close()
    await store.close()


def check(path: Path, _told: list[str], ended: bool) -> None:
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    tables = db.execute("SELECT id, state FROM tables").fetchall()
    assert len(tables) <= 1
    agreed = db.execute("SELECT count(*) FROM wishes WHERE how IS NOT NULL AND how <> 'seated'").fetchone()
    assert agreed == (0,), "nobody is lost"
    if ended:
        assert [state for _, state in tables] == ["playing"]
        assert {row[0] for row in db.execute("SELECT user FROM seats")} == {ANNA.user, BORYS.user}
        assert db.execute("SELECT how, count(*) FROM wishes GROUP BY 1").fetchall() == [("seated", 2)]
        assert db.execute("SELECT count(*) FROM outbox").fetchone() == (0,)
    db.close()


def slow_lobby(tables: TableService, clock: ManualClock) -> list[Step]:
    """Two people sit down at a slow pace; thirteen hours later one of them is asked, and agrees."""

    async def opened() -> TableInfo:
        return (await tables.guests.tables_on(1))[0]

    async def opens(request: int) -> None:
        await tables.lobbies.open_table(ANNA, HERE, "coins", language="en", pace="daily", request=request)

    async def joins(request: int) -> None:
        await tables.lobbies.join((await opened()).id, BORYS, request=request)
        await clock.advance(max(0.0, START + 13 * HOUR - clock.now()))

    async def starts(request: int) -> None:
        with contextlib.suppress(TooMany, WrongState):  # asked, or begun, before the process was killed
            await tables.lobbies.start((await opened()).id, ANNA.user, request=request)

    async def agrees(request: int) -> None:
        info = await opened()
        if info.state == "lobby":
            await tables.guests.accept(info.id, BORYS, info.guests.open[BORYS.user], request=request)

    return [opens, joins, starts, agrees]


def check_lobby(path: Path, _told: list[str], ended: bool) -> None:
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert db.execute("SELECT count(*) FROM tables").fetchone()[0] <= 1
    if ended:
        assert db.execute("SELECT state FROM tables").fetchall() == [("playing",)]
        assert {row[0] for row in db.execute("SELECT user FROM seats")} == {ANNA.user, BORYS.user}
        assert db.execute("SELECT count(*) FROM outbox").fetchone() == (0,)
    db.close()


def lonely_lobby(tables: TableService, clock: ManualClock) -> list[Step]:
    """A host looks for a game elsewhere, opens a lobby, and gives it up to look for one in its channel."""

    async def looks(request: int) -> None:
        wish = slow_wish(ANNA, START)
        await tables.matchmaking.look_for_game(ANNA, ELSEWHERE, wish, language="en", request=request)

    async def opens(request: int) -> None:
        await tables.lobbies.open_table(ANNA, HERE, "coins", language="en", pace="daily", request=request)

    async def gives_up(request: int) -> None:
        wish = slow_wish(ANNA, START)
        await tables.matchmaking.look_instead(ANNA, OPENED, wish, language="en", request=request)

    return [looks, opens, gives_up]


def check_lonely_lobby(path: Path, _told: list[str], ended: bool) -> None:
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    channels = [row[0] for row in db.execute("SELECT channel FROM wishes JOIN subjects ON id = subject_id WHERE ended IS NULL")]
    assert len(channels) == db.execute("SELECT count(*) > 0 FROM wishes").fetchone()[0], "one wish, wherever it is"
    states = [row[0] for row in db.execute("SELECT state FROM tables")]
    assert states in ([], ["lobby"]) or channels == [HERE.channel], "no lobby closes before its host looks for a game"
    if ended:
        assert (states, channels) == (["cancelled"], [HERE.channel])
        assert db.execute("SELECT count(*) FROM outbox").fetchone() == (0,)
    db.close()


WALKS = [(script, check, "match", 4), (slow_lobby, check_lobby, "invite", 2), (lonely_lobby, check_lonely_lobby, "match", 0)]
"""A script, what holds after a kill, and how many messages of which kind ask and tell its people at most."""


@pytest.mark.long
@pytest.mark.parametrize(("script", "check", "kind", "most"), WALKS, ids=["wishes", "lobby", "lonely"])
def test_two_who_find_each_other_killed_at_every_await(
    tmp_path: Path, script: Script, check: Check, kind: str, most: int
) -> None:
    def checked(path: Path, told: list[str], ended: bool) -> None:
        check(path, told, ended)
        questions = {line.split()[1] for line in told if line.startswith("sent") and line.split()[3] == kind}
        assert len(questions) <= most, "each is asked once, and told once what came of it"

    assert kill_at_awaits(tmp_path, script, checked, make=make) > 10
