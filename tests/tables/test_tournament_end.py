"""The end of a tournament: its best game."""

from __future__ import annotations

import random

from tests.support.tournaments import begun, played, rested, running
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, Room


async def test_the_best_game_is_the_closest_played_to_its_end(room: Room) -> None:
    number, tournaments = (await begun(room, (ANNA, BORYS, CELINA, DAWID), game="steps", rounds=3)).id, room.tables.tournaments
    given_up, _other = await running(room, number)
    user = (await room.tables.looks.read(given_up)).info.seats[0].user or 0
    await room.tables.moves.play(given_up, user, ("end",))
    await room.tables.endings.resign(given_up, user)
    await room.tables.endings.claim(given_up, (await room.tables.looks.read(given_up)).info.seats[1].user or 0)
    assert await tournaments.best_game(await tournaments.tournament(number)) is None, "none has been played to its end"
    found = await tournaments.tournament(number)
    while found.state == "running":
        for table in await running(room, number):
            await played(room, table, random.Random(table))
        found = await rested(room, number)
    best = await tournaments.best_game(found)
    assert best is not None
    shares = {}
    for at, table in (await tournaments.tournament_tables(number)).items():
        result = (await room.tables.looks.read(table)).info.result
        assert result is not None
        if table != given_up:
            first, second = sorted(result.scores, reverse=True)
            shares[at, table] = (first - second) / max(1, first)
    assert shares[(best.round, best.number), best.table] == min(shares.values())
    result = (await room.tables.looks.read(best.table)).info.result
    assert result is not None
    assert sorted(best.scores) == sorted(result.scores)
