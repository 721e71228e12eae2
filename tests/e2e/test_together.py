"""Two cards chosen together: the first one shows in picture, text and buttons, and no button moves under a second tap."""

from __future__ import annotations

import pytest

from sandbox.client import JSON, buttons, images
from tests.support.world import World, says, text_of


def labels(message: JSON) -> list[str]:
    return [each.get("label", "") for each in buttons(message)]


def green(message: JSON) -> list[str]:
    return [each["label"] for each in buttons(message) if each.get("style") == 3]


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "pl"])
async def test_the_first_card_can_be_taken_back_where_it_stands(world: World, language: str) -> None:
    table, (ada, _) = await world.started("Ada", "Chloe")
    await world.tables.people.set_preferences(int(ada.id), language=language)
    hand = await world.hand(ada, table)
    before = labels(hand)
    press = f"play.pick:{table}:1:play.dragon"
    card = next(each["label"] for each in buttons(hand) if each.get("custom_id") == press)
    once = await world.pressed(ada, hand, press)
    assert says("rycerze.ask.play-next", language, what=card) in text_of(once)
    assert images(once)[0]["url"] != images(hand)[0]["url"], "the picture is another one"
    assert labels(once) == before, "nothing moves"
    assert green(once) == [card]
    # A slow double tap sends the press that is gone by now, or presses what stands in its place.
    await ada.press(hand, press, forge=True)
    await world.done()
    assert green(ada.known[hand["id"]]) == [card]
    assert not (await world.view(table, ada)).view.chosen  # type: ignore[union-attr]
    back = await world.pressed(ada, ada.known[hand["id"]], next(e["custom_id"] for e in buttons(once) if e["label"] == card))
    assert labels(back) == before
    assert green(back) == []


@pytest.mark.long
async def test_a_card_held_twice_is_offered_again_after_all_others(world: World) -> None:
    table, (ada, _) = await world.started("Ada", "Chloe")
    hand = await world.hand(ada, table)
    picks = [
        label
        for label, each in zip(labels(hand), buttons(hand), strict=True)
        if each.get("custom_id", "").startswith("play.pick")
    ]
    once = await world.pressed(ada, hand, f"play.pick:{table}:1:play.shepherd")
    now = [each for each in buttons(once) if each.get("custom_id", "").startswith("play.pick")]
    assert [each["label"] for each in now[:-1]] == picks
    assert now[-1]["custom_id"] == f"play.pick:{table}:1:play.shepherd.shepherd"
    assert green(once) == [picks[-1]]
    await world.pressed(ada, once, now[-1]["custom_id"])
    assert (await world.view(table, ada)).view.chosen == ("shepherd", "shepherd")  # type: ignore[union-attr]


@pytest.mark.long
async def test_the_earlier_choice_stands_until_a_new_one(world: World) -> None:
    table, (ada, _) = await world.started("Ada", "Chloe")
    hand = await world.hand(ada, table)
    hand = await world.pressed(ada, hand, f"play.pick:{table}:1:play.dragon")
    hand = await world.pressed(ada, hand, f"play.pick:{table}:1:play.dragon.knight")
    assert len(green(hand)) == 2
    hand = await world.pressed(ada, hand, f"play.pick:{table}:1:play.archer")
    assert len(green(hand)) == 1
    assert says("cogs.hand.until-then") in text_of(hand)
    assert (await world.view(table, ada)).view.chosen == ("knight", "dragon")  # type: ignore[union-attr]


@pytest.mark.long
async def test_the_lesson_shows_it_too(world: World) -> None:
    ada = await world.person("Ada")
    card = await ada.settled(await ada.command("games", "zamki learn", game="rycerze"))
    before = labels(card)
    pointed = next(each for each in buttons(card) if each.get("style") == 3)
    once = await world.pressed(ada, card, pointed["custom_id"])
    assert says("rycerze.ask.play-next") in text_of(once)
    assert labels(once)[:7] == before[:7]
    back = next(each for each in buttons(once) if each["label"] == pointed["label"])
    assert labels(await world.pressed(ada, once, back["custom_id"]))[:7] == before[:7]
