"""Killed with `kill -9` at any await while time is up, a seat changes hands or all vote: it happens whole and once."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tables.model.people import Person
from tables.rules.reading import Reading
from tables.service.service import TableService
from tables.time.timing import HOUR
from tests.support.cases import cases
from tests.support.killable_tables import START, Script, Step, deaths, kept, remove, run
from tests.support.manual_clock import ManualClock
from tests.support.table_store import stored
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, EWA, HERE

TABLE, FIRST = 1, 100
"""The table, and the number of a script's first interaction."""

Check = Callable[[sqlite3.Connection, set[int]], None]


class Story(NamedTuple):
    """What is done at a table of three, and what must hold wherever the process dies over it. `check` is given the requests
    that were carried out; `before`: the first moves, which nobody dies over.
    """

    game: str
    late: str
    script: Script
    check: Check
    before: Script = lambda _tables, _clock: []


def begin(story: Story) -> Script:
    def opening(tables: TableService, clock: ManualClock) -> list[Step]:
        pace = "none" if not story.late else "own-3600-0"
        # Long enough that nobody comes to their last coin, with which being late is no fault.
        length = {"length": "long"} if story.game == "coins" else {}
        return [
            lambda request: tables.lobbies.open_table(
                ANNA, HERE, story.game, length, language="en", pace=pace, request=request
            ),
            lambda request: tables.lobbies.join(TABLE, BORYS, request=request),
            lambda request: tables.lobbies.join(TABLE, CELINA, request=request),
            lambda request: tables.lobbies.arrange(TABLE, ANNA.user, [0, 1, 2], request=request),
            lambda request: tables.times.set_late(TABLE, ANNA.user, story.late or "computer", request=request),
            lambda request: tables.lobbies.start(TABLE, ANNA.user, request=request),
            *story.before(tables, clock),
        ]

    return opening


def time(tables: TableService, clock: ManualClock, seconds: float) -> Step:
    """It is so many seconds after the start, and all that comes of it has come."""

    async def passes(_request: int) -> None:
        await clock.advance(max(0.0, START + seconds - clock.now()))
        store = stored(tables)
        while any(due <= clock.now() for _, due in await store.tables_due(9)) or await store.tables_thinking():
            await asyncio.sleep(0.002)
        # What is stored is seen a moment later.
        while (await tables.looks.read(TABLE)).info.version != await store.table_version(TABLE):
            await asyncio.sleep(0.002)

    return passes


def play(tables: TableService, person: Person, stage: int, *words: str) -> Step:
    """These words, or where none are told the first that may be said."""

    async def said(request: int) -> Reading:
        offered = (await tables.looks.read(TABLE, person.user)).choices().words
        return await tables.moves.play(TABLE, person.user, words or offered[:1], stage=stage, request=request)

    return said


def answer(tables: TableService, person: Person, kind: str, *, agrees: bool = True) -> Step:
    """Somebody answers the open vote of this kind."""

    async def said(request: int) -> Reading:
        votes = (await tables.looks.read(TABLE)).info.votes
        number = next((vote.id for vote in votes if vote.kind == kind), 0)
        return await (tables.votes.agree_vote if agrees else tables.votes.end_vote)(TABLE, person.user, number, request=request)

    return said


def lines(db: sqlite3.Connection, *kinds: str) -> list[tuple[Any, ...]]:
    """Kind, seat and stage of the journal's lines of these kinds (of all)."""
    found = db.execute("SELECT kind, seat, stage FROM journal ORDER BY number").fetchall()
    return [line for line in found if not kinds or line[0] in kinds]


# Time is up: of one of three, then of all, then of two, one of whom has been late for good.


def two_have_chosen(tables: TableService, _clock: ManualClock) -> list[Step]:
    return [play(tables, ANNA, 1, "coin-1"), play(tables, BORYS, 1, "coin-2")]


def timeouts(tables: TableService, clock: ManualClock) -> list[Step]:
    return [
        time(tables, clock, 0.8 * HOUR),
        time(tables, clock, HOUR),
        time(tables, clock, 2 * HOUR),
        play(tables, BORYS, 3),
        time(tables, clock, 3 * HOUR),
    ]


def each_late_once(db: sqlite3.Connection, done: set[int]) -> None:
    late = lines(db, "overdue")
    assert len(set(late)) == len(late), "fired twice"
    moved = {(seat, stage) for _, seat, stage in lines(db, "stand-in")}
    assert moved <= {(seat, stage) for _, seat, stage in late}
    for seat, missed, resigned in db.execute("SELECT seat, missed, resigned FROM seats"):
        assert missed == sum(line[1] == seat for line in late) - (seat == 1 and FIRST + 3 in done)
        assert bool(resigned) == (missed == 3) == (("gave-up", seat, 3) in lines(db))


# Seats change hands: one to a person, one to the computer and from there to a person.


def replacements(tables: TableService, _clock: ManualClock) -> list[Step]:
    async def take(person: Person, request: int) -> Reading:
        offer = (await tables.looks.read(TABLE)).info.offer
        return await tables.endings.take_seat(TABLE, person, 0 if offer is None else offer.id, request=request)

    return [
        lambda request: tables.endings.offer_seat(TABLE, ANNA.user, 0, DAWID.user, request=request),
        lambda request: take(DAWID, request),
        play(tables, DAWID, 1, "end"),
        lambda request: tables.endings.replace_by_computer(TABLE, CELINA.user, 2, request=request),
        lambda request: tables.endings.offer_seat(TABLE, BORYS.user, 2, None, request=request),
        lambda request: take(EWA, request),
        play(tables, BORYS, 2, "end"),
    ]


