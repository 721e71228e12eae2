"""A tournament with a date: its calls, checking in, and its beginning by itself, once, late rather than twice."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from tables.errors import Refusal, TooMany
from tables.model.outbox_rows import CheckInRow
from tables.service.service import TableService
from tables.store.table_store import LINKED_SECONDS
from tables.time.timing import DAY, HOUR
from tables.tournaments.acts import Occasion
from tables.tournaments.tournament import Rules, Tournament
from tests.support.killable_tables import Step, kill_at_awaits
from tests.support.manual_clock import ManualClock
from tests.support.tournaments import acted, opened, rested
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, EWA, HERE, Room


async def _dated(room: Room, seconds: float, *people: object, places: int = 4) -> Tournament:
    found = await opened(room, people, rounds=2)  # type: ignore[arg-type]
    await acted(room, found.id, ANNA, "places", places)
    return await acted(room, found.id, ANNA, "date", int(room.clock.now() + seconds))


async def _looked_at(room: Room, number: int) -> Tournament:
    await room.tables.rounds.advance_tournament(number)
    return await room.tables.tournaments.tournament(number)


async def _calls(room: Room) -> list[int]:
    return [payload.call for _, payload in await room.mail() if isinstance(payload, CheckInRow)]


async def test_people_check_in_and_others_make_room_for_the_reserve(room: Room) -> None:
    found = await _dated(room, 3 * DAY, ANNA, BORYS, CELINA, DAWID)
    number = found.id
    await room.tables.tournaments.join_tournament(number, EWA)
    with pytest.raises(Refusal, match="early"):
        await room.tables.tournaments.check_in(number, ANNA)
    await room.mail()
    for after, call in ((2 * DAY, 1), (23 * HOUR, 2)):
        await room.advance(after)
        for _ in range(2):
            assert (await _looked_at(room, number)).calls == call
        assert await _calls(room) == [call], "once"
    for person in (ANNA, CELINA, EWA, CELINA):
        await room.tables.tournaments.check_in(number, person)
    await room.again()
    await room.advance(HOUR)
    begun = await rested(room, number)
    assert begun.state == "running"
    assert {each.user for each in begun.entrants} == {ANNA.user, CELINA.user, EWA.user}
    assert {each.user for each in begun.reserve} == {BORYS.user, DAWID.user}, "they may still be put in"
    assert len((await room.tables.tournaments.tournament(number)).rounds) == 1


async def test_it_is_closed_if_too_few_have_checked_in(room: Room) -> None:
    found = await _dated(room, HOUR, ANNA, BORYS)
    assert (await _looked_at(room, found.id)).calls == 2, "one call, as both are past or due"
    assert await _calls(room) == [2]
    await room.tables.tournaments.check_in(found.id, ANNA)
    await room.advance(HOUR)
    found = await _looked_at(room, found.id)
    assert (found.state, found.closed) == ("cancelled", "few")


async def test_an_outage_begins_it_late_and_calls_once(room: Room) -> None:
    found = await _dated(room, 3 * DAY, ANNA, BORYS, CELINA, DAWID)
    await room.close()
    await room.clock.advance(5 * HOUR)
    await room.open()
    assert (await _looked_at(room, found.id)).starts == found.starts, "an outage days before moves no date"
    await room.advance(DAY)
    await room.close()
    await room.clock.advance(2 * DAY)
    await room.open()
    late = await _looked_at(room, found.id)
    assert (late.state, await _calls(room)) == ("lobby", [2])
    assert late.starts is not None
    assert late.starts > room.clock.now(), "people have time to check in"
    for person in (ANNA, BORYS):
        await room.tables.tournaments.check_in(found.id, person)
    await room.advance(late.starts - room.clock.now())
    assert (await rested(room, found.id)).state == "running"


@pytest.mark.parametrize("seconds", [60.0, 61 * DAY])
async def test_a_date_is_neither_at_once_nor_in_a_year(room: Room, seconds: float) -> None:
    with pytest.raises(Refusal, match="tournament-date"):
        await _dated(room, seconds, ANNA)


def script(tables: TableService, clock: ManualClock) -> list[Step]:
    """Two people, a date in two days, both calls, and the beginning."""

    async def set_date(request: int) -> None:
        with contextlib.suppress(TooMany):
            await tables.tournaments.open_tournament(ANNA, HERE, "coins", Rules(rounds=1), language="en", request=request)
        with contextlib.suppress(Refusal):  # it has begun, perhaps just now by its clock
            await tables.tournaments.join_tournament(1, BORYS)
        found = await tables.tournaments.tournament(1)
        if found.state == "lobby" and found.starts is None:
            occasion = Occasion(ANNA.user, HERE.channel, 0.0, reason="as agreed")
            await tables.tournaments.organise(1, occasion, "date", (str(int(clock.now() + 2 * DAY)),))

    async def come(before: float) -> None:
        found = await tables.tournaments.tournament(1)
        if found.state == "lobby" and found.starts is not None:
            await clock.advance(max(0.0, found.starts - before - clock.now()))
            await tables.rounds.advance_tournament(1)
            if before == HOUR:
                for person in (ANNA, BORYS):
                    await tables.tournaments.check_in(1, person)
        await tables.rounds.advance_tournament(1)

    async def later(_request: int) -> None:
        await clock.advance(LINKED_SECONDS)  # by when the round is told

    return [set_date, lambda _: come(DAY), lambda _: come(HOUR), lambda _: come(0.0), later]


def check(path: Path, told: list[str], ended: bool) -> None:
    if not ended:
        return
    db = sqlite3.connect(path)
    assert db.execute("SELECT state FROM tournaments").fetchall() == [("running",)]
    assert db.execute("SELECT count(*) FROM tournament_games").fetchone() == (1,)
    rows = {(kind, row) for line in told if line.startswith("sent") for _, row, _, kind, *_ in [line.split()]}
    assert [kind for kind, _ in rows].count("check-in") <= 2, "each call is one row, however often it was sent"
    db.close()


@pytest.mark.long
def test_a_date_killed_at_some_awaits(tmp_path: Path) -> None:
    assert kill_at_awaits(tmp_path, script, check, stride=7) > 2
