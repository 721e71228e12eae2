"""The castle of the day: one deal for everybody, the first try, a server's standings, and what is secret until tomorrow."""

from __future__ import annotations

import asyncio
import random

import pytest
from msgspec.structs import replace

import engines
from engines.contract import Revealing
from engines.draws import commitment
from engines.notation import random_move
from tables.errors import Refusal
from tables.history import verify
from tables.history.replay import NoReplay
from tables.model.people import Person
from tables.rules import days
from tables.time.timing import DAY
from tests.support.manual_clock import ManualClock
from tests.support.short_forms import SHORT
from tests.support.table_store import loaded_table
from tests.tables.conftest import ANNA, BORYS, CELINA, Beginners, Room

HERE, ELSEWHERE = 1, 2


@pytest.fixture
async def castle(room: Room, monkeypatch: pytest.MonkeyPatch) -> Room:
    monkeypatch.setattr("tables.service.play_actions.SHOWING", 0.0)  # nobody sends the boards that are waited for
    room.games, room.bots = engines.games(), Beginners()
    await room.again()
    return room


async def on_day_of(room: Room, key: str) -> None:
    """Move the time on to a day with this game."""
    while days.title_of(room.games, days.day_of(room.clock.now())) != key:
        await room.advance(DAY)


async def play(room: Room, person: Person, luck: int, *, server: int = HERE, late: bool = False) -> tuple[bytes, object]:
    """Play today's castle to its end; return the position then, and all moves. `late`: always after the computer players."""
    reading = await room.tables.days.begin(person, server, 1000 + person.user, language="en")
    table, rng = reading.info.id, random.Random(luck)
    game = room.games[reading.info.game]
    while (now := await room.tables.looks.read(table)).info.state == "playing":
        if 0 not in now.info.pending or (late and len(now.info.pending) > 1):
            await room.mail()  # a board that people should see before the next move
            await room.clock.advance(1)
            continue
        loaded = await loaded_table(room.tables, table)
        position = loaded.position
        assert position is not None
        looking = game.reveal_move(position) if isinstance(game, Revealing) else None
        await room.tables.moves.play(table, person.user, looking or random_move(position, 0, rng))
    [(snapshot,)] = await room.store.read("SELECT snapshot FROM snapshots WHERE table_id = ?", (table,))
    sql = "SELECT stage, seat, move, events FROM journal WHERE table_id = ? AND move <> '' ORDER BY stage, seat"
    return snapshot, await room.store.read(sql, (table,))


@pytest.mark.long
@pytest.mark.parametrize("key", [pytest.param(key, marks=() if key == "rycerze" else pytest.mark.long) for key in SHORT])
async def test_equal_moves_are_equal_games(castle: Room, key: str) -> None:
    await on_day_of(castle, key)
    liked = castle.games[key].colours[-1]
    one = await play(castle, ANNA, 7)
    other = await play(castle, replace(BORYS, colours=(liked,)), 7, late=True)
    assert other[0] == one[0]
    if key not in {"rycerze", "rzymianie"}:
        assert other == one
    first, second = (await castle.tables.days.look(HERE, ANNA.user)).standings
    assert (first.place, first.score) == (second.place, second.score)
    assert (await castle.tables.days.look(HERE, ANNA.user)).places == (1, 1), "equals share a place"


@pytest.mark.long
async def test_the_first_try_counts_and_shows_the_standings(castle: Room) -> None:
    await on_day_of(castle, "rycerze")
    await play(castle, ANNA, 1)
    before = await castle.tables.days.look(HERE, BORYS.user)
    assert (before.first, before.standings, before.lately) == (None, (), 0), "nobody sees the others before they have played"
    own = await castle.tables.days.look(HERE, ANNA.user)
    assert own.first is not None
    assert ([row.user for row in own.standings], own.lately) == ([ANNA.user], 1)
    await play(castle, ANNA, 2)
    assert (await castle.tables.days.look(HERE, ANNA.user)).first == own.first, "a further try changes nothing"
    await play(castle, BORYS, 3, server=ELSEWHERE)
    assert [row.user for row in (await castle.tables.days.look(HERE, ANNA.user)).standings] == [ANNA.user]
    assert (await castle.tables.days.look(0, ANNA.user)).standings == ()
    assert await castle.store.read("SELECT 1 FROM results") == []
    assert await castle.store.read("SELECT 1 FROM ratings") == []


