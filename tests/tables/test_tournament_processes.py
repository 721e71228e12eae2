"""A tournament that two processes on one PostgreSQL bring on: nothing is opened, begun or counted twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from tables.errors import Refusal
from tables.time.timing import DAY, HOUR
from tables.tournaments.acts import Occasion
from tables.tournaments.tournament import CHOICE, EXTENSIONS, Rules
from tests.support.postgres_server import Server
from tests.support.tournaments import stopped
from tests.support.two_services import Two, processes
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, HERE

pytestmark = pytest.mark.postgres


@pytest.fixture
async def two(postgres: Server, migrated: str) -> AsyncIterator[Two]:
    async with processes(postgres, migrated) as made:
        yield made


async def test_a_tournament_that_both_bring_on_has_each_table_once(two: Two) -> None:
    both = (two.one.tables, two.other.tables)
    one, other = both
    number = (await one.tournaments.open_tournament(ANNA, HERE, "coins", Rules(rounds=2), language="en")).id
    await asyncio.gather(
        *(both[at % 2].tournaments.join_tournament(number, who) for at, who in enumerate((BORYS, CELINA, DAWID, BORYS)))
    )
    assert len((await one.tournaments.tournament(number)).entrants) == 4
    begun = [each.rounds.begin_tournament(number, ANNA.user) for each in both]
    found = await asyncio.gather(*begun, return_exceptions=True)
    assert sum(isinstance(each, Refusal) for each in found) == 1
    for rounds in (1, 2):
        await asyncio.gather(*(each.rounds.advance_tournament(number) for each in (*both, *both)))
        tables = [at for (round_, _), at in (await one.tournaments.tournament_tables(number)).items() if round_ == rounds - 1]
        assert len(tables) == 2
        assert await two.lines("start") == 2 * rounds
        for at, table in enumerate(tables):
            seats = (await both[at].looks.read(table)).info.seats
            for coin in ("coin-1", "coin-2", "coin-3"):
                await asyncio.gather(
                    *(both[seat].moves.play(table, info.user or 0, (coin,)) for seat, info in enumerate(seats))
                )
    await asyncio.gather(*(each.rounds.advance_tournament(number) for each in both))
    assert (await other.tournaments.tournament(number)).state == "over"


async def test_a_round_that_both_find_late_is_extended_once_each_time(two: Two) -> None:
    both = (two.one.tables, two.other.tables)
    one, other = both
    rules = Rules(rounds=1, manner="live")
    number = (await one.tournaments.open_tournament(ANNA, HERE, "steps", rules, language="en")).id
    await other.tournaments.join_tournament(number, BORYS)
    found = await one.rounds.begin_tournament(number, ANNA.user)
    begun, seconds = found.rounds[0].begun, found.rules.seconds
    await one.rounds.advance_tournament(number)
    (table,) = (await one.tournaments.tournament_tables(number)).values()
    now = (await one.looks.read(table)).info
    await one.moves.play(table, now.seats[now.pending[0]].user or 0, ("end",))
    await stopped(other, table)
    await two.clock.advance(begun + seconds * 0.9 - two.clock.now() + 1)
    await asyncio.gather(*(each.rounds.advance_tournament(number) for each in (*both, *both)))
    assert len(await two.ask("SELECT 1 FROM outbox WHERE kind = 'round-end'")) == 1, "reminded once"
    for times in range(EXTENSIONS + 2):
        after = seconds * (1 + times / 4) if times <= EXTENSIONS else seconds * (1 + EXTENSIONS / 4) + CHOICE + 1
        await two.clock.advance(begun + after - two.clock.now() + 1)
        await asyncio.gather(*(each.rounds.advance_tournament(number) for each in (*both, *both)))
        found = await other.tournaments.tournament(number)
        assert found.rounds[0].extended == min(times + 1, EXTENSIONS)
        asked = await two.ask("SELECT 1 FROM outbox WHERE kind = 'judge'")
        assert len(asked) == (times >= EXTENSIONS), "asked once"
    assert found.state == "over"
    assert found.rounds[0].pairings[0].undecided
    assert await two.lines("cancel") == 1


async def test_a_date_that_both_find_due_begins_once(two: Two) -> None:
    both = (two.one.tables, two.other.tables)
    one, other = both
    number = (await one.tournaments.open_tournament(ANNA, HERE, "coins", Rules(rounds=1), language="en")).id
    await other.tournaments.join_tournament(number, BORYS)
    occasion, start = Occasion(ANNA.user, HERE.channel, 0.0, reason="as agreed"), two.clock.now() + 2 * DAY
    await one.tournaments.organise(number, occasion, "date", (str(int(start)),))
    for before, calls in ((DAY, 1), (HOUR, 2), (0.0, 2)):
        await two.clock.advance(start - before - two.clock.now() + 1)
        await asyncio.gather(*(each.rounds.advance_tournament(number) for each in (*both, *both)))
        found = await other.tournaments.tournament(number)
        assert (found.calls, found.state) == (calls, "lobby" if before else "running")
        if before == HOUR:
            await asyncio.gather(one.tournaments.check_in(number, ANNA), other.tournaments.check_in(number, BORYS))
    await asyncio.gather(*(each.rounds.advance_tournament(number) for each in both))
    assert len(found.rounds) == 1
    assert await two.lines("start") == 1
