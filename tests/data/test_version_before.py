"""A database that the version before wrote: every table is looked at, played on to its end, and told; in its file, and moved to
PostgreSQL.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import random
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import engines
from data.moving import move
from data.opening import open_store
from data.records import Posted, Shows
from data.sqlite.files import MIGRATIONS
from data.sqlite.store import SqliteStore
from data.store import Store
from data.versions import scripts
from engines.contract import Move, View
from engines.notation import random_move
from tables.history import verify
from tables.model.models import Limits, Person
from tables.model.outbox_rows import payload_of
from tables.model.server import ServerSettings
from tables.rules import votes
from tables.rules.takeback import BACK
from tables.service.service import TableService
from tests.support.manual_clock import ManualClock
from tests.support.postgres_server import Server
from tests.support.raw_sql import ask

FIXTURE = Path(__file__).parent / "fixtures" / "version-2.sqlite.gz"
NOW = 1_760_000_000.0 + 86400.0
ANNA, BORYS, CELINA = 11, 12, 13

OVER = {1, 7, 12, 16, 21, 30}
PLAYING = {6, 10, 11, 13, 14, 15, 17, 20, 23, 26, 27, 28, 29, 31, 32, 33, 35}
LOBBIES = {36, 37}
QUICK = {6, 10, 15, 27, 33}
"""Of those being played, one of each game; the long tests play on all of them."""

LIGHT = {15}
"""Of these the ones that are soon over."""


class AtRandom:
    """Computer players that move at random: this is not about their wit."""

    async def choose_move(self, game: str, view: View, level: str, seed: int) -> Move:
        assert view.seat is not None
        rng = random.Random(seed)
        return random_move(engines.games()[game].determinize(view, rng), view.seat, rng)

    async def close(self) -> None:
        pass


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
        of = "" if table is None else f" AND table_id = {table}"
        while await self.ask(f"SELECT 1 FROM outbox WHERE due <= {NOW}{of}"):
            row = await outbox.next()
            told.append(row.kind)
            await outbox.done(row)
        return told

    async def move(self, table: int, rng: random.Random) -> bool:
        """One random move of a person who is awaited; False when the game is over."""
        held = await self.tables._table_store.read(table)
        if held.table.state != "playing":
            return False
        awaited = [seat for seat in held.table.pending if held.table.acts(seat)]
        if awaited and held.position is not None:
            seat = rng.choice(awaited)
            await self.tables.moves.play(table, held.table.seats[seat].user or 0, random_move(held.position, seat, rng))
        await self.tell(table)
        return True


@pytest.mark.more
async def test_a_game_begun_before_there_were_requests_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "zamki.sqlite"
    path.write_bytes(gzip.decompress(FIXTURE.read_bytes()))
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("ALTER TABLE tables DROP COLUMN asking")
        db.execute("PRAGMA user_version = 1")
    store = await SqliteStore.open(path)
    tables = await TableService.open(store, games=engines.games(), clock=ManualClock(NOW), bots=AtRandom())
    look = await tables.looks.view(28)
    assert votes.find(look.table, BACK) is None, "it was not stored then"
    (asker,) = [user for user in (ANNA, BORYS) if (await tables.looks.view(28, user)).may_ask]
    asking = votes.find((await tables.moves.ask_back(28, asker)).table, BACK)
    assert asking is not None
    assert (await tables.votes.agree_vote(28, ANNA + BORYS - asker, asking.id)).table.turn < look.table.turn
    await tables.close()
    await store.close()


def version(number: int, path: Path) -> sqlite3.Connection:
    """The fixture brought to a later version of the schema."""
    path.write_bytes(gzip.decompress(FIXTURE.read_bytes()))
    db = sqlite3.connect(path, isolation_level=None)
    for script in scripts(MIGRATIONS)[2:number]:
        db.executescript(script)
    db.execute(f"PRAGMA user_version = {number}")
    return db


@pytest.mark.more
async def test_posts_begun_say_by_name_what_they_show(tmp_path: Path) -> None:
    path = tmp_path / "zamki.sqlite"
    with contextlib.closing(version(3, path)) as db:
        for kind, shown in (("lobby", 0), ("board", 4), ("scene", 7002), ("asking", 9)):
            db.execute("INSERT INTO posts_begun VALUES (17, ?, 0, 2, 'abc', ?)", (kind, shown))
        db.execute("INSERT INTO outbox VALUES (9999, 9999, 17, 'tidy', 'tidy', '{}', 5.0, 1)")
    store = await SqliteStore.open(path)
    assert {post.kind: post.shows for post in (await store.noted(17)).begun} == {
        "lobby": Shows(),
        "board": Shows(turn=4),
        "scene": Shows(line=7, scene=2),
        "asking": Shows(request=9),
    }
    assert 9999 in {row.serial for row in await store.outbox_heads(NOW)}, "what tidies stands beside its table's line"
    await store.close()


@pytest.mark.more
async def test_a_game_that_nobody_finished_counts_for_nobody_any_more(tmp_path: Path) -> None:
    path = tmp_path / "zamki.sqlite"
    with contextlib.closing(version(4, path)) as db:
        before = db.execute("SELECT count(*) FROM results WHERE rated").fetchone()[0]
        db.execute("UPDATE seats SET resigned = 1 WHERE table_id = 1")
        db.execute("UPDATE seats SET resigned = 1 WHERE table_id = 7 AND seat = 0")
    store = await SqliteStore.open(path)
    assert await store.read("SELECT count(*) FROM results WHERE rated") == [(before - 2,)]
    assert await store.read("SELECT DISTINCT table_id FROM results WHERE NOT rated") == [(1,)]
    await store.close()


@pytest.fixture(scope="module")
def moved(postgres: Server, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The old database in PostgreSQL, to be copied."""
    path, url = tmp_path_factory.mktemp("old") / "zamki.sqlite", postgres.new_database()
    path.write_bytes(gzip.decompress(FIXTURE.read_bytes()))
    asyncio.run(move(path, url))
    return url


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "postgres":
        server: Server = request.getfixturevalue("postgres")
        return server.new_database(request.getfixturevalue("moved"))
    path = tmp_path / "zamki.sqlite"
    path.write_bytes(gzip.decompress(FIXTURE.read_bytes()))
    return str(path)