@pytest.mark.long
async def test_who_gives_up_or_ends_too_late_is_not_listed(castle: Room) -> None:
    await on_day_of(castle, "rycerze")
    reading = await castle.tables.days.begin(ANNA, HERE, 1011, language="en")
    again = await castle.tables.days.begin(ANNA, HERE, 1011, language="en")
    assert again.info.id == reading.info.id, "a game that has begun goes on"
    await castle.tables.endings.resign(reading.info.id, ANNA.user)
    await play(castle, ANNA, 1)
    found = await castle.tables.days.look(HERE, ANNA.user)
    assert found.first is not None
    assert (found.first.table_id, found.first.ended) == (reading.info.id, None)
    late = (await castle.tables.days.begin(BORYS, HERE, 1012, language="en")).info
    await castle.advance(DAY)
    rng = random.Random(1)
    while (now := await castle.tables.looks.read(late.id)).info.state == "playing":
        if 0 in now.info.pending:
            position = (await loaded_table(castle.tables, late.id)).position
            assert position is not None
            await castle.tables.moves.play(late.id, BORYS.user, random_move(position, 0, rng))
        else:
            await castle.advance(8)
    assert await castle.store.read("SELECT ended FROM deal_tries") == [(None,), (None,)]


async def test_two_presses_at_once_begin_one_game(castle: Room) -> None:
    await on_day_of(castle, "rycerze")
    begun = [castle.tables.days.begin(ANNA, HERE, 1011, language="en", request=n) for n in (5, 5, 6)]
    assert len({reading.info.id for reading in await asyncio.gather(*begun)}) == 1
    assert len(await castle.store.read("SELECT 1 FROM tables")) == 1


async def test_the_seed_is_secret_until_the_day_is_over(castle: Room) -> None:
    await on_day_of(castle, "rycerze")
    await play(castle, ANNA, 1)
    today = await castle.tables.days.look(HERE, ANNA.user)
    assert today.first is not None
    table = today.first.table_id
    [(seed,)] = await castle.store.read("SELECT seed FROM days")
    assert commitment(bytes.fromhex(seed)) == today.commitment
    info = (await castle.tables.looks.read(table, ANNA.user)).info
    assert (info.seed, info.commitment, info.promise) == ("", today.commitment, today.commitment)
    for look in (castle.tables.looks.record, castle.tables.looks.replay):
        with pytest.raises(NoReplay):
            await look(table)
    assert seed not in str(await castle.store.personal(ANNA.user))
    await castle.advance(DAY)
    tomorrow = await castle.tables.days.look(HERE, BORYS.user)
    assert tomorrow.before is not None
    assert (tomorrow.before.seed, tomorrow.before.game) == (seed, "rycerze")
    assert tomorrow.commitment != today.commitment or tomorrow.game != today.game
    record = await castle.tables.looks.record(table)
    assert record.seed == seed
    assert verify.replay(record, castle.games).good


async def test_it_has_no_hints(castle: Room) -> None:
    await on_day_of(castle, "rycerze")
    reading = await castle.tables.days.begin(CELINA, HERE, 1013, language="en")
    with pytest.raises(Refusal) as refused:
        await castle.tables.advice.hint(reading.info.id, CELINA.user, stage=reading.info.stage)
    assert refused.value.key == "tables.refusal.hint-day"


async def test_played_again_it_is_the_whole_game(castle: Room) -> None:
    await on_day_of(castle, "torres")
    table = (await castle.tables.days.begin(ANNA, HERE, 1011, language="en")).info
    assert table.options["length"] == "short"
    await castle.tables.endings.resign(table.id, ANNA.user)
    again = (await castle.tables.lobbies.open_again(table.id, ANNA)).info
    assert ("length" in again.options, again.day) == (False, "")


@pytest.mark.long
async def test_a_person_and_a_server_are_forgotten(castle: Room) -> None:
    await on_day_of(castle, "rycerze")
    await play(castle, ANNA, 1)
    await play(castle, BORYS, 2)
    await castle.tables.personal.forget_person(ANNA.user)
    assert await castle.store.read("SELECT user FROM deal_tries") == [(BORYS.user,)]
    async with castle.store.transaction() as tx:
        await tx.forget_server(HERE)
    assert await castle.store.read("SELECT user FROM deal_tries") == []


def test_days_are_those_of_the_whole_world() -> None:
    start = ManualClock().now()
    today = days.day_of(start)
    assert days.day_of(days.end_of(today)) > today == days.day_of(days.end_of(today) - 1)
    assert days.day_of(start, 1) == days.day_of(start - DAY)
    titles = {days.title_of(engines.games(), days.day_of(start + n * DAY)) for n in range(len(SHORT))}
    assert titles == {*SHORT}
