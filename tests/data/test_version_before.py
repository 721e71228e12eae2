"""The databases that 1.0.0 wrote (tests/data/fixtures): migrated, every table looked at, played on to its end, and told; the
file, the file moved to PostgreSQL, and the PostgreSQL database.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import engines
from data.errors import TooOld
from data.moving import move
from data.opening import open_store, reading
from data.sqlite.store import SqliteStore
from data.store import Store
from engines.contract import Move, View
from engines.notation import random_move
from tables.bots.bots import MoveChooser
from tables.errors import NothingToTakeBack, VoteOver
from tables.history import verify
from tables.model.outbox_rows import payload_of
from tables.model.people import Person
from tables.model.server import ServerSettings
from tables.model.table_info import Limits
from tables.rules import votes
from tables.rules.takeback import BACK
from tables.service.service import TableService
from tests.support import first_release
from tests.support.first_release import TOURNAMENTS, AtRandom
from tests.support.manual_clock import ManualClock
from tests.support.postgres_server import Server, name_of
from tests.support.raw_sql import ask, rows
from tests.support.store_backends import check_whole
from tests.support.table_store import loaded_table

NOW = first_release.NOW + 86400.0
ANNA, BORYS, CELINA, DAWID, EWA = range(11, 16)

OVER = {1, 2, 4, 6, 8, 10, 20, 25, 26, 27, 28, 30, 31, 32, 35}
PLAYING = {3, 5, 7, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 33}
LOBBIES = {21, 22, 23}
ROUND = {32, 33}
"""The tables of the current round of 29; the former is over, which the tournament has not noted."""
ASKED = {9, 15}
"""Where somebody has asked to take back; the message of the latter is not sent."""
MOVED = {3, 5, 7, 9, 11, 33}
"""Of those being played, one of each title and one of a tournament: they are played on after a move to PostgreSQL."""
LIGHT = {5}
"""Of those being played, the one that is soon over; the long tests play on all of them."""


class Old:
    """Today's table service on a copy of the old database."""

    def __init__(self, store: Store, tables: TableService) -> None:
        self.store, self.tables = store, tables

    async def ask(self, sql: str) -> list[tuple[Any, ...]]:
        return await ask(self.store, sql)

    async def tell(self, table: int | None = None) -> list[str]:
        """Send everything that is due (until nothing of `table` is left); the kinds of what was sent."""
        told = []
        outbox = self.tables.outbox
        of = "" if table is None else f" AND subject_id = {table}"
        while await self.ask(f"SELECT 1 FROM outbox WHERE due <= {NOW}{of}"):
            row = await outbox.next()
            told.append(row.kind)
            await outbox.mark_done(row)
        return told

    async def move(self, table: int, rng: random.Random) -> bool:
        """One random move of a person who is awaited; False when the game is over."""
        held = await loaded_table(self.tables, table)
        if held.table.state != "playing":
            return False
        awaited = [seat for seat in held.table.pending if held.table.acts(seat)]
        if awaited and held.position is not None:
            seat = rng.choice(awaited)
            await self.tables.moves.play(table, held.table.seats[seat].user or 0, random_move(held.position, seat, rng))
        await self.tell(table)
        return True


