"""Killed with `kill -9` at any await of a league: a season begins and ends once, as a whole, and is told once."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tables.leagues.league import SIGN_UP
from tables.model.people import Person
from tables.service.service import TableService
from tables.time.timing import DAY
from tests.support.killable_tables import START, Step, kill_at_awaits
from tests.support.leagues import HOST, open_league, players
from tests.support.manual_clock import ManualClock

BEGINS = START + SIGN_UP


def season(tables: TableService, clock: ManualClock) -> list[Step]:
    """People sign up, the season begins at its date, and ends with its only division, which its host closes."""

    async def opens(request: int) -> None:
        await open_league(tables, BEGINS, request=request)

    def signs_up(person: Person) -> Step:
        async def sign_up(request: int) -> None:
            await tables.leagues.sign_up(1, person, request=request)

        return sign_up

    async def begins(_request: int) -> None:
        await clock.advance(max(0.0, BEGINS - clock.now()))
        await tables.leagues.advance(1)

    async def ends(_request: int) -> None:
        league = await tables.leagues.league(1)
        for number in league.divisions:
            if (await tables.tournaments.tournament(number)).state == "running":
                await tables.tournaments.close_tournament(number, HOST.user)
        await tables.leagues.advance(1)
        await clock.advance(DAY)  # what the process before has stored is due by then

    return [opens, *map(signs_up, players(4)), begins, ends]


def check(path: Path, told: list[str], ended: bool) -> None:
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    states = db.execute("SELECT state FROM tournaments WHERE league = 1").fetchall()
    assert len(states) <= 1
    running = db.execute("SELECT state FROM leagues").fetchall() == [("running",)]
    assert not running or states, "a season has its divisions"
    rows = [line.split()[1:4] for line in told if line.startswith("sent")]
    for kind in ("league-season", "league-end"):
        assert len({number for number, _, what in rows if what == kind}) <= 1
    if ended:
        assert {what for *_, what in rows} >= {"league", "league-season", "league-end"}
        assert db.execute("SELECT state FROM leagues").fetchall() == [("open",)]
        assert states == [("cancelled",)]
        assert db.execute("SELECT count(*) FROM entrants").fetchone() == (4,)
    db.close()


@pytest.mark.long
def test_a_season_killed_at_every_await(tmp_path: Path) -> None:
    assert kill_at_awaits(tmp_path, season, check) > 8
