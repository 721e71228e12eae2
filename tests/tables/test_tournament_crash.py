"""Killed with `kill -9` at any await of a tournament: no table opens twice, no result is lost, nobody plays twice."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from pathlib import Path

import pytest

from tables.errors import Refusal
from tables.service.service import TableService
from tables.store.table_store import LINKED_SECONDS
from tables.tournaments.tournament import EXTENSIONS, Rules
from tests.support.killable_tables import Step, kill_at_awaits
from tests.support.manual_clock import ManualClock
from tests.support.tournaments import stopped
from tests.tables.conftest import ANNA, BORYS, CELINA, HERE

NUMBER = 1


def script(tables: TableService, clock: ManualClock) -> list[Step]:
    """A round robin of three, brought on by hand as well as by its clock. Steps done already change nothing."""

    async def opened(request: int) -> None:
        await tables.tournaments.open_tournament(ANNA, HERE, "coins", Rules(format="robin"), language="en", request=request)

    async def joined(person: object, request: int) -> None:
        if (await tables.tournaments.tournament(NUMBER)).state == "lobby":
            await tables.tournaments.join_tournament(NUMBER, person, request=request)  # type: ignore[arg-type]

    async def begun(_request: int) -> None:
        if (await tables.tournaments.tournament(NUMBER)).state == "lobby":
            await tables.rounds.begin_tournament(NUMBER, ANNA.user)

    async def played(_request: int) -> None:
        await tables.rounds.advance_tournament(NUMBER)
        for table in (await tables.tournaments.tournament_tables(NUMBER)).values():
            while (now := (await tables.looks.read(table)).info).state == "playing":
                user = now.seats[now.pending[0]].user or 0
                choices = (await tables.looks.read(table, user)).choices()
                await tables.moves.play(table, user, (choices.words[user % len(choices.words)],))
        await tables.rounds.advance_tournament(NUMBER)

    async def later(_request: int) -> None:
        await clock.advance(LINKED_SECONDS)  # by when each round is told

    return [
        opened,
        lambda request: joined(BORYS, request),
        lambda request: joined(CELINA, request),
        begun,
        played,
        played,
        played,
        later,
    ]


def check(path: Path, told: list[str], ended: bool) -> None:
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'tournament_games'").fetchone():
        return
    games = db.execute("SELECT round, number, table_id FROM tournament_games ORDER BY round").fetchall()
    assert len({game[:2] for game in games}) == len(games)
    assert db.execute("SELECT count(*) FROM tables").fetchone() == (len(games),)
    if ended:
        assert [game[0] for game in games] == [0, 1, 2]
        assert db.execute("SELECT state, due FROM tournaments").fetchall() == [("over", None)]
        assert db.execute("SELECT count(*) FROM results").fetchone() == (6,)
        assert db.execute("SELECT count(*) FROM tournament_games WHERE ended").fetchone() == (0,)
        rows = {(kind, row) for line in told if line.startswith("sent") for _, row, _, kind, *_ in [line.split()]}
        kinds = [kind for kind, _ in rows]
        assert (kinds.count("round"), kinds.count("podium")) == (3, 1), "one row, however often it was sent"
    db.close()


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_a_tournament_killed_at_every_await(tmp_path: Path) -> None:
    assert kill_at_awaits(tmp_path, script, check) > 60


def late_script(tables: TableService, clock: ManualClock) -> list[Step]:
    """A game in which nobody overruns, as both have stopped the clocks, up to the last deadline of its round."""

    async def opened(request: int) -> None:
        rules = Rules(rounds=1, manner="live")
        with contextlib.suppress(Refusal):
            await tables.tournaments.tournament(NUMBER)
            return
        await tables.tournaments.open_tournament(ANNA, HERE, "steps", rules, language="en", request=request)

    async def begun(_request: int) -> None:
        if (await tables.tournaments.tournament(NUMBER)).state == "lobby":
            await tables.tournaments.join_tournament(NUMBER, BORYS)
            await tables.rounds.begin_tournament(NUMBER, ANNA.user)

    async def moved(_request: int) -> None:
        await tables.rounds.advance_tournament(NUMBER)
        (table,) = (await tables.tournaments.tournament_tables(NUMBER)).values()
        now = (await tables.looks.read(table)).info
        if now.stage == 1 and now.state == "playing":
            await tables.moves.play(table, now.seats[now.pending[0]].user or 0, ("end",))
        if now.state == "playing":
            await stopped(tables, table)

    async def soon(_request: int) -> None:
        found = await tables.tournaments.tournament(NUMBER)
        await clock.advance(max(0.0, found.deadline - found.rules.seconds / 10 + 1 - clock.now()))
        await tables.rounds.advance_tournament(NUMBER)

    async def late(_request: int) -> None:
        found = await tables.tournaments.tournament(NUMBER)
        if found.state == "running":
            await clock.advance(max(0.0, (found.asked_until or found.deadline) + 1 - clock.now()))
            await tables.rounds.advance_tournament(NUMBER)
        await clock.advance(LINKED_SECONDS)

    return [opened, begun, moved, soon, *[late] * (EXTENSIONS + 2)]


def check_late(path: Path, told: list[str], ended: bool) -> None:
    if not ended:
        return
    rows = {(kind, row) for line in told if line.startswith("sent") for _, row, _, kind, *_ in [line.split()]}
    kinds = [kind for kind, _ in rows]
    assert (kinds.count("round-end"), kinds.count("judge")) == (1, 1), "reminded and asked once"
    db = sqlite3.connect(path)
    ((state, rounds),) = db.execute("SELECT state, rounds FROM tournaments").fetchall()
    (only,) = json.loads(rounds)
    (game,) = only["pairings"]
    assert (state, only["extended"]) == ("over", EXTENSIONS)
    assert (game["places"], game["undecided"], len(game["played"])) == ([1, 1], True, 1)
    assert db.execute("SELECT count(*), min(void) FROM results").fetchone() == (2, 1)
    assert db.execute("SELECT count(*) FROM journal WHERE kind = 'cancel'").fetchone() == (1,)
    db.close()


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_a_round_that_is_extended_killed_at_every_await(tmp_path: Path) -> None:
    assert kill_at_awaits(tmp_path, late_script, check_late) > 30
