"""Planning one's next moves by presses, before one is asked, in private."""

from __future__ import annotations

import random

import pytest

from sandbox import Person
from sandbox.client import JSON, images
from tests.games.torres.pressing import begun, step
from tests.support.samples import audience
from tests.support.world import World, piece, pieces, seat_of, text_of


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


@pytest.mark.long
async def test_no_plan_is_offered_for_a_castle_that_nobody_knows(world: World) -> None:
    table, (ada, _) = await world.started("Ada", "Borys")
    hand = await world.hand(ada, table)
    await world.choose(ada, hand, random.Random(1))
    assert not [each for each in pieces(ada.known[hand["id"]]) if each.startswith("ahead.")]


async def test_a_plan_shows_what_it_asks_about(world: World) -> None:
    table, people = await begun(world, "Ada", "Borys")
    mover = await world.mover(table, people)
    other = next(person for person in people if person is not mover)
    plan = await opened(world, other, table)
    assert images(plan)[0]["description"]
    plan = await added(world, other, table, plan, "point")
    assert images(plan)[0]["description"], "after an answer too"
    await world.tables.people.set_preferences(int(other.id), display="text")
    plan = await opened(world, other, table)
    assert not images(plan)
    trial = await world.tables.moves.planning(table, int(other.id))
    assert trial is not None
    assert trial.view is not None
    first = world.house.renderers["torres"].text(trial.view, audience(2)).splitlines()[0]
    assert first in text_of(plan)
