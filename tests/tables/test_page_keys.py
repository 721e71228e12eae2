"""Keys to the page on which a person plays: good once, for two minutes. Sessions last while they are used, at one seat."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tables.errors import NoSuchTable, NotSeated, Refusal
from tables.service.page_actions import KEY_SECONDS, SESSION_SECONDS
from tables.service.service import TableService
from tables.time.timing import DAY
from tests.support.killable_tables import Step, kill_at_awaits
from tests.support.manual_clock import ManualClock
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, Room


async def refused(room: Room, token: str) -> bool:
    try:
        await room.tables.pages.open(token)
    except NoSuchTable:
        return True
    return False


async def test_a_key_opens_one_session(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    pages = room.tables.pages
    key = await pages.make_key(table, ANNA.user)
    token, found = await pages.begin(key)
    assert found == table
    session = await pages.open(token)
    assert (session.user, session.reading.seat, session.public.seat) == (ANNA.user, 0, None)
    for tried in (key, token, "", "x" * 1000, "\udcff"):
        with pytest.raises(NoSuchTable):
            await pages.begin(tried)
    assert await refused(room, key)
    late = await pages.make_key(table, ANNA.user)
    await room.clock.advance(KEY_SECONDS)
    with pytest.raises(NoSuchTable):
        await pages.begin(late)
    with pytest.raises(NotSeated):
        await pages.make_key(table, CELINA.user)
    assert [row.once for row in await pages.sessions(ANNA.user)] == [False]
    assert key not in str(await room.store.personal(ANNA.user))


async def test_a_session_lasts_while_it_is_used_and_the_seat_is_theirs(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    pages = room.tables.pages
    token, _ = await pages.begin(await pages.make_key(table, ANNA.user))
    other, _ = await pages.begin(await pages.make_key(table, BORYS.user))
    await pages.make_key(table, BORYS.user)
    assert await pages.count() == 2, "a key is no session yet"
    for _ in range(3):
        await room.clock.advance(SESSION_SECONDS - DAY / 2)
        assert not await refused(room, token)
    assert await refused(room, other)
    assert await pages.count() == 1
    await room.tables.servers.set_server(1, 0, watch_pages=False)
    with pytest.raises(Refusal):
        await pages.open(token)
    await room.tables.servers.set_server(1, 0, watch_pages=True)
    await pages.end(ANNA.user)
    assert await refused(room, token)


async def test_a_session_ends_with_the_seat(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    pages = room.tables.pages
    token, _ = await pages.begin(await pages.make_key(table, BORYS.user))
    offer = (await room.tables.endings.offer_seat(table, BORYS.user, 1, DAWID.user)).info.offer
    assert offer is not None
    assert not await refused(room, token), "until somebody takes it"
    await room.tables.endings.take_seat(table, DAWID, offer.id)
    with pytest.raises(NotSeated):
        await pages.open(token)


async def test_forgetting_a_person_ends_their_sessions(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    token, _ = await room.tables.pages.begin(await room.tables.pages.make_key(table, ANNA.user))
    await room.tables.personal.forget_person(ANNA.user)
    assert await refused(room, token)


def log_in(tables: TableService, _clock: ManualClock) -> list[Step]:
    """A person asks for a key and opens a session."""

    async def begin(_request: int) -> None:
        await tables.pages.begin(await tables.pages.make_key(1, ANNA.user))

    return [begin]


async def make(path: Path) -> None:
    room = Room(path)
    await room.open()
    await room.table("steps", ANNA, BORYS)
    await room.close()


def check(path: Path, _told: list[str], ended: bool) -> None:
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    kinds = [once for (once,) in db.execute("SELECT once FROM page_keys")]
    assert len(kinds) <= 3
    assert kinds.count(0) <= 2, "a key opens one session"
    if ended:
        assert 0 in kinds
    db.close()


@pytest.mark.long
def test_a_log_in_killed_at_every_await(tmp_path: Path) -> None:
    assert kill_at_awaits(tmp_path, log_in, check, make=make) > 5
