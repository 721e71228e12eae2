"""Off is off: who has switched direct messages off gets none but what they ask for. Closed ones are tried again."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from chat.outbox import refused
from chat.wire.layout import Card
from chat.wire.outcomes import Unwanted
from sandbox import Person
from tests.support.world import World, eventually, piece, text_of

ROOT = Path(__file__).parents[2]


async def direct(person: Person) -> list[str]:
    return [text_of(each) for each in await person.messages(await person.dm()) if each["author"]["id"] != person.id]


async def invite(world: World, host: Person, table: int, person: Person) -> None:
    card = await world.message(host, table, "lobby")
    menu = await host.settled(await host.press(card, piece(card, "guests.open")))
    await host.press(menu, piece(menu, "guests.invite"), [person.id])
    await world.done()
    await world.quiet()


@pytest.mark.long
async def test_nothing_is_sent_to_a_forgotten_persons_stand_in(world: World) -> None:
    with pytest.raises(Unwanted):
        await world.bot.app.messenger.say_to(-5, Card(text="?"), "1", asked=True)


async def test_off_stops_invitations_calls_and_hands(world: World) -> None:
    borys = await world.person("Borys")
    await borys.settled(await borys.command("gry", "zamki my settings", dm=False))
    await world.tables.times.set_plan(int(borys.id), where="direct")
    table, (ada,) = await world.lobby("Ada")
    await world.tables.guests.subscribe(int(borys.id), (await world.view(table)).info.place.guild, ["torres"])
    await world.lobby("Ada", game="torres")
    await world.quiet()
    assert any("czeka na graczy" in text_of(each) or "<@" in text_of(each) for each in await borys.messages("gry"))
    await invite(world, ada, table, borys)
    mention = await world.message(borys, table, "invite", borys)
    await borys.settled(await borys.press(mention, piece(mention, "guests.accept")))
    await world.begin(table, ada)
    await world.quiet()
    assert await direct(borys) == []


@pytest.mark.long
@pytest.mark.parametrize("dm", [True, False])
async def test_reminders_and_warnings_are_direct_only_if_wanted(world: World, dm: bool) -> None:
    clock = await world.at_time(1_800_000_000.0)
    table, people = await world.started("Ada", "Borys", game="torres", pace="day")
    mover = await world.mover(table, people)
    await world.quiet()  # their first hand comes directly
    await world.tables.people.set_preferences(int(mover.id), dm=dm)
    await world.tables.times.set_plan(int(mover.id), where="direct")
    before = len(await direct(mover))
    await world.later(0.75 * 86400)
    await refused.tell_gone(world.bot.app, table)
    new = (await direct(mover))[before:]
    assert bool(new) is dm, new
    assert clock.now() > 0


@pytest.mark.long
async def test_what_answers_ones_own_act_comes_all_the_same(world: World) -> None:
    ada = await world.person("Ada")
    await ada.settled(await ada.command("gry", "zamki my settings", dm=False))
    await ada.settled(await ada.command("gry", "zamki-moderation check"))
    assert len(await direct(ada)) == 1


@pytest.mark.long
async def test_closed_direct_messages_are_tried_again(world: World) -> None:
    """After a day by themselves; some minutes later where the person has pressed something."""
    clock = await world.at_time(1_800_000_000.0)
    borys = await world.person("Borys")
    await borys.change(dms_open=False)
    user, tables = int(borys.id), world.tables
    table, (ada,) = await world.lobby("Ada")
    await invite(world, ada, table, borys)
    assert not tables.people.takes_direct(await tables.people.person(user))
    await borys.change(dms_open=True)
    await borys.settled(await borys.command("gry", "zamki tables"))
    assert not tables.people.takes_direct(await tables.people.person(user)), "not after each press"
    await clock.advance(601)
    await borys.settled(await borys.command("gry", "zamki tables"))
    assert tables.people.takes_direct(await tables.people.person(user))
    await tables.people.note_direct(user, refused=True)
    await clock.advance(86_400)
    assert tables.people.takes_direct(await tables.people.person(user))
    table, (ada,) = await world.lobby("Ada", game="torres")
    await invite(world, ada, table, borys)
    assert len(await direct(borys)) == 1
    await eventually(lambda: _is_open(world, user))


async def _is_open(world: World, user: int) -> bool:
    return not (await world.tables.people.person(user)).dm_closed


@pytest.mark.long
def test_there_is_one_way_into_direct_messages() -> None:
    """Nothing but `Messenger._directly` asks for somebody's channel of direct messages."""
    found = []
    for path in [*(ROOT / "chat").rglob("*.py"), *(ROOT / "cogs").rglob("*.py"), *(ROOT / "service").rglob("*.py")]:
        for function in ast.walk(ast.parse(path.read_text())):
            if isinstance(function, ast.AsyncFunctionDef | ast.FunctionDef):
                calls = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
                names = {call.attr for call in calls if isinstance(call, ast.Attribute)}
                if {"direct", "create_dm"} & names:
                    found.append((path.name, function.name))
    assert found == [("messenger.py", "_directly")]
