"""The castle of the day as people see it: from the command to the line that one shows to others."""

from __future__ import annotations

import pytest

from engines import games
from engines.contract import Fleeting
from sandbox import Person
from sandbox.client import JSON
from tables.errors import Refusal
from tables.rules import automatic, days
from tests.support.play_alone import play_alone
from tests.support.short_forms import SHORT
from tests.support.world import World, piece, pieces, text_of

EPHEMERAL = 64

PRESSES = 40
"""The most presses of a castle of the day, from *Play* to the end."""


async def shown(world: World, person: Person, channel: str | JSON) -> JSON:
    return await person.settled(await person.command(channel, "zamki day"))


async def begin(world: World, person: Person, channel: str | JSON) -> int:
    card = await shown(world, person, channel)
    await person.press(card, piece(card, "day.play"))
    await world.done()
    await world.quiet()
    (table,) = [found.id for found in await world.tables.looks.tables_of(int(person.id)) if found.day]
    return table


@pytest.mark.parametrize("key", [pytest.param(key, marks=() if key == "rycerze" else pytest.mark.long) for key in SHORT])
async def test_it_takes_at_most_forty_presses(world: World, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(days, "title_of", lambda games, day: key)
    if isinstance(game := games()[key], Fleeting):
        monkeypatch.setattr(type(game), "linger", lambda self, view: 0.0)  # nobody looks
    monkeypatch.setattr(automatic, "BEFORE_A_COMPUTER", 0.1)  # nobody fixes anything here
    ada = await world.person("Ada")
    table = await begin(world, ada, await ada.dm())
    told = "".join(map(text_of, await ada.messages(await ada.dm())))
    assert (await world.view(table)).info.commitment in told, "the card has the whole hash where no message has it"
    assert 2 + await play_alone(world, ada, table) <= PRESSES


@pytest.mark.parametrize(
    ("channel", "names"), [("gry", ("Ada", "Borys")), pytest.param("games", ("Chloe", "Dmitri"), marks=pytest.mark.long)]
)
async def test_from_the_command_to_the_standings(
    world: World, channel: str, names: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(days, "title_of", lambda games, day: "rycerze")
    ada, borys = [await world.person(name) for name in names]
    table = await begin(world, ada, channel)
    [(seed,)] = await world.ask("SELECT seed FROM days")
    direct = await ada.messages(await ada.dm())
    info = (await world.view(table)).info
    assert info.commitment in "".join(map(text_of, direct)), "the hash is told before the first move"
    begun = await shown(world, ada, channel)
    assert f"`{info.commitment[:12]}…`" in text_of(begun)
    verified = await ada.settled(await ada.press(begun, piece(begun, "verify.open")))
    assert info.commitment in text_of(verified)
    await play_alone(world, ada, table)
    await world.over(table, ada)
    own = await shown(world, ada, channel)
    assert names[0] in text_of(own)
    others = await shown(world, borys, channel)
    assert names[0] not in text_of(others), "nobody sees the others before they have played"
    assert not [each for each in pieces(others) if each.startswith("day.show")]
    assert not await public(borys, channel), "nobody is told unasked"
    await ada.press(own, piece(own, "day.show"))
    line = await borys.until(lambda message: names[0] in text_of(message))
    assert seed not in text_of(line)
    said = [own, others, line, *(await ada.messages(await ada.dm()))]
    assert not [each for each in said if seed in str(each)], "the seed is secret until tomorrow"


async def test_a_server_that_wants_it_is_told_once_a_day(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(days, "title_of", lambda games, day: "rycerze")
    ada, borys = [await world.person(name) for name in ("Ada", "Borys")]
    (gry,) = [channel for channel in await ada.channels() if channel["name"] == "gry"]
    await world.tables.servers.set_server(int(gry["guild_id"]), 0, castles=int(gry["id"]))
    seen: list[JSON] = []
    for person in (ada, borys):
        table = await begin(world, person, "gry")
        assert [each["id"] for each in await public(ada)] == [each["id"] for each in seen], (
            "nothing before somebody has finished"
        )
        await play_alone(world, person, table)
        await world.over(table, person)
        await world.quiet()
        seen = await public(ada)
        (card,) = seen
        assert piece(card, "day.open")
        assert not [name for name in ("Ada", "Borys") if name in text_of(card)]
    assert "2 osoby" in text_of(card), "the same message counts on"
    [(number,)] = await world.ask("SELECT id FROM day_cards")
    with pytest.raises(Refusal):
        await world.tables.days.repair(number, 0, int(gry["id"]))
    await world.tables.days.repair(number, 0, int(gry["id"]), moderator=True)
    await world.quiet()
    again = [each for each in await public(ada) if each["id"] != card["id"]]
    assert ["2 osoby" in text_of(each) for each in again] == [True], "a moderator has it posted once more"


async def public(person: Person, channel: str = "gry") -> list[JSON]:
    return [each for each in await person.messages(channel) if not each["flags"] & EPHEMERAL]


async def test_without_direct_messages_nothing_begins(world: World) -> None:
    ada = await world.person("Ada")
    await ada.change(dms_open=False)
    card = await shown(world, ada, "gry")
    await ada.press(card, piece(card, "day.play"))
    await world.done()
    assert await world.ask("SELECT 1 FROM deal_tries") == []
    assert await world.ask("SELECT 1 FROM tables") == []
