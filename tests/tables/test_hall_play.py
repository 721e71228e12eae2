"""Playing at tables: sequential and joint games from the lobby to the result."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from tables import verify
from tables.errors import Illegal, NothingToTakeBack, NotSeated, NotYourTurn, Stale, WrongState
from tables.shown import Look, Person
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, EWA, Room
from tests.tables.toy import CoinsView, StepsView, games


async def test_a_joint_game_from_lobby_to_result(room: Room) -> None:
    look = await room.table("coins", ANNA, BORYS)
    table = look.table.id
    assert look.table.state == "playing"
    assert look.table.pending == (0, 1)
    for coins in (("coin-3", "coin-1"), ("coin-1", "coin-3"), ("coin-2", "coin-2")):
        await room.hall.play(table, ANNA.user, (coins[0],))
        look = await room.hall.play(table, BORYS.user, (coins[1],))
    assert look.table.state == "over"
    assert look.table.result is not None
    assert look.table.result.places == (1, 1)
    assert look.table.seed == bytes(range(16)).hex()
    assert (await room.again()) is room.hall
    assert (await room.hall.look(table)).table.result == look.table.result


async def test_a_choice_may_be_changed_until_the_last_one_has_chosen(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS)).table.id
    await room.hall.play(table, ANNA.user, ("coin-1",), stage=1)
    await room.hall.play(table, ANNA.user, ("coin-3",), stage=1)
    hidden = (await room.hall.look(table)).view
    assert isinstance(hidden, CoinsView)
    assert hidden.chosen == (True, False)
    assert hidden.choice == ""
    own = (await room.hall.look(table, ANNA.user)).view
    assert isinstance(own, CoinsView)
    assert own.choice == "coin-3"
    await room.hall.play(table, BORYS.user, ("coin-2",), stage=1)
    with pytest.raises(Stale):
        await room.hall.play(table, ANNA.user, ("coin-1",), stage=1)
    view = (await room.hall.look(table)).view
    assert isinstance(view, CoinsView)
    assert view.points == (3, 0)


async def test_a_turn_of_several_steps(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).table.id
    with pytest.raises(NotYourTurn):
        await room.hall.play(table, BORYS.user, ("end",))
    with pytest.raises(NotSeated):
        await room.hall.play(table, CELINA.user, ("end",))
    with pytest.raises(Illegal):
        await room.hall.play(table, ANNA.user, ("add", "9"))
    await room.hall.play(table, ANNA.user, ("add", "2"))
    look = await room.hall.play(table, ANNA.user, ("end",))
    assert look.table.pending == (1,)
    assert isinstance(look.view, StepsView)
    assert look.view.sums == (2, 0)


async def test_computer_players_move_by_themselves(room: Room) -> None:
    look = await room.table("coins", ANNA, computers=3)
    table = look.table.id
    assert [info.level for info in look.table.seats] == [None, "easy", "easy", "easy"]
    while look.table.state == "playing":
        look = await room.hall.play(table, ANNA.user, look.choices.words[:1])
        look = await room.until(table, lambda info: 0 in info.pending or info.state == "over", ANNA.user)
    assert look.table.result is not None


async def test_four_people(room: Room) -> None:
    look = await room.table("coins", ANNA, BORYS, CELINA, DAWID)
    assert [info.name for info in look.table.seats] == ["Anna", "Borys", "Celina", "Dawid"]


async def test_steps_of_a_turn_are_taken_back_one_by_one(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).table.id
    hall = room.hall
    assert not (await hall.look(table, ANNA.user)).can_take_back
    await hall.play(table, ANNA.user, ("add", "1"))
    await hall.play(table, ANNA.user, ("add", "2"))
    hall = await room.again()
    look = await hall.look(table, ANNA.user)
    assert look.can_take_back
    assert not (await hall.look(table, BORYS.user)).can_take_back
    with pytest.raises(NothingToTakeBack):
        await hall.take_back(table, BORYS.user)
    look = await hall.take_back(table, ANNA.user, request=50)
    assert (await hall.take_back(table, ANNA.user, request=50)).table.version == look.table.version
    assert isinstance(look.view, StepsView)
    assert look.view.sums == (1, 0)
    look = await hall.take_back(table, ANNA.user)
    assert look.view is not None
    assert look.view.stage == 1
    with pytest.raises(NothingToTakeBack):
        await hall.take_back(table, ANNA.user)
    await hall.play(table, ANNA.user, ("add", "3"), stage=1)
    look = await hall.play(table, ANNA.user, ("end",))
    assert not look.can_take_back
    assert isinstance(look.view, StepsView)
    assert look.view.sums == (3, 0)


async def test_nothing_is_taken_back_across_a_reveal_or_anothers_move(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).table.id
    await room.hall.play(table, ANNA.user, ("add", "1"))
    await room.hall.play(table, ANNA.user, ("look",))
    with pytest.raises(NothingToTakeBack):
        await room.hall.take_back(table, ANNA.user)
    assert await room.store.read("SELECT number FROM journal WHERE snapshot IS NOT NULL") == []


async def test_a_secret_choice_is_taken_back_until_the_reveal(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS)).table.id
    await room.hall.play(table, ANNA.user, ("coin-1",))
    hall = await room.again()
    look = await hall.take_back(table, ANNA.user)
    assert isinstance(look.view, CoinsView)
    assert (look.view.choice, look.table.pending, look.can_take_back) == ("", (0, 1), False)
    await hall.play(table, BORYS.user, ("coin-2",))
    await hall.play(table, ANNA.user, ("coin-3",))
    with pytest.raises(NothingToTakeBack):
        await hall.take_back(table, BORYS.user)
    lines = await room.store.read("SELECT move, undone FROM journal WHERE move <> '' ORDER BY number")
    assert lines == [("coin-1", 1), ("coin-2", 0), ("coin-3", 0)]


async def test_fifty_presses_at_once_count_once(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS, CELINA, DAWID)).table.id
    everyone = (ANNA, BORYS, CELINA, DAWID) * 13
    answers = await asyncio.gather(
        *(
            room.hall.play(table, person.user, (f"coin-{1 + number % 3}",), stage=1, request=1000 + number)
            for number, person in enumerate(everyone)
        ),
        return_exceptions=True,
    )
    assert all(isinstance(answer, Look | Stale) for answer in answers)
    assert (await room.hall.look(table)).table.stage == 2
    rows = await room.store.read("SELECT seat FROM journal WHERE stage = 1 AND undone = 0 AND move <> '' ORDER BY seat")
    assert rows == [(0,), (1,), (2,), (3,)]


async def test_the_same_press_twice_counts_once(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).table.id
    looks = await asyncio.gather(*(room.hall.play(table, ANNA.user, ("add", "2"), request=77) for _ in range(6)))
    view = looks[-1].view
    assert isinstance(view, StepsView)
    assert view.sums == (2, 0)
    answers = await asyncio.gather(
        *(room.hall.play(table, ANNA.user, ("end",), stage=2, request=80 + n) for n in range(4)), return_exceptions=True
    )
    assert sum(isinstance(answer, Look) for answer in answers) == 1
    assert sum(isinstance(answer, Stale) for answer in answers) == 3


async def test_a_caller_that_is_cancelled_does_not_tear_a_move(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).table.id
    for steps in range(8):
        call = asyncio.create_task(room.hall.play(table, ANNA.user, ("add", "1"), request=5))
        for _ in range(steps):
            await asyncio.sleep(0)
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)
    await room.again()
    view = (await room.hall.look(table)).view
    assert isinstance(view, StepsView)
    assert view.sums == (1, 0)


async def test_who_resigns_is_played_on_and_ends_last(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS, CELINA)).table.id
    await room.hall.play(table, ANNA.user, ("coin-3",))
    look = await room.hall.resign(table, ANNA.user, request=3)
    assert look.table.seats[0].resigned
    assert look.choices.words == ()
    with pytest.raises(NotSeated) as caught:
        await room.hall.play(table, ANNA.user, ("coin-1",))
    assert caught.value.key == "tables.refusal.resigned"
    while look.table.state == "playing":
        for person in (BORYS, CELINA):
            look = await room.hall.look(table, person.user)
            if look.seat in look.table.pending:
                await room.hall.play(table, person.user, look.choices.words[-1:])
        look = await room.until(table, lambda info: 0 not in info.pending)
    assert look.table.result is not None
    assert look.table.result.places[0] == 3
    rows = await room.store.read("SELECT user, place, rated FROM results ORDER BY seat")
    assert rows[0] == (ANNA.user, 3, 1)
    assert verify.replay(await room.hall.record(table), games()).good


async def test_when_everybody_has_resigned_the_computer_ends_the_game(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS)).table.id
    await room.hall.resign(table, ANNA.user)
    await room.hall.resign(table, BORYS.user)
    look = await room.until(table, lambda info: info.state == "over")
    assert look.table.result is not None
    assert look.table.result.places == (1, 1)


async def test_a_running_game_is_cancelled_by_all_or_a_moderator(room: Room) -> None:
    first = (await room.table("steps", ANNA, BORYS)).table.id
    look = await room.hall.cancel(first, ANNA.user)
    assert (look.table.state, look.table.agreed) == ("playing", (ANNA.user,))
    with pytest.raises(NotSeated):
        await room.hall.cancel(first, CELINA.user)
    assert (await room.hall.cancel(first, BORYS.user)).table.state == "cancelled"
    second = (await room.table("steps", ANNA, BORYS)).table.id
    look = await room.hall.cancel(second, CELINA.user, moderator=True)
    assert (look.table.state, look.table.seed) == ("cancelled", "")
    assert await room.store.read("SELECT * FROM results") == []
    with pytest.raises(WrongState):
        await room.hall.play(second, ANNA.user, ("end",))


async def finished(room: Room, *coins: str, people: tuple[Person, ...] = (ANNA, BORYS), computers: int = 0) -> None:
    """A short game of coins: the first person lays these, the others the lowest they have."""
    table = (await room.table("coins", *people, computers=computers)).table.id
    for coin in coins:
        await room.hall.play(table, people[0].user, (coin,))
        for person in people[1:]:
            look = await room.hall.look(table, person.user)
            await room.hall.play(table, person.user, look.choices.words[:1])
        await room.until(table, lambda info: 0 in info.pending or info.state == "over")


async def test_the_leaderboard_counts_wins_and_ties_share_a_place(room: Room) -> None:
    for _ in range(2):
        await finished(room, "coin-2", "coin-3", "coin-1")
    await finished(room, "coin-2", "coin-3", "coin-1", people=(CELINA, DAWID))
    await finished(room, "coin-2", "coin-3", "coin-1", people=(DAWID, CELINA))
    await finished(room, "coin-2", "coin-3", "coin-1", people=(EWA,), computers=2)
    board = await room.hall.standings(1)
    assert [(row.place, row.name, row.games, row.wins, row.places) for row in board.rows] == [
        (1, "Anna", 2, 2, (2, 0, 0, 0)),
        (2, "Celina", 2, 1, (1, 1, 0, 0)),
        (2, "Dawid", 2, 1, (1, 1, 0, 0)),
        (4, "Borys", 2, 0, (0, 2, 0, 0)),
    ]
    assert await room.hall.standings(1, "coins") == msgspec.structs.replace(board, game="coins")
    assert (await room.hall.standings(1, "steps")).rows == ()
    assert (await room.hall.standings(2)).rows == ()


async def test_autocomplete_walks_word_by_word(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).table.id

    async def offered(text: str, user: int = ANNA.user) -> list[str]:
        return [" ".join(move) for move in await room.hall.complete(table, user, text)]

    assert await offered("") == ["add", "look", "end"]
    assert await offered("a") == ["add"]
    assert await offered("ADD ") == ["add 1", "add 2", "add 3"]
    assert await offered("add 2") == ["add 2"]
    assert await offered("juggle ") == []
    assert await offered("x" * 100_000) == []
    assert await offered("", BORYS.user) == await offered("", CELINA.user) == []


async def test_tables_fall_out_of_memory_and_come_back(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.desk.KEPT", 3)
    tables = [(await room.table("coins", ANNA, BORYS)).table.id for _ in range(8)]
    for table in tables:
        await room.hall.play(table, ANNA.user, ("coin-2",))
    for table in tables:
        look = await room.hall.play(table, BORYS.user, ("coin-1",))
        assert look.table.stage == 2