@pytest.fixture
async def old(where: str) -> AsyncIterator[Old]:
    store = await open_store(where)
    tables = await TableService.open(
        store, games=engines.games(), clock=ManualClock(NOW), limits=Limits(tables_per_user=50), bots=AtRandom()
    )
    yield Old(store, tables)
    await tables.close()
    await store.close()


async def test_every_table_is_there_as_it_was(old: Old) -> None:
    states = {}
    for number in OVER | PLAYING | LOBBIES:
        look = await old.tables.looks.view(number, ANNA)
        states[number] = look.table.state
        assert (look.view is None) == (look.table.state == "lobby")
    assert {number for number, state in states.items() if state == "over"} == OVER
    assert {number for number, state in states.items() if state == "playing"} == PLAYING
    assert {number for number, state in states.items() if state == "lobby"} == LOBBIES
    assert {info.id for info in await old.tables.looks.tables_of(ANNA)} == PLAYING
    asking = votes.find((await old.tables.looks.view(27)).table, BACK)
    assert asking is not None
    assert asking.agreed


@pytest.mark.more
async def test_what_could_be_taken_back_still_can(old: Old) -> None:
    taken = 0
    for number in sorted(PLAYING):
        for user in (ANNA, BORYS, CELINA):
            if (await old.tables.looks.view(number, user)).can_take_back:
                before = (await old.tables.looks.view(number, user)).view
                assert (await old.tables.moves.take_back(number, user)).view != before
                taken += 1
    assert taken >= 4
    asking = votes.find((await old.tables.looks.view(27)).table, BACK)
    assert asking is not None
    for seat in set(asking.asked) - set(asking.agreed):
        asked = (await old.tables.looks.view(27)).table.seats[seat].user
        look = await old.tables.votes.agree_vote(27, asked or 0, asking.id)
    assert votes.find(look.table, BACK) is None


