"""Playing at tables: sequential and joint games from the lobby to the result."""

from __future__ import annotations

import pytest

from tables.errors import Illegal, NotSeated, NotYourTurn, Stale
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, Room
from tests.tables.toy import CoinsView, StepsView


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
