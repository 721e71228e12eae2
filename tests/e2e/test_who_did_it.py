"""After a seat has changed hands, what was done before belongs to who did it: in replay, log, story and review."""

from __future__ import annotations

import random

import pytest

from chat.cards import story
from chat.cards.replay import Reel
from cogs import gamelog
from cogs.replay import replay
from cogs.review import review
from data.words import words
from tables.history.review import Decision, Review
from tables.model.people import Person as Name
from tables.model.people import Preferences
from tests.support.play_to_end import play_on, play_to_the_end
from tests.support.world import World, eventually


@pytest.mark.long
async def test_a_substitute_is_not_named_for_moves_before_them(world: World) -> None:
    table, (ada, _) = await world.started("Ada", "Chloe", channel="games")
    seat = next(at for at, info in enumerate((await world.view(table)).info.seats) if info.name == "Ada")
    while (await world.view(table)).info.turn < 4:
        await play_on(world, table, random.Random(3))
    reading = await world.tables.endings.offer_seat(table, int(ada.id), seat, None)
    assert reading.info.offer is not None
    await world.tables.endings.take_seat(table, Name(77, "Newcomer"), reading.info.offer.id)
    await play_to_the_end(world, table, random.Random(3))
    await eventually(lambda: world.has_state(table, "over"))
    app, speak = world.bot.app, words("en")
    played = await world.tables.looks.replay(table)
    mine = [step for step in range(1, played.last + 1) if played.step(step).seat == seat]
    first, last = mine[0], mine[-1]
    early = (await replay.card(app, Reel(table=table, step=first), speak, Preferences())).text
    late = (await replay.card(app, Reel(table=table, step=last), speak, Preferences())).text
    assert "Ada" in early
    assert "Newcomer" not in early
    assert "Newcomer" in late
    _, entries = await gamelog.whole(app, table, speak, safe=True)
    assert "Ada" in entries[first - 1]
    assert "Newcomer" not in entries[first - 1]
    assert "Newcomer" in entries[last - 1]
    decisions = tuple(Decision(step, 1, seat, 0.1, 0.9, better=played.step(step).move) for step in (first, last))
    card = await review.card(app, Review(table, "normal", decisions), Preferences(), speak)
    assert "Ada: 0 of 1" in card.text
    assert "Newcomer: 0 of 1" in card.text
    assert card.picture is not None
    assert "Ada → Newcomer" in card.picture.alt
    told = await story.card(app, table, speak, Preferences())
    assert told.picture is not None
    assert "Ada → Newcomer" in told.picture.alt
