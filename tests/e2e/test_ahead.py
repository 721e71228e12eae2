"""Planning one's next moves by presses, before one is asked, in private."""

from __future__ import annotations

import random

import pytest

from sandbox import Person
from sandbox.client import JSON
from tests.games.torres.pressing import begun, step
from tests.support.world import World, eventually, piece, pieces, seat_of, text_of


async def opened(world: World, person: Person, table: int) -> JSON:
    """The plan, opened from the person's hand."""
    hand = await world.hand(person, table)
    return await world.pressed(person, hand, piece(hand, "ahead.open"))


async def added(world: World, person: Person, table: int, plan: JSON, *words: str) -> JSON:
    """A move added to the plan, question by question: each word is that of a button, or one of a menu."""
    before = len((await world.view(table, person)).ahead)
    for word in words:
        buttons = [each for each in pieces(plan) if each.startswith("ahead.say:") and each.endswith((f":{word}", f".{word}"))]
        plan = await world.pressed(person, plan, buttons[0])
    assert len((await world.view(table, person)).ahead) == before + 1
    return plan


@pytest.mark.long
async def test_a_turn_is_planned_by_presses_and_played_when_it_begins(world: World) -> None:
    table, people = await begun(world, "Ada", "Borys")
    mover = await world.mover(table, people)
    other = next(person for person in people if person is not mover)
    hand = await world.hand(mover, table)
    assert not [each for each in pieces(hand) if each.startswith("ahead.open:")], "who is asked plays"
    plan = await opened(world, other, table)
    plan = await added(world, other, table, plan, "point")
    plan = await added(world, other, table, plan, "point")
    assert text_of(plan).lower().count("punkt") >= 2
    plan = await world.pressed(other, plan, piece(plan, "ahead.less"))
    assert (await world.view(table, other)).ahead == (("point",),)
    await world.restart()
    seen = "\n".join(text_of(message) for message in await mover.messages("gry"))
    assert "plan" not in seen.lower().replace("plansz", "")
    turn = (await world.view(table)).info.turn
    while (await world.view(table)).info.turn == turn:
        await step(world, table, mover, random.Random(1), hurry=True)
    await world.quiet()
    moves = await world.ask("SELECT seat, move FROM journal WHERE move <> '' ORDER BY number DESC LIMIT 1")
    assert moves == [(seat_of((await world.view(table)).info, other), "point")]
    assert (await world.view(table, other)).ahead == ()


async def test_planned_pick_is_played_with_the_deciding_pick(world: World) -> None:
    table, (ada, borys) = await world.started("Ada", "Borys")
    hand = await world.hand(ada, table)
    await world.choose(ada, hand, random.Random(1))
    hand = ada.known[hand["id"]]
    await world.quiet()
    reached = len(borys.news)
    plan = await world.pressed(ada, hand, piece(hand, "ahead.open"))
    for _ in range(4):
        offered = [each for each in pieces(plan) if each.startswith("ahead.say:")]
        plan = await world.pressed(ada, plan, offered[-1])
        if (await world.view(table, ada)).ahead:
            break
    (meant,) = (await world.view(table, ada)).ahead
    assert meant[0] == "play"
    await world.quiet()
    assert len(borys.news) == reached, "nothing at all reaches the others"
    assert (await world.view(table, borys)).ahead == ()
    plan = await world.pressed(ada, plan, piece(plan, "ahead.drop"))
    assert (await world.view(table, ada)).ahead == ()
    hand = await world.pressed(ada, plan, piece(plan, "play.fresh"))
    assert [each for each in pieces(hand) if each.startswith("takeback.undo:")]
    other = await world.hand(borys, table)
    await world.choose(borys, other, random.Random(2))
    await eventually(lambda: world.moved_on(table, 1))
