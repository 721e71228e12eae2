"""A challenge as people see it: from the end of a game to the comparison."""

from __future__ import annotations

import pytest

from sandbox import Person
from sandbox.client import JSON
from tests.support.play_alone import play_alone
from tests.support.world import World, piece, pieces, text_of


async def pressed(person: Person, message: JSON, verb: str) -> JSON:
    return await person.settled(await person.press(message, piece(message, verb)))


async def finished(world: World, person: Person, channel: str) -> tuple[int, JSON]:
    """A game that this person has played to its end against a computer player, and its last message."""
    table, _ = await world.lobby(person.name, channel=channel, game="rycerze")
    await world.begin(table, person, computers=1)
    await play_alone(world, person, table)
    await world.over(table, person)
    return table, await world.message(person, table, "final")


@pytest.mark.parametrize(("channel", "names"), [("gry", ("Ada", "Borys")), ("games", ("Chloe", "Dmitri"))])
async def test_from_the_end_of_a_game_to_the_comparison(world: World, channel: str, names: tuple[str, str]) -> None:
    ada, borys = [await world.person(name) for name in names]
    table, final = await finished(world, ada, channel)
    own = await pressed(ada, final, "challenge.make")
    [(code, seed)] = await world.ask("SELECT code, (SELECT seed FROM tables WHERE id = table_id) FROM challenges")
    assert f"`{code}`" in text_of(own)
    await ada.press(own, piece(own, "challenge.show"))
    line = await borys.until(lambda message: names[0] in text_of(message) and "challenge.open" in str(pieces(message)))
    card = await pressed(borys, line, "challenge.open")
    for told in (card, line):
        assert bytes(seed).hex() not in str(told).lower()
    assert names[0] not in text_of(card), "nobody is named before both are done"
    refused = await borys.settled(await borys.press(final, piece(final, "replay.open")))
    assert not [each for each in pieces(refused) if each.startswith("replay.step")]
    await borys.press(card, piece(card, "challenge.play"))
    await world.done()
    await world.quiet()
    (tried,) = [found.id for found in await world.tables.looks.tables_of(int(borys.id)) if found.challenge]
    await play_alone(world, borys, tried)
    await world.over(tried, borys)
    await world.quiet()
    direct = [text_of(each) for each in await ada.messages(await ada.dm())]
    assert len([each for each in direct if names[1] in each]) == 1, "the challenger is told once"
    card = await pressed(borys, line, "challenge.open")
    compared = await pressed(borys, card, "challenge.compare")
    assert names[0] in text_of(compared)
    assert names[1] in text_of(compared)
    whole = (await world.view(table)).info.commitment
    assert f"`{whole[:12]}…`" in text_of(compared)
    assert whole in "".join(map(text_of, await borys.messages(await borys.dm()))), "the hash is told before the first move"


async def test_a_code_is_entered_below_the_castle_of_the_day(world: World) -> None:
    ada, borys = await world.person("Ada"), await world.person("Borys")
    table, final = await finished(world, ada, "gry")
    assert not [each for each in pieces(await pressed(borys, final, "challenge.make")) if each.startswith("challenge.")]
    await pressed(ada, final, "challenge.make")
    [(code,)] = await world.ask("SELECT code FROM challenges")
    whole = (await world.view(table)).info.commitment
    for channel, told in (("gry", f"`{whole[:12]}…`"), (await borys.dm(), f"`{whole}`")):
        castle = await borys.settled(await borys.command(channel, "zamki day"))
        form = await borys.press(castle, piece(castle, "challenge.enter"))
        card = await borys.settled(await borys.submit(form, {"code": f" {code.upper()} "}))
        assert piece(card, "challenge.play")
        assert told in text_of(card), "the whole hash where no message before the game has it"
    form = await borys.press(castle, piece(castle, "challenge.enter"))
    refused = await borys.settled(await borys.submit(form, {"code": "aaaaaaaa"}))
    assert not [each for each in pieces(refused) if each.startswith("challenge.")]
