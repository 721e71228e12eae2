"""Playing at tables: sequential and joint games from the lobby to the result."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from data.records.results import ResultRow
from tables.errors import Illegal, NothingToTakeBack, NotSeated, NotYourTurn, ResultStands, Stale, WrongState
from tables.history import verify
from tables.model.people import Person
from tables.ranking import counting
from tables.rules.reading import Reading
from tables.store.table_store import OVER_KEPT
from tables.time.timing import DAY
from tests.support.table_store import table_store
from tests.support.toy_games import CoinsView, StepsView, games
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, EWA, Room


async def test_a_joint_game_from_lobby_to_result(room: Room) -> None:
    reading = await room.table("coins", ANNA, BORYS)
    table = reading.info.id
    assert reading.info.state == "playing"
    assert reading.info.pending == (0, 1)
    for coins in (("coin-3", "coin-1"), ("coin-1", "coin-3"), ("coin-2", "coin-2")):
        await room.tables.moves.play(table, ANNA.user, (coins[0],))
        reading = await room.tables.moves.play(table, BORYS.user, (coins[1],))
    assert reading.info.state == "over"
    assert reading.info.result is not None
    assert reading.info.result.places == (1, 1)
    assert reading.info.seed == bytes(range(16)).hex()
    assert (await room.again()) is room.tables
    assert (await room.tables.looks.read(table)).info.result == reading.info.result


async def test_a_choice_may_be_changed_until_the_last_one_has_chosen(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS)).info.id
    await room.tables.moves.play(table, ANNA.user, ("coin-1",), stage=1)
    await room.tables.moves.play(table, ANNA.user, ("coin-3",), stage=1)
    hidden = (await room.tables.looks.read(table)).view
    assert isinstance(hidden, CoinsView)
    assert hidden.pending == (1,)
    assert hidden.chosen == ()
    own = (await room.tables.looks.read(table, ANNA.user)).view
    assert isinstance(own, CoinsView)
    assert own.chosen == ("coin-3",)
    await room.tables.moves.play(table, BORYS.user, ("coin-2",), stage=1)
    with pytest.raises(Stale):
        await room.tables.moves.play(table, ANNA.user, ("coin-1",), stage=1)
    view = (await room.tables.looks.read(table)).view
    assert isinstance(view, CoinsView)
    assert view.points == (3, 0)


async def test_a_turn_of_several_steps(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    with pytest.raises(NotYourTurn):
        await room.tables.moves.play(table, BORYS.user, ("end",))
    with pytest.raises(NotSeated):
        await room.tables.moves.play(table, CELINA.user, ("end",))
    with pytest.raises(Illegal):
        await room.tables.moves.play(table, ANNA.user, ("add", "9"))
    await room.tables.moves.play(table, ANNA.user, ("add", "2"))
    reading = await room.tables.moves.play(table, ANNA.user, ("end",))
    assert reading.info.pending == (1,)
    assert isinstance(reading.view, StepsView)
    assert reading.view.sums == (2, 0)


async def test_computer_players_move_by_themselves(room: Room) -> None:
    reading = await room.table("coins", ANNA, computers=3)
    table = reading.info.id
    assert [info.level for info in reading.info.seats] == [None, "easy", "easy", "easy"]
    while reading.info.state == "playing":
        reading = await room.tables.moves.play(table, ANNA.user, reading.choices().words[:1])
        reading = await room.until(table, lambda info: 0 in info.pending or info.state == "over", ANNA.user)
    assert reading.info.result is not None


async def test_four_people(room: Room) -> None:
    reading = await room.table("coins", ANNA, BORYS, CELINA, DAWID)
    assert [info.name for info in reading.info.seats] == ["Anna", "Borys", "Celina", "Dawid"]


async def test_steps_of_a_turn_are_taken_back_one_by_one(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    tables = room.tables
    assert not (await tables.looks.read(table, ANNA.user)).can_take_back
    await tables.moves.play(table, ANNA.user, ("add", "1"))
    await tables.moves.play(table, ANNA.user, ("add", "2"))
    tables = await room.again()
    reading = await tables.looks.read(table, ANNA.user)
    assert reading.can_take_back
    assert not (await tables.looks.read(table, BORYS.user)).can_take_back
    with pytest.raises(NothingToTakeBack):
        await tables.moves.take_back(table, BORYS.user)
    reading = await tables.moves.take_back(table, ANNA.user, request=50)
    assert (await tables.moves.take_back(table, ANNA.user, request=50)).info.version == reading.info.version
    assert isinstance(reading.view, StepsView)
    assert reading.view.sums == (1, 0)
    reading = await tables.moves.take_back(table, ANNA.user)
    assert reading.view is not None
    assert reading.view.stage == 1
    with pytest.raises(NothingToTakeBack):
        await tables.moves.take_back(table, ANNA.user)
    await tables.moves.play(table, ANNA.user, ("add", "3"), stage=1)
    reading = await tables.moves.play(table, ANNA.user, ("end",))
    assert not reading.can_take_back
    assert isinstance(reading.view, StepsView)
    assert reading.view.sums == (3, 0)


async def test_nothing_is_taken_back_across_a_reveal_or_anothers_move(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    await room.tables.moves.play(table, ANNA.user, ("add", "1"))
    await room.tables.moves.play(table, ANNA.user, ("look",))
    with pytest.raises(NothingToTakeBack):
        await room.tables.moves.take_back(table, ANNA.user)
    assert await room.store.read("SELECT number FROM journal WHERE snapshot IS NOT NULL") == []


async def test_a_secret_choice_is_taken_back_until_the_reveal(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS)).info.id
    await room.tables.moves.play(table, ANNA.user, ("coin-1",))
    tables = await room.again()
    reading = await tables.moves.take_back(table, ANNA.user)
    assert isinstance(reading.view, CoinsView)
    assert (reading.view.chosen, reading.info.pending, reading.can_take_back) == ((), (0, 1), False)
    await tables.moves.play(table, BORYS.user, ("coin-2",))
    await tables.moves.play(table, ANNA.user, ("coin-3",))
    with pytest.raises(NothingToTakeBack):
        await tables.moves.take_back(table, BORYS.user)
    lines = await room.store.read("SELECT move FROM journal WHERE move <> '' ORDER BY number")
    assert lines == [("coin-2",), ("coin-3",)]


async def test_fifty_presses_at_once_count_once(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS, CELINA, DAWID)).info.id
    everyone = (ANNA, BORYS, CELINA, DAWID) * 13
    answers = await asyncio.gather(
        *(
            room.tables.moves.play(table, person.user, (f"coin-{1 + number % 3}",), stage=1, request=1000 + number)
            for number, person in enumerate(everyone)
        ),
        return_exceptions=True,
    )
    assert all(isinstance(answer, Reading | Stale) for answer in answers)
    assert (await room.tables.looks.read(table)).info.stage == 2
    rows = await room.store.read("SELECT seat FROM journal WHERE stage = 1 AND move <> '' ORDER BY seat")
    assert rows == [(0,), (1,), (2,), (3,)]


async def test_the_same_press_twice_counts_once(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    looks = await asyncio.gather(*(room.tables.moves.play(table, ANNA.user, ("add", "2"), request=77) for _ in range(6)))
    view = looks[-1].view
    assert isinstance(view, StepsView)
    assert view.sums == (2, 0)
    answers = await asyncio.gather(
        *(room.tables.moves.play(table, ANNA.user, ("end",), stage=2, request=80 + n) for n in range(4)), return_exceptions=True
    )
    assert sum(isinstance(answer, Reading) for answer in answers) == 1
    assert sum(isinstance(answer, Stale) for answer in answers) == 3


async def test_a_caller_that_is_cancelled_does_not_tear_a_move(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    for steps in range(8):
        call = asyncio.create_task(room.tables.moves.play(table, ANNA.user, ("add", "1"), request=5))
        for _ in range(steps):
            await asyncio.sleep(0)
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)
    await room.again()
    view = (await room.tables.looks.read(table)).view
    assert isinstance(view, StepsView)
    assert view.sums == (1, 0)


async def test_who_resigns_is_played_on_and_ends_last(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS, CELINA)).info.id
    await room.tables.moves.play(table, ANNA.user, ("coin-3",))
    reading = await room.tables.endings.resign(table, ANNA.user, request=3)
    assert reading.info.seats[0].resigned
    assert reading.choices().words == ()
    with pytest.raises(NotSeated) as caught:
        await room.tables.moves.play(table, ANNA.user, ("coin-1",))
    assert caught.value.key == "tables.refusal.resigned"
    while reading.info.state == "playing":
        for person in (BORYS, CELINA):
            reading = await room.tables.looks.read(table, person.user)
            if reading.seat in reading.info.pending:
                await room.tables.moves.play(table, person.user, reading.choices().words[-1:])
        reading = await room.until(table, lambda info: 0 not in info.pending)
    assert reading.info.result is not None
    assert reading.info.result.places[0] == 3
    rows = await room.store.read("SELECT user, place, rated FROM results ORDER BY seat")
    assert rows[0] == (ANNA.user, 3, 1)
    assert verify.replay(await room.tables.looks.record(table), games()).good


async def test_a_player_wins_when_all_others_leave(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS, CELINA)).info.id
    await room.tables.endings.cancel(table, ANNA.user)
    await room.tables.endings.resign(table, ANNA.user)
    await room.tables.endings.resign(table, BORYS.user)
    with pytest.raises(ResultStands):
        await room.tables.endings.cancel(table, CELINA.user)
    await room.until(table, lambda info: info.pending == (2,))
    await room.tables.moves.play(table, CELINA.user, ("end",))
    await room.until(table, lambda info: info.pending == (2,))
    reading = await room.tables.moves.play(table, CELINA.user, ("end",))
    assert reading.info.state == "over"
    for moderator in (False, True):
        with pytest.raises(WrongState):
            await room.tables.endings.cancel(table, CELINA.user, moderator=moderator)
    assert [(row.name, row.places) for row in (await room.tables.ratings.standings(1)).rows] == [
        ("Celina", (1, 0, 0, 0)),
        ("Anna", (0, 1, 0, 0)),
        ("Borys", (0, 1, 0, 0)),
    ]


async def finished(room: Room, *coins: str, people: tuple[Person, ...] = (ANNA, BORYS), computers: int = 0) -> None:
    """A short game of coins: the first person lays these, the others the lowest they have."""
    table = (await room.table("coins", *people, computers=computers)).info.id
    for coin in coins:
        await room.tables.moves.play(table, people[0].user, (coin,))
        for person in people[1:]:
            reading = await room.tables.looks.read(table, person.user)
            await room.tables.moves.play(table, person.user, reading.choices().words[:1])
        await room.until(table, lambda info: 0 in info.pending or info.state == "over")


async def test_tie_breaks_without_skill_are_no_wins_on_the_leaderboard(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS)).info.id
    rows = [
        ResultRow(
            table_id=table,
            seat=seat,
            guild=1,
            game="coins",
            user=person.user,
            name=person.name,
            place=seat + 1,
            rating_place=1,
            score=7,
            rated=True,
            at=1.0,
        )
        for seat, person in enumerate((ANNA, BORYS))
    ]
    async with room.store.transaction() as tx:
        await counting.count(tx, room.games, {}, rows)
    board = await room.tables.ratings.standings(1)
    assert [(row.place, row.name, row.places) for row in board.rows] == [
        (1, "Anna", (1, 0, 0, 0)),
        (1, "Borys", (1, 0, 0, 0)),
    ]


@pytest.mark.long
async def test_the_leaderboard_counts_wins_and_ties_share_a_place(room: Room) -> None:
    for _ in range(2):  # of a pair's games of a day one counts here
        await finished(room, "coin-2", "coin-3", "coin-1")
        await room.clock.advance(DAY)
    await finished(room, "coin-2", "coin-3", "coin-1", people=(CELINA, DAWID))
    await room.clock.advance(DAY)
    await finished(room, "coin-2", "coin-3", "coin-1", people=(DAWID, CELINA))
    await finished(room, "coin-2", "coin-3", "coin-1", people=(EWA,), computers=2)
    board = await room.tables.ratings.standings(1)
    assert [(row.place, row.name, row.games, row.wins, row.places) for row in board.rows] == [
        (1, "Anna", 2, 2, (2, 0, 0, 0)),
        (2, "Celina", 2, 1, (1, 1, 0, 0)),
        (2, "Dawid", 2, 1, (1, 1, 0, 0)),
        (4, "Borys", 2, 0, (0, 2, 0, 0)),
    ]
    assert await room.tables.ratings.standings(1, "coins") == msgspec.structs.replace(board, game="coins")
    assert (await room.tables.ratings.standings(1, "steps")).rows == ()
    assert (await room.tables.ratings.standings(2)).rows == ()


async def test_autocomplete_walks_word_by_word(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id

    async def offered(text: str, user: int = ANNA.user) -> list[str]:
        return [" ".join(move) for move in (await room.tables.looks.read(table, user)).complete(text)]

    assert await offered("") == ["add", "look", "end"]
    assert await offered("a") == ["add"]
    assert await offered("ADD ") == ["add 1", "add 2", "add 3"]
    assert await offered("add 2") == ["add 2"]
    assert await offered("juggle ") == []
    assert await offered("x" * 100_000) == []
    assert await offered("", BORYS.user) == await offered("", CELINA.user) == []


@pytest.mark.long
@pytest.mark.usefixtures("many_openings")
async def test_tables_fall_out_of_memory_and_come_back(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.store.table_store.KEPT", 3)
    tables = [(await room.table("coins", ANNA, BORYS)).info.id for _ in range(8)]
    for table in tables:
        await room.tables.moves.play(table, ANNA.user, ("coin-2",))
    for table in tables:
        reading = await room.tables.moves.play(table, BORYS.user, ("coin-1",))
        assert reading.info.stage == 2


@pytest.mark.long
@pytest.mark.usefixtures("many_openings")
async def test_of_tables_that_are_over_few_stay_in_memory(room: Room) -> None:
    playing = (await room.table("coins", ANNA, BORYS)).info.id
    over = []
    for _ in range(OVER_KEPT + 1):
        over.append((await room.table("coins", ANNA, BORYS)).info.id)
        for coins in (("coin-3", "coin-1"), ("coin-1", "coin-3"), ("coin-2", "coin-2")):
            await room.tables.moves.play(over[-1], ANNA.user, (coins[0],))
            await room.tables.moves.play(over[-1], BORYS.user, (coins[1],))
    store = table_store(room.tables)
    assert [table for table in (playing, *over) if store.here(table)] == [playing, *over[1:]]
    assert (await room.tables.looks.read(over[0], ANNA.user)).info.state == "over"
