"""When a season is over its leaderboard is to be posted: once, where the server wants it, also after an outage."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import pytest

from data.records.ratings import TallyRow
from tables.model.outbox_rows import SeasonRow
from tables.ranking import counting
from tables.ranking.ratings import displayed_number
from tables.time.timing import DAY, HOUR
from tests.support.rated_games import simulated
from tests.support.raw_sql import ask
from tests.tables.conftest import ANNA, Room


async def seasons(room: Room) -> list[object]:
    return [payload for kind, payload in await room.mail() if kind == "season"]


async def past(room: Room) -> list[tuple[int, int]]:
    return await room.tables.seasons.past(1, await room.tables.servers.server_settings(1))


@pytest.mark.long
async def test_a_season_that_is_over_is_told_once(room: Room) -> None:
    may = dt.datetime(2026, 5, 20, tzinfo=dt.UTC).timestamp()
    await room.clock.advance(may - room.clock.now())
    await simulated(room.store, 20, 1, start=may)
    await room.tables.seasons.look()
    assert await seasons(room) == [], "nobody has asked for it"
    await room.tables.servers.set_server(1, ANNA.user, monthly=77, season="month")
    await room.tables.seasons.look()
    assert await seasons(room) == [], "April was over before anybody asked"
    assert await past(room) == [], "May is not over"
    await room.clock.advance(10 * DAY)
    await room.tables.seasons.look()
    assert await seasons(room) == []
    await room.close()
    await room.clock.advance(5 * DAY)
    await room.open()
    await room.tables.seasons.look()
    await room.tables.seasons.look()
    months = 2026 * 12 + 4
    assert await seasons(room) == [SeasonRow(channel=77, first=months, last=months)]
    board = await room.tables.ratings.season_standings(1, months, months)
    assert sum(row.wins for row in board.rows) > 0
    assert board.season == (months, months)
    assert await past(room) == [(months, months)]
    await room.clock.advance(40 * DAY)
    await room.tables.seasons.look()
    assert await seasons(room) == [], "nobody has played in June"


@pytest.mark.long
async def test_its_board_is_by_rating_among_people_who_played_enough(room: Room) -> None:
    may = dt.datetime(2026, 5, 1, tzinfo=dt.UTC).timestamp()
    months = 2026 * 12 + 4
    await simulated(room.store, 150, 5, start=may + DAY, apart=DAY / 2)
    await room.clock.advance(may + 70 * DAY - room.clock.now())
    await counting.recount_ratings(room.store, room.games)
    board = await room.tables.ratings.season_standings(1, months, months)
    assert board.kind == "rating"
    june = dt.datetime(2026, 6, 1, tzinfo=dt.UTC).timestamp()
    sql = 'SELECT "user", mu FROM rating_points WHERE game = ? AND at < ? ORDER BY number'
    rated: dict[int, float] = dict(await ask(room.store, sql, counting.ALL, june))
    played = {user: tally.games for user, tally in (await tallies(room, months)).items()}
    met = {row.user for row in await room.store.every_rating(1) if row.game == counting.ALL and len(json.loads(row.met)) >= 3}
    wanted = sorted((-displayed_number(rated[user]), user) for user, games in played.items() if games >= 5 and user in met)
    assert 2 < len(wanted) < len(played)
    assert [(-(row.rating or 0), row.games) for row in board.rows] == [(one, played[user]) for one, user in wanted[:10]]
    await counting.recount_ratings(room.store, room.games)
    assert await room.tables.ratings.season_standings(1, months, months) == board


async def tallies(room: Room, month: int) -> dict[int, TallyRow]:
    return {row.user: row for row in await room.store.tallies(1, counting.ALL, "", (month, month))}


@pytest.mark.long
async def test_a_quarter_is_over_every_three_months(room: Room) -> None:
    await room.clock.advance(dt.datetime(2026, 5, 20, tzinfo=dt.UTC).timestamp() - room.clock.now())
    await simulated(room.store, 20, 1, start=room.clock.now())
    await room.tables.servers.set_server(1, ANNA.user, monthly=77, season="quarter")
    told = []
    for _ in range(8):
        await room.tables.seasons.look()
        told += await seasons(room)
        await room.clock.advance(15 * DAY)
    assert told == [SeasonRow(channel=77, first=2026 * 12 + 3, last=2026 * 12 + 5)]
    assert await past(room) == [(2026 * 12 + 3, 2026 * 12 + 5)]


@pytest.mark.parametrize(
    ("chosen", "hour"),
    [
        ({}, 10),
        ({"language": "pl"}, 8),
        ({"language": "pl", "zone": "America/Los_Angeles"}, 17),
        ({"zone": "Pacific/Kiritimati"}, 0),  # the month of UTC ends after ten there
    ],
)
async def test_it_is_told_at_ten_in_the_servers_zone(room: Room, chosen: dict[str, Any], hour: int) -> None:
    june = dt.datetime(2026, 6, 1, tzinfo=dt.UTC).timestamp()
    await room.clock.advance(june - 15 * HOUR - room.clock.now())
    await simulated(room.store, 20, 1, start=june - DAY, apart=60.0)
    await room.tables.servers.set_server(1, ANNA.user, monthly=77, **chosen)
    await room.tables.seasons.look()
    told: list[object] = []
    while not told and room.clock.now() < june + DAY:
        await room.clock.advance(HOUR / 2)
        await room.tables.seasons.look()
        told = await seasons(room)
    assert room.clock.now() == june + hour * HOUR
