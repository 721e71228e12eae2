"""One's own data as people meet it: told, taken along as a file, and forgotten."""

from __future__ import annotations

import json

import pytest

from chat.app import Operator
from sandbox.client import JSON, buttons
from sandbox.components import FILE, walk
from tests.support.world import World, eventually, piece, pieces, text_of


@pytest.mark.parametrize(
    ("channel", "names"), [("gry", ("Ada", "Borys")), pytest.param("games", ("Chloe", "Dmitri"), marks=pytest.mark.long)]
)
async def test_people_read_download_and_delete_what_is_stored_of_them(
    world: World, channel: str, names: tuple[str, str]
) -> None:
    table, (one, other) = await world.started(*names, channel=channel)
    await world.close()
    await world.open(operator=Operator(name="Jan Kowalski", contact="jan@example.org", privacy="https://example.org/privacy"))
    shown = await one.settled(await one.command(channel, "zamki my data"))
    assert "`seats`" in text_of(shown)
    assert "Jan Kowalski, jan@example.org" in text_of(shown)
    assert [each["url"] for each in buttons(shown) if "url" in each] == ["https://example.org/privacy"]
    asked = await one.settled(await one.press(shown, piece(shown, "personal.export")))
    await one.press(asked, piece(asked, "personal.exported"))
    await world.done()
    (file,) = files(one.known[asked["id"]])
    data = json.loads(await one.fetch(file))
    assert data["user"] == one.id
    assert data["stored"]["seats"][0]["name"] == one.name
    assert other.id not in json.dumps(data)
    again = await one.settled(await one.press(shown, piece(shown, "personal.export")))
    refused = await one.press(again, piece(again, "personal.exported"))
    assert refused.status in {"deferred", "updated"}
    await world.done()
    assert not files(one.known[again["id"]]), "once an hour"
    assert any(" <t:" in text_of(each) for each in one.known.values()), "and when it is possible again"
    sure = await one.settled(await one.press(shown, piece(shown, "personal.erase")))
    assert world.sandbox.world.users[int(one.id)].name == one.name
    assert len(await world.tables.looks.tables_of(int(one.id))) == 1, "asked first"
    await one.press(sure, piece(sure, "personal.erased"))
    await world.done()
    assert not pieces(one.known[sure["id"]])
    await eventually(lambda: _forgotten(world, table))
    assert await world.tables.looks.tables_of(int(one.id)) == []


def files(message: JSON) -> list[str]:
    """The addresses of the files that a message shows."""
    return [each["file"]["url"] for each in walk(message["components"]) if each["type"] == FILE]


async def _forgotten(world: World, table: int) -> bool:
    expected = {"Gracz 1", "Player 1"}
    return bool(expected & {seat.name for seat in (await world.view(table)).info.seats})
