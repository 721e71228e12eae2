"""The rules where they are needed: behind a button of the lobby, the board and the hand, and below what was refused."""

import pytest

from asking import rule_search
from asking.rulebook import sections
from data.words import words
from sandbox.client import images
from tests.support.world import World, piece, pieces, says, text_of

GAMES = {
    "Ada": (says("cogs.games.people", least=2, most=4), says("cogs.games.minutes", n=10), says("cogs.games.difficulty-1")),
    "Chloe": (says("cogs.games.minutes", "en", n=60),),
}
"""By person: what the list of games says of one."""


def rule(game: str, number: str, language: str = "pl") -> str:
    """Returns the beginning of a rule as its page shows it."""
    hit = rule_search.rule(game, language, number)
    assert hit is not None
    return hit.clause.with_number[:30]


def heading(game: str, page: int, language: str = "pl") -> str:
    return sections(game, words(language))[page - 1].heading


@pytest.mark.long
async def test_from_the_lobby_through_the_pages(world: World) -> None:
    table, (ada,) = await world.lobby("Ada")
    lobby = await world.message(ada, table, "lobby")
    contents = await ada.settled(await ada.press(lobby, piece(lobby, "rules.open")))
    assert contents["sandbox"]["ephemeral"]
    assert says("rycerze.brief") in text_of(contents), "the game on one page"
    assert f"3. {heading('rycerze', 3)}" in str(contents["components"]), "and the menu of all pages"
    await ada.press(contents, "rules.turn:0:0:rycerze._menu", values=["castle"])
    await world.done()
    page = ada.known[contents["id"]]
    assert rule("rycerze", "4.1") in text_of(page)
    assert all(image["description"] for image in images(page))
    assert images(page)
    await ada.press(page, "rules.turn:0:0:rycerze.castle-2._on")
    await world.done()
    page = ada.known[contents["id"]]
    assert rule("rycerze", "4.3") in text_of(page)
    assert not images(page)
    await ada.press(page, "rules.turn:0:0:rycerze._contents")
    await world.done()
    assert says("rycerze.brief") in text_of(ada.known[contents["id"]])


async def test_what_lies_in_the_hand_is_explained_first(world: World) -> None:
    table, (ada, _) = await world.started("Ada", "Borys")
    hand = await world.more(ada, await world.hand(ada, table))
    answer = text_of(await ada.settled(await ada.press(hand, piece(hand, "rules.what"))))
    told = (says("cogs.what.here"), f"**{says('rycerze.card.knight')}**", f"__{says('cogs.what.all')}__")
    assert sorted(told, key=answer.index) == [*told]


async def test_a_refusal_leads_to_its_rule(world: World) -> None:
    table, people = await world.started("Ada", "Borys", game="budowa")
    mover = await world.mover(table, people)
    refused = await mover.settled(await mover.command("gry", "zamki move", move="flip z9"))
    (link,) = [each for each in pieces(refused) if each.startswith("rules.open:0:0:budowa.")]
    page = await mover.settled(await mover.press(refused, link))
    assert rule("budowa", "2.1") in text_of(page)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
async def test_the_list_of_games(world: World, name: str) -> None:
    person = await world.person(name)
    answer = await person.settled(await person.command("gry", "zamki help"))
    listed = await person.settled(await person.press(answer, "rules.games:0:0"))
    assert " · ".join(GAMES[name]) in text_of(listed)
    rules = await person.settled(await person.press(listed, "rules.open:0:0", values=["torres"]))
    assert says("torres.name") in text_of(rules)


@pytest.mark.long
async def test_variants_are_explained_where_they_are_chosen(world: World) -> None:
    table, (ada,) = await world.lobby("Ada", game="torres")
    lobby = await world.message(ada, table, "lobby")
    menu = await ada.settled(await ada.press(lobby, piece(lobby, "lobby.open")))
    assert says("torres.option.master.hint") in text_of(menu)


async def test_a_rule_is_found_by_its_words(world: World) -> None:
    ada, chloe = [await world.person(name) for name in ("Ada", "Chloe")]
    offered = await ada.autocomplete("gry", "zamki rules", "ask", ask="pasterze wraca")
    assert offered[0]["name"].startswith(f"{says('rycerze.short')} 2.1 · {heading('rycerze', 2)}.")
    assert 0 < len(offered) <= 3
    chosen = await ada.settled(await ada.command("gry", "zamki rules", ask=offered[0]["value"]))
    assert rule("rycerze", "2.1") in text_of(chosen)
    assert images(chosen), "with the picture of its page"
    typed = await ada.settled(await ada.command("gry", "zamki rules", ask="czarodzeij"))
    assert rule("budowa", "7.1") in text_of(typed)
    other = next(each for each in pieces(typed) if each.startswith("rules.found"))
    await ada.press(typed, other)
    await world.done()
    assert rule("budowa", "6.1") in text_of(ada.known[typed["id"]])
    await ada.press(ada.known[typed["id"]], piece(ada.known[typed["id"]], "rules.turn"))
    await world.done()
    assert rule("budowa", "6.1") in text_of(ada.known[typed["id"]]), "the whole page"
    none = await chloe.settled(await chloe.command("gry", "zamki rules", game="torres", ask="*submarine*"))
    assert says("cogs.rules.nothing", "en", asked=r"\*submarine\*") in text_of(none)
    await chloe.press(none, piece(none, "rules.turn"))
    await world.done()
    page = chloe.known[none["id"]]
    assert says("torres.brief", "en") in text_of(page)
    form = await chloe.press(page, piece(page, "rules.form"))
    await chloe.submit(form, {"words": "passage"})
    await world.done()
    found = f"**{heading('torres', 4, 'en')}**\n{rule('torres', '4.3', 'en').removeprefix('- ')}"
    assert found in text_of(chloe.known[none["id"]])
