"""`/zamki start` without options asks for the game with buttons; the first one opens a table as last time."""

from typing import Any

import pytest

import engines
from data.words import languages, words
from sandbox.client import JSON, Person, buttons
from tests.support.world import World, pieces, text_of

GAMES = len(engines.games())


async def asked(person: Person, **options: Any) -> JSON:
    return await person.settled(await person.command("games", "zamki start", **options))


def choices(message: JSON) -> dict[str, str]:
    return {each["custom_id"]: each["label"] for each in buttons(message)}


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
async def test_one_press_opens_a_table_of_the_game_chosen(world: World, language: str) -> None:
    ada = await world.person("Ada")
    await world.tables.people.set_preferences(int(ada.id), language=language)
    card = await asked(ada)
    offered, speak = choices(card), words(language)
    assert len(offered) == GAMES
    game = next(key for key in engines.games() if key != "rycerze")
    assert all(speak(f"{key}.name") in text_of(card) for key in engines.games())
    (pressed,) = (each for each, label in offered.items() if label == speak(f"{game}.name"))
    await ada.press(card, pressed)
    await world.done()
    (table,) = await world.tables.looks.tables_of(int(ada.id))
    assert (table.game, table.state, table.host) == (game, "lobby", int(ada.id))
    assert not pieces(ada.known[card["id"]]), "the question has been answered"


async def test_what_was_already_said_is_kept(world: World) -> None:
    ada = await world.person("Ada")
    card = await asked(ada, pace="day")
    await ada.press(card, pieces(card)[0])
    await world.done()
    (table,) = await world.tables.looks.tables_of(int(ada.id))
    assert table.pace == "day"


@pytest.mark.long
async def test_as_last_time_is_one_press(world: World) -> None:
    """With the options and the pace of the person's newest game here, whoever opened it."""
    table, (ada, chloe) = await world.started("Ada", "Chloe", channel="games", game="budowa", variant="figures=on", pace="slow")
    for person in (ada, chloe):
        card = await asked(person)
        first = pieces(card)[0]
        assert len(choices(card)) == GAMES + 1
        assert words("pl" if person is ada else "en")("budowa.name") in choices(card)[first]
        await person.press(card, first)
        await world.done()
        *_, opened = await world.tables.looks.tables_of(int(person.id))
        assert opened.id != table
        assert (opened.game, opened.pace, opened.options["figures"], opened.host) == ("budowa", "slow", "on", int(person.id))