@pytest.fixture(scope="module")
def moved(postgres: Server, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The file in PostgreSQL, to be copied."""
    url = postgres.new_database()
    asyncio.run(move(first_release.write_file(tmp_path_factory.mktemp("old") / "zamki.sqlite"), url))
    return url


@pytest.fixture(scope="module")
def dumped(postgres: Server, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The PostgreSQL database, to be copied."""
    return first_release.new_database(postgres, tmp_path_factory.mktemp("old"))


POSTGRES = [pytest.param("moved", marks=pytest.mark.postgres), pytest.param("dumped", marks=pytest.mark.postgres)]


@pytest.fixture(params=["file", *POSTGRES])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "file":
        return str(first_release.write_file(tmp_path / "zamki.sqlite"))
    server: Server = request.getfixturevalue("postgres")
    return server.new_database(request.getfixturevalue(request.param))


@pytest.fixture
async def old(where: str) -> AsyncIterator[Old]:
    async with opened(where, AtRandom()) as old:
        yield old


@pytest.fixture
async def at_rest(where: str) -> AsyncIterator[Old]:
    """The same, but its computer players never move, so that the tables stay as they were written."""
    async with opened(where, Undecided()) as old:
        yield old


@contextlib.asynccontextmanager
async def opened(where: str, bots: MoveChooser) -> AsyncIterator[Old]:
    store = await open_store(where)
    async with store.transaction() as tx:
        await tx.set_value("alive", repr(NOW))  # time was moved in one leap: nobody was away
    tables = await TableService.open(
        store, games=engines.games(), clock=ManualClock(NOW), limits=Limits(tables_per_user=50), bots=bots
    )
    yield Old(store, tables)
    await tables.close()
    await store.close()


class Undecided:
    """Computer players that never come to a move."""

    async def choose_move(self, _game: str, _view: View, _level: str, _seed: int) -> Move:
        return await asyncio.Future()

    async def close(self) -> None:
        pass


@pytest.mark.long
async def test_every_table_is_there_as_it_was(at_rest: Old) -> None:
    old, states = at_rest, {}
    for number in OVER | PLAYING | LOBBIES:
        reading = await old.tables.looks.read(number, ANNA)
        states[number] = reading.info.state
        assert (reading.view is None) == (reading.info.state == "lobby")
    assert {number for number, state in states.items() if state == "over"} == OVER
    assert {number for number, state in states.items() if state == "playing"} == PLAYING
    assert {number for number, state in states.items() if state == "lobby"} == LOBBIES
    assert {info.id for info in await old.tables.guests.tables_on(1)} == PLAYING | LOBBIES
    assert {number for number in PLAYING if votes.find((await old.tables.looks.read(number)).info, BACK)} == ASKED
    tournaments = {number: (await old.tables.tournaments.tournament(number)).state for number in TOURNAMENTS}
    assert tournaments == TOURNAMENTS


@pytest.mark.long
async def test_what_could_be_taken_back_still_can(old: Old) -> None:
    taken = 0
    for number in sorted(PLAYING):
        for user in () if number in ASKED else (ANNA, BORYS, CELINA):
            reading = await old.tables.looks.read(number, user)
            if reading.can_take_back:
                with contextlib.suppress(NothingToTakeBack):  # the table has gone on by itself meanwhile
                    assert (await old.tables.moves.take_back(number, user)).view != reading.view
                    taken += 1
    assert taken >= 4
    for number in ASKED:
        reading = await old.tables.looks.read(number)
        asking = votes.find(reading.info, BACK)
        assert asking is not None
        for seat in set(asking.asked) - set(asking.agreed):
            with contextlib.suppress(VoteOver):  # it has lapsed meanwhile, as the table has gone on
                await old.tables.votes.agree_vote(number, reading.info.seats[seat].user or 0, asking.id)
        assert votes.find((await old.tables.looks.read(number)).info, BACK) is None


@pytest.mark.long
async def test_every_row_that_was_not_sent_is_told(old: Old) -> None:
    rows = await old.ask("SELECT subject_id, serial, payload FROM outbox")
    assert all(payload_of(payload) for _, _, payload in rows)
    assert {row[0] for row in await old.ask("SELECT kind FROM outbox")} >= {"asking", "podium", "round", "season"}
    told = await old.tell()
    assert set(told) >= {"scene", "board", "hand", "final", "vote", "tournament", "podium", "round", "season"}


@pytest.mark.parametrize(
    ("where", "number"),
    [
        pytest.param(where, number, marks=[*marks, *(() if number in LIGHT else [pytest.mark.long])])
        for where, marks in (("file", ()), ("moved", [pytest.mark.postgres]), ("dumped", [pytest.mark.postgres]))
        for number in sorted(MOVED if where == "moved" else PLAYING)
    ],
    indirect=["where"],
)
async def test_every_game_is_played_on_to_its_end_and_verified(old: Old, number: int) -> None:
    rng = random.Random(number)
    await old.tell()
    while await old.move(number, rng):
        pass
    record = await old.tables.looks.record(number)
    assert record.over
    verdict = verify.replay(record, engines.games())
    assert verdict.good, verdict


@pytest.mark.long
async def test_finished_games_are_verified_and_opened_again(old: Old) -> None:
    for number in OVER:
        assert verify.replay(await old.tables.looks.record(number), engines.games()).good
    reading = await old.tables.lobbies.open_again(20, Person(ANNA, "Anna"))
    assert reading.info.id == 21, "Dawid has opened it already"
    before = (await old.tables.looks.read(20)).info.seats
    assert [seat.user for seat in reading.info.seats] == [seat.user for seat in reversed(before)], "the two have swapped seats"


@pytest.mark.long
async def test_a_lobby_is_started_and_left(old: Old) -> None:
    await old.tables.lobbies.join(23, Person(ANNA, "Anna"))
    reading = await old.tables.lobbies.start(23, EWA)
    assert reading.info.state == "playing"
    assert (await old.tables.lobbies.leave(21, DAWID)).info.state == "cancelled"


@pytest.mark.long
async def test_leaderboard_and_preferences_are_kept(old: Old) -> None:
    rows = {row.user: row for row in (await old.tables.ratings.standings(1)).rows}
    played = dict(await old.ask('SELECT "user", count(*) FROM results WHERE guild = 1 AND rated = true GROUP BY 1'))
    assert {user: row.games for user, row in rows.items()} == played
    assert played.keys() == {ANNA, BORYS, CELINA, DAWID}
    anna, borys, celina = [await old.tables.people.person(user) for user in (ANNA, BORYS, CELINA)]
    assert (anna.language, anna.dm) == ("en", True)
    assert (borys.language, borys.dm) == (None, False)
    assert (celina.private, celina.dm) == (False, True)
    assert await old.tables.people.guild_language(1) == "pl"
    assert await old.tables.people.guild_language(2) is None
    assert await old.tables.servers.server_settings(1) == ServerSettings(language="pl", monthly=88)
    assert await old.tables.servers.set_server(1, ANNA, pace="day") == ServerSettings(language="pl", monthly=88, pace="day")
    assert await old.tables.people.guild_language(1) == "pl"
    assert await old.tables.people.meta_get("commands") == "0123abcd"
    assert [await old.tables.people.locale(user) for user in (ANNA, BORYS, CELINA, DAWID)] == ["pl", "en", None, "pl"]
    assert {row[0] for row in await old.ask("SELECT key FROM meta")} >= {"commands", "opened", "ratings", "meetings"}


@pytest.mark.long
async def test_a_database_of_the_release_becomes_what_a_new_one_is(
    where: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    new = str(tmp_path / "new.sqlite") if where.endswith("sqlite") else request.getfixturevalue("postgres").new_database()
    found = []
    for each in (where, new):
        store = await open_store(each)
        found.append(await schema(store))
        await check_whole(store)
        await store.close()
    assert found[0] == found[1]


async def schema(store: Store) -> set[tuple[Any, ...]]:
    """Returns the tables, columns and indexes of a database."""
    if isinstance(store, SqliteStore):
        names = [name for (name,) in await store.read("SELECT name FROM sqlite_master WHERE type = 'table'")]
        columns = {(name, *row[1:]) for name in names for row in await store.read(f"PRAGMA table_info({name})")}
        links = {(name, *row[2:]) for name in names for row in await store.read(f"PRAGMA foreign_key_list({name})")}
        made = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        return columns | links | set(await store.read(made))
    about = "table_name, column_name, data_type, is_nullable, column_default, is_identity"
    return {
        *await rows(store, f"SELECT {about} FROM information_schema.columns WHERE table_schema = 'public'"),
        *await rows(store, "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'"),
        *await rows(store, "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint"),
        *await rows(store, "SELECT sequencename FROM pg_sequences WHERE schemaname = 'public'"),
        *await rows(store, "SELECT version FROM zamki_version"),
    }


async def test_a_database_from_before_the_release_is_refused(where: str, request: pytest.FixtureRequest) -> None:
    older = first_release.VERSION - 1
    if where.endswith("sqlite"):
        with contextlib.closing(sqlite3.connect(where)) as db:
            db.execute(f"PRAGMA user_version = {older}")
    else:
        request.getfixturevalue("postgres").run(name_of(where), f"UPDATE zamki_version SET version = {older}")
    for opening in (open_store(where), reading(where).__aenter__()):
        with pytest.raises(TooOld, match=f"version {older}.*Start version 1.0.0"):
            await opening
