"""The notepad: what a person writes down at a table stands above their own hand, and nowhere else."""

from __future__ import annotations

import json

import pytest

from sandbox.client import JSON, Person
from tables.service.notes import LONGEST
from tests.support.world import World, piece, text_of

SECRET = "Borys keeps his *dragon* @everyone"
SHOWN = "Borys keeps his \\*dragon\\* @\u200beveryone"


async def written(world: World, person: Person, hand: JSON, text: str) -> JSON:
    """Write down a text, from the menu of a hand, and return the hand."""
    more = await world.more(person, hand)
    form = (await person.press(more, piece(more, "notes.open"))).modal
    assert form is not None
    await person.submit(form, {"notes": text})
    await world.done()
    return person.known[hand["id"]]


async def test_notes_stand_above_ones_own_hand_and_nowhere_else(world: World, caplog: pytest.LogCaptureFixture) -> None:
    table, (ada, borys) = await world.started("Ada", "Borys", channel="games")
    hand = await written(world, ada, await world.hand(ada, table), SECRET)
    assert SHOWN in text_of(hand)
    hand = await world.hand(ada, table)
    assert SHOWN in text_of(hand), "another copy has them too"
    await world.hand(borys, table)
    await world.quiet()
    assert "keeps his" not in json.dumps([each["d"] for each in borys.news], ensure_ascii=False)
    assert "keeps his" not in caplog.text
    stored = await world.tables.personal.personal_data(int(ada.id))
    assert [each["text"] for each in stored["notes"]] == [SECRET]
    assert "notes" not in await world.tables.personal.personal_data(int(borys.id))
    more = await world.more(ada, hand)
    form = await ada.press(more, piece(more, "notes.open"))
    assert SECRET in json.dumps(form.modal, ensure_ascii=False), "the form has what stands there"
    await ada.submit(form, {"notes": ""})
    await world.done()
    assert "keeps his" not in text_of(ada.known[hand["id"]])
    assert await world.ask("SELECT count(*) FROM notes") == [(0,)]


@pytest.mark.long
async def test_notes_go_with_their_person_and_are_as_long_as_allowed(world: World) -> None:
    table, (ada, _) = await world.started("Ada", "Borys", channel="games")
    assert await world.tables.notes.write(table, int(ada.id), "x" * 600) == "x" * LONGEST
    await world.tables.personal.forget_person(int(ada.id))
    assert await world.ask("SELECT count(*) FROM notes") == [(0,)]