def whole_seats(db: sqlite3.Connection, done: set[int]) -> None:
    users = [user for (user,) in db.execute("SELECT user FROM seats ORDER BY seat")]
    first, second = FIRST + 1 in done, FIRST + 5 in done
    assert users == [DAWID.user if first else ANNA.user, BORYS.user, EWA.user if second else CELINA.user]
    assert [line[1] for line in lines(db, "replaced")] == [0] * first + [2] * second
    departed = db.execute("SELECT count(*) FROM tables, json_each(document, '$.departed')").fetchone()[0]
    assert departed == first + second
    offered = db.execute("SELECT document ->> 'offer' IS NOT NULL FROM tables").fetchone()[0]
    assert offered == ((FIRST in done and not first) or (FIRST + 4 in done and not second))


# Votes: on somebody whose time is up, on a pause, on ending without a result, refused once.


def votes(tables: TableService, clock: ManualClock) -> list[Step]:
    return [
        time(tables, clock, HOUR),
        answer(tables, BORYS, "late"),
        answer(tables, CELINA, "late"),
        time(tables, clock, HOUR + 1),
        lambda request: tables.times.pause(TABLE, BORYS.user, request=request),
        answer(tables, ANNA, "pause"),
        answer(tables, CELINA, "pause"),
        lambda request: tables.times.resume(TABLE, ANNA.user, request=request),
        lambda request: tables.endings.cancel(TABLE, ANNA.user, request=request),
        answer(tables, BORYS, "end", agrees=False),
        lambda request: tables.endings.cancel(TABLE, ANNA.user, request=request),
        answer(tables, BORYS, "end"),
        answer(tables, CELINA, "end"),
    ]


def carried_out_by_the_last(db: sqlite3.Connection, done: set[int]) -> None:
    def since(step: int) -> bool:
        return FIRST + step in done

    ((state, paused, late),) = db.execute(
        "SELECT state, document ->> '$.timing.pause' IS NOT NULL, document ->> '$.timing.clocks[0].late' FROM tables"
    )
    assert lines(db, "overdue") == [("overdue", 0, 1)] * since(2)
    assert paused == (since(6) and not since(7))
    assert bool(late) <= (not since(2))
    assert (state == "cancelled") == since(12) == bool(lines(db, "cancel"))
    assert db.execute("SELECT count(*), sum(void) FROM results").fetchone() == ((3, 3) if since(12) else (0, None))
    found = db.execute("SELECT value ->> 'kind' FROM tables, json_each(document, '$.votes')")
    kinds = Counter(kind for (kind,) in found)
    assert kinds["pause"] == (since(4) and not since(6))
    assert kinds["end"] == ((since(8) and not since(9)) or (since(10) and not since(12)))


STORIES = {
    "timeout": Story("coins", "computer", timeouts, each_late_once, two_have_chosen),
    "replacement": Story("steps", "", replacements, whole_seats),
    "vote": Story("steps", "vote", votes, carried_out_by_the_last),
}


def outcome(path: Path) -> tuple[object, ...]:
    """How it ended, whatever the computer player's luck."""
    db = sqlite3.connect(path)
    found = (
        sorted(lines(db), key=repr),
        db.execute("SELECT state, closed, stage > 1, document ->> 'votes', document ->> 'offer' FROM tables").fetchall(),
        db.execute("SELECT seat, user, resigned, missed FROM seats ORDER BY seat").fetchall(),
        db.execute("SELECT user, rated, departed, void FROM results ORDER BY user").fetchall(),
    )
    db.close()
    return found


def rows(told: list[str]) -> Counter[str]:
    """How many different rows of each kind were sent: what is sent again after a kill has the same id and serial."""
    kinds = ("remind", "gone", "offer", "vote", "final")
    return Counter(
        kind for _, _, kind in {tuple(line.split()[1:4]) for line in told if line.startswith("sent")} if kind in kinds
    )


def killed(tmp_path: Path, story: Story, stride: int = 1) -> int:
    """Kill at awaits, check, go on in a new process to the end, and compare with a story that was never disturbed."""
    base, calm, number = tmp_path / "base.db", tmp_path / "calm.db", 0
    begun = run(base, begin(story))
    shutil.copy(base, calm)
    undisturbed = run(calm, story.script, FIRST)
    wanted = outcome(calm)
    for path, told, ended in deaths(base, story.script, FIRST, stride=stride):
        db = sqlite3.connect(path)
        story.check(db, kept(db, begun + told))
        db.close()
        if ended:
            break
        number += 1
        more = run(path, story.script, FIRST)
        assert outcome(path) == wanted
        again, once = rows(told + more), rows(undisturbed)
        assert (again["gone"], again["final"], again["remind"]) == (once["gone"], once["final"], once["remind"])
        assert set(again) == set(once)
        remove(path)
    return number


@pytest.mark.parametrize("story", cases(STORIES, ["timeout"]))
def test_killed_at_some_awaits(tmp_path: Path, story: str) -> None:
    assert killed(tmp_path, STORIES[story], 31) >= 1


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("story", STORIES)
def test_killed_at_every_await(tmp_path: Path, story: str) -> None:
    assert killed(tmp_path, STORIES[story]) > 30
