"""The migration that hangs what Discord is told on subjects, in both databases: of what 1.0.0 wrote, and of what the version
before the migration did, nothing is lost and nothing is told twice.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import engines
from data.opening import open_store
from data.sql.statements import insert
from data.sqlite.files import MIGRATIONS
from data.store import Store
from tables.service.service import TableService
from tables.tournaments import tournament_rows
from tests.support import first_release
from tests.support.earlier_store import earlier
from tests.support.first_release import TOURNAMENTS, AtRandom
from tests.support.manual_clock import ManualClock
from tests.support.raw_sql import rows, run
from tests.support.store_backends import check_whole
from tests.support.stored_rows import new

BEFORE = int(next(MIGRATIONS.glob("*_subjects.sql")).name[:4]) - 1

OCTOBER, NOVEMBER = 2025 * 12 + 9, 1_762_300_000.0
"""A month as seasons count them, and a time in November 2025."""

SINCE = 1234567890.123456
"""When a tournament was paused, in Unix seconds."""

KEPT = {
    "outbox": "serial, id, table_id, key, kind, payload, due, attempts, beside, after",
    "messages": 'table_id, kind, "user", channel, message, turn, stage, line, scene, request, seat',
    "posts_begun": 'table_id, kind, "user", channel, nonce, turn, stage, line, scene, request, seat',
    "retired": "table_id, channel, message, remove, turn",
    "mutes": 'table_id, "user"',
    "requests": "id, table_id, at",
    "entrants": 'table_id, number, "user", name, withdrawn',
    "tournament_games": "table_id, tournament, round, number, ended",
}
"""What is carried over as it is, but for the name of a column."""

NAMES = {"entrants": "tournament", "tournament_games": "table_id"}


async def everything(store: Store, *, before: bool) -> dict[str, set[tuple[Any, ...]]]:
    found = {}
    for table, columns in KEPT.items():
        named = columns if before else columns.replace("table_id", NAMES.get(table, "subject_id"), 1)
        found[table] = {*map(tuple, await rows(store, f"SELECT {named} FROM {table}"))}
    return found


async def older_things(store: Store) -> None:
    """What a version between has: a tournament whose channel is missing, a muted one, a second season that waits."""
    async with store.transaction() as tx:
        paused = f'"timing":{{"pause":{{"since":{SINCE},"until":0,"by":null}}}}'
        empty = '"timing":{}'
        await run(tx, "UPDATE tables SET document = replace(document, ?, ?) WHERE id = ?", empty, paused, 34)
        await run(tx, "UPDATE tables SET host = ?, home = channel, channel = ? WHERE id = ?", 14, 555, 29)
        await run(tx, insert("mutes", "table_id", "user"), 34, 11)
        payload = json.dumps({"kind": "season", "channel": 77, "first": 5, "last": 7})
        row = {"table_id": 12, "key": "season", "kind": "season", "payload": payload, "due": 5.0, "attempts": 0, "beside": True}
        await run(tx, insert("outbox", "serial", "id", *row), 9000, 9000, *row.values())


class Before:
    """What a database has before the migration."""

    def __init__(self) -> None:
        self.rows: dict[str, set[tuple[Any, ...]]] = {}
        self.tournaments: dict[int, tuple[Any, ...]] = {}
        self.tables: dict[int, int] = {}
        """The servers of the tables that are none of tournaments."""
        self.seasons: list[int] = []
        """The servers that have been told of a season."""

    async def read(self, store: Store) -> None:
        whole = "SELECT table_id FROM tournaments"
        columns = "id, guild, coalesce(home, channel), version, game, host, language, secret"
        self.rows = await everything(store, before=True)
        self.tournaments = {row[0]: row for row in await rows(store, f"SELECT {columns} FROM tables WHERE id IN ({whole})")}
        self.tables = dict(await rows(store, f"SELECT id, guild FROM tables WHERE id NOT IN ({whole})"))
        self.seasons = [row[0] for row in await rows(store, "SELECT guild FROM seasons_ended ORDER BY guild")]


async def seasons_of(store: Store) -> dict[int, int]:
    """Returns the subjects of seasons by server."""
    return dict(await rows(store, "SELECT guild, id FROM seasons"))


async def check_rows(store: Store, before: Before) -> None:
    """Check that all rows to be sent and all messages are there as they were, with the subject that they are about."""
    after, seasons = await everything(store, before=False), await seasons_of(store)
    waiting = {row for row in before.rows["outbox"] if row[4] == "season"}
    moved = {row[0]: row for row in after["outbox"] - before.rows["outbox"]}
    assert after["outbox"] - {*moved.values()} == before.rows["outbox"] - waiting
    assert moved.keys() == {row[0] for row in waiting}
    for serial, number, table, _, *rest in waiting:
        key = f"season:{json.loads(rest[1])['last']}"
        assert moved[serial] == (serial, number, seasons[before.tables[table]], key, *rest)
    begun = {(moved[serial][2], "season", 0, 77, f"season-{number}-{serial}") for serial, number, *_ in waiting}
    fresh = {row[:5] for row in after["posts_begun"] - before.rows["posts_begun"]}
    assert fresh <= begun, "a process that was stopped in the middle posts it with the same nonce"
    assert len(fresh) == len({row[0] for row in begun})
    assert after["posts_begun"] >= before.rows["posts_begun"]
    for table in KEPT.keys() - {"outbox", "posts_begun"}:
        assert after[table] == before.rows[table], table


async def check_subjects(store: Store, before: Before) -> None:
    """Check that there is a subject for each table, tournament and server with seasons, and what a tournament has now."""
    seasons = await seasons_of(store)
    assert sorted(seasons) == before.seasons
    assert min(seasons.values()) > max(*before.tournaments, *before.tables), "no number is given twice"
    kinds = {"table": [*before.tables], "tournament": [*TOURNAMENTS], "season": [*seasons.values()]}
    expected = {number: kind for kind, numbers in kinds.items() for number in numbers}
    assert dict(await rows(store, "SELECT id, kind FROM subjects")) == expected
    assert {row[0] for row in await rows(store, "SELECT id FROM tables")} == before.tables.keys()
    assert await new(store) == max(expected) + 1
    for number, state in TOURNAMENTS.items():
        row = await store.tournament(number)
        assert row is not None
        found = (row.id, row.guild, row.channel, row.version, row.game, row.host, row.language, row.secret)
        assert (found, row.state) == (before.tournaments[number], state)
    await check_whole(store)


async def sent_rows(store: Store) -> Counter[tuple[int, str]]:
    """Open the tables in November and send everything; returns how often each row was, by its subject and key."""
    async with store.transaction() as tx:
        await tx.set_value("alive", repr(NOVEMBER))  # time was moved in one leap: nobody was away
    clock = ManualClock(NOVEMBER)
    service = await TableService.open(store, games=engines.games(), clock=clock, bots=AtRandom())
    for _ in range(2):
        await service.seasons.look()
    sent = Counter[tuple[int, str]]()
    while await rows(store, f"SELECT 1 FROM outbox WHERE due <= {NOVEMBER}"):
        row = await service.outbox.next()
        sent[row.subject, row.payload.key] += 1
        await service.outbox.mark_done(row)
    await service.close()
    return sent


@pytest.mark.parametrize("version", [first_release.VERSION, BEFORE])
@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
async def test_nothing_is_lost_and_nothing_is_told_twice(
    kind: str, version: int, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if kind == "postgres":
        where = first_release.new_database(request.getfixturevalue("postgres"), tmp_path)
    else:
        where = str(first_release.write_file(tmp_path / "zamki.sqlite"))
    folder = tmp_path / "before"
    folder.mkdir()
    before = Before()
    async with earlier(kind, where, BEFORE, folder, monkeypatch) as store:
        if version == BEFORE:
            await older_things(store)
        await before.read(store)
    store = await open_store(where)
    await check_rows(store, before)
    await check_subjects(store, before)
    lobby = await store.tournament(34)
    assert lobby is not None
    paused = tournament_rows.read(lobby).paused
    assert paused == (SINCE if version == BEFORE else None), "with all its digits"
    seasons = await seasons_of(store)
    sent = await sent_rows(store)
    assert sent[seasons[1], f"season:{OCTOBER}"] == 1, "the one that was due"
    assert sent[seasons[2], f"season:{OCTOBER - 1}"] == 1, "the one that waited"
    assert [key for key, times in sent.items() if times > 1 and key[0] in seasons.values()] == []
    await check_whole(store)
    await store.close()
