"""Killed with `kill -9` at any await: what was acknowledged is there, nothing is there twice, no reveal is half done."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tables.rules import votes
from tables.rules.reading import Reading
from tables.rules.takeback import BACK
from tables.service.service import TableService
from tests.support.killable_tables import Step, deaths, kept, made, remove, run
from tests.support.manual_clock import ManualClock
from tests.tables.conftest import ANNA, BORYS, CELINA, HERE

TABLE = 1


def script(tables: TableService, _clock: ManualClock) -> list[Step]:
    """A game of three with a changed mind, a choice taken back and a person who leaves; each step is given its request."""

    def play(user: int, coin: str, stage: int) -> Step:
        return lambda request: tables.moves.play(TABLE, user, (coin,), stage=stage, request=request)

    return [
        lambda request: tables.lobbies.open_table(ANNA, HERE, "coins", language="en", request=request),
        lambda request: tables.lobbies.join(TABLE, BORYS, request=request),
        lambda request: tables.lobbies.join(TABLE, CELINA, request=request),
        lambda request: tables.lobbies.arrange(TABLE, ANNA.user, [1, 0, 2], request=request),
        lambda request: tables.lobbies.start(TABLE, ANNA.user, request=request),
        play(ANNA.user, "coin-1", 1),
        play(BORYS.user, "coin-2", 1),
        lambda request: tables.moves.take_back(TABLE, BORYS.user, request=request),
        play(ANNA.user, "coin-2", 1),
        play(BORYS.user, "coin-3", 1),
        play(CELINA.user, "coin-3", 1),
        play(CELINA.user, "coin-1", 2),
        play(ANNA.user, "coin-1", 2),
        play(BORYS.user, "coin-2", 2),
        play(BORYS.user, "coin-1", 3),
        play(CELINA.user, "coin-2", 3),
        play(ANNA.user, "coin-3", 3),
    ]


ASKED, AGREED = 9, 11


def asking(tables: TableService, _clock: ManualClock) -> list[Step]:
    """A game of three in which somebody asks to take a move back, and the others agree."""

    def play(user: int, *words: str) -> Step:
        return lambda request: tables.moves.play(TABLE, user, words, request=request)

    async def agree(user: int, request: int) -> Reading:
        open_now = votes.find((await tables.looks.read(TABLE)).info, BACK)
        return await tables.votes.agree_vote(TABLE, user, open_now.id if open_now is not None else 0, request=request)

    return [
        lambda request: tables.lobbies.open_table(ANNA, HERE, "steps", language="en", request=request),
        lambda request: tables.lobbies.join(TABLE, BORYS, request=request),
        lambda request: tables.lobbies.join(TABLE, CELINA, request=request),
        lambda request: tables.lobbies.arrange(TABLE, ANNA.user, [0, 1, 2], request=request),
        lambda request: tables.lobbies.start(TABLE, ANNA.user, request=request),
        play(ANNA.user, "add", "1"),
        play(ANNA.user, "end"),
        play(BORYS.user, "add", "2"),
        lambda request: tables.moves.ask_back(TABLE, ANNA.user, request=request),
        lambda request: agree(BORYS.user, request),
        lambda request: agree(CELINA.user, request),
        play(ANNA.user, "add", "3"),
        play(ANNA.user, "end"),
    ]


def moves(db: sqlite3.Connection) -> list[tuple[Any, ...]]:
    return db.execute("SELECT seat, move, stage FROM journal WHERE move <> '' ORDER BY number").fetchall()


def check(path: Path, told: list[str]) -> None:
    """After a kill: every reveal is there with all that belongs to it."""
    db = sqlite3.connect(path)
    if not kept(db, told):
        return
    reveals = {row[0] for row in db.execute("SELECT number FROM journal WHERE events LIKE '%shown%'")}
    waiting = {row[0] for row in db.execute("SELECT json_extract(payload, '$.number') FROM outbox WHERE kind = 'scene'")}
    assert {int(line.split()[4]) for line in told if line.startswith("sent") and "scene" in line} | waiting == reveals
    for state, stage in db.execute("SELECT state, stage FROM tables"):
        assert stage == (1 if state != "lobby" else 0) + len(reveals)
        assert (state == "over") == (len(reveals) == 3) == bool(db.execute("SELECT 1 FROM results").fetchall())
    db.close()


def run_all(tmp_path: Path, stride: int = 1, begun: Path | None = None) -> int:
    """Kill at awaits, check, go on in a new process to the end, and compare with a game that was never disturbed. `begun`: the
    database, which otherwise is made as well, which is most of the awaits.
    """
    calm = tmp_path / "calm.db"
    run(calm, script)
    db = sqlite3.connect(calm)
    wanted = moves(db), db.execute("SELECT user, place, score FROM results ORDER BY seat").fetchall()
    db.close()
    assert len(wanted[0]) == 9
    killed = 0
    for path, told, ended in deaths(begun or tmp_path / "new.db", script, stride=stride):
        check(path, told)
        if ended:
            break
        killed += 1
        more = run(path, script)
        check(path, told + more)
        db = sqlite3.connect(path)
        assert (moves(db), db.execute("SELECT user, place, score FROM results ORDER BY seat").fetchall()) == wanted
        assert db.execute("SELECT count(*) FROM results").fetchone() == (3,)
        db.close()
        scenes = [line.split()[1:3] for line in told + more if " scene " in line]
        # Sent again after a kill between sending and `done`: under the same id and serial, by which Discord knows it.
        assert len({tuple(scene) for scene in scenes}) == 3
        remove(path)
    return killed


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_killed_at_every_await_of_an_agreement(tmp_path: Path) -> None:
    """A move is taken back: that is asked, agreed and undone whole or not at all, and told once."""
    killed = 0
    for path, told, ended in deaths(made(tmp_path), asking):
        db = sqlite3.connect(path)
        requests = kept(db, told)
        sql = "SELECT state, stage, document ->> 'votes' <> '[]' FROM tables"
        for state, stage, open_now in db.execute(sql) if requests else ():
            (taken_back,) = db.execute("SELECT number - (SELECT count(*) FROM journal) FROM tables").fetchone()
            assert taken_back == (2 if AGREED in requests else 0)
            assert stage == (len(moves(db)) + 1 if state == "playing" else 0)
            assert open_now == (ASKED in requests and AGREED not in requests)
        db.close()
        if ended:
            break
        killed += 1
        more = run(path, asking)
        db = sqlite3.connect(path)
        assert [move for _, move, _ in moves(db)] == ["add 1", "add 3", "end"]
        db.close()
        # Asked, one agrees, done: what was sent again after a kill has the same id and serial.
        rows = {tuple(line.split()[1:3]) for line in told + more if " vote " in line}
        assert 1 <= len(rows) <= 3
        remove(path)
    assert killed > 40


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_killed_at_every_await(tmp_path: Path) -> None:
    assert run_all(tmp_path, begun=made(tmp_path)) > 50
    assert run_all(tmp_path, 6) > 10