@pytest.mark.more
async def test_every_row_that_was_not_sent_is_told(old: Old) -> None:
    rows = await old.ask("SELECT table_id, serial, payload FROM outbox")
    assert all(payload_of(payload) for _, _, payload in rows)
    assert {row[0] for row in await old.ask("SELECT kind FROM outbox")} >= {"cover", "remind", "asking"}
    told = await old.tell()
    assert set(told) >= {"lobby", "scene", "board", "hand", "final", "remind", "vote"}


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(number, marks=() if number in LIGHT else pytest.mark.more if number in QUICK else pytest.mark.long)
        for number in sorted(PLAYING)
    ],
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


async def test_finished_games_are_verified_and_opened_again(old: Old) -> None:
    for number in OVER:
        assert verify.replay(await old.tables.looks.record(number), engines.games()).good
    look = await old.tables.lobbies.open_again(21, Person(ANNA, "Anna"))
    assert look.table.id == 36, "Borys has opened it already"
    before = (await old.tables.looks.view(21)).table.seats
    assert [seat.user for seat in look.table.seats] == [seat.user for seat in reversed(before)], "the two have swapped seats"


@pytest.mark.more
async def test_a_lobby_is_started_and_left(old: Old) -> None:
    await old.tables.lobbies.join(37, Person(ANNA, "Anna"))
    look = await old.tables.lobbies.start(37, 14)
    assert look.table.state == "playing"
    assert (await old.tables.lobbies.leave(36, BORYS)).table.state == "cancelled"


async def test_leaderboard_and_preferences_are_kept(old: Old) -> None:
    rows = {row.user: row for row in (await old.tables.ratings.standings(1)).rows}
    assert (rows[ANNA].games, rows[BORYS].games, rows[CELINA].games) == (17, 17, 8)
    anna, borys, celina = [await old.tables.people.person(user) for user in (ANNA, BORYS, CELINA)]
    assert (anna.language, anna.dm) == ("en", True)
    assert (borys.language, borys.dm) == (None, False)
    assert (celina.private, celina.dm_closed) == (False, True)
    assert await old.tables.people.guild_language(1) == "pl"
    assert await old.tables.people.guild_language(2) is None
    assert await old.tables.servers.server_settings(1) == ServerSettings(language="pl")
    assert await old.tables.servers.set_server(1, ANNA, pace="day") == ServerSettings(language="pl", pace="day")
    assert await old.tables.people.guild_language(1) == "pl"
    assert await old.tables.people.meta_get("commands") == "0123abcd"
    assert [await old.tables.people.locale(user) for user in (ANNA, BORYS, CELINA, 14, 99)] == ["pl", "en", None, "pl", "en"]
    assert {row[0] for row in await old.ask("SELECT key FROM meta")} == {"commands", "opened", "reached", "ratings", "meetings"}


@pytest.mark.more
async def test_messages_say_by_name_what_they_show(old: Old) -> None:
    rows = await old.ask(
        "SELECT kind, count(turn), count(stage), count(line), count(scene), count(request) FROM messages GROUP BY 1"
    )
    assert {kind: tuple(map(bool, shows)) for kind, *shows in rows} == {
        "lobby": (False, False, False, False, False),
        "board": (True, False, False, False, False),
        "hand": (True, False, False, False, False),
        "ping": (True, False, False, False, False),
        "final": (True, False, False, False, False),
        "lost": (False, False, False, False, False),
        "scene": (False, False, True, True, False),
        "asking": (False, False, False, False, True),
        "fleeting": (False, True, False, False, False),
    }
    assert (await old.tables.messages.get(35, "fleeting")) == Posted(2, 555, Shows(stage=1))
