"""A finished game again, as a person watches it: step by step, by itself, through others' eyes, as text, with everybody."""

from __future__ import annotations

import random
from typing import Any

import pytest
from discord import ComponentType

from engines.contract import Revealing
from engines.notation import random_move
from sandbox.client import JSON, Person, images
from tests.support.world import World, eventually, piece, pieces, told


async def play_to_the_end(world: World, table: int, rng: random.Random) -> None:
    """All moves at random, as people who type them."""
    while (now := (await world.view(table)).table).state == "playing":
        held = await world.tables._table_store.read(table)
        assert held.position is not None
        seat = rng.choice(now.pending)
        user = now.seats[seat].user
        assert user is not None
        kind = world.house.games[now.game]
        looking = kind.reveal_move(held.position) if isinstance(kind, Revealing) else None
        await world.tables.play(table, user, looking or random_move(held.position, seat, rng))


async def finished(world: World, *names: str, game: str = "rycerze") -> tuple[int, list[Person]]:
    table, people = await world.started(*names, game=game)
    await play_to_the_end(world, table, random.Random(3))
    return table, people


async def pressed(world: World, person: Person, message: JSON, which: str, values: list[str] | None = None) -> JSON:
    """Press the button or menu of this name, and see the message as it is then."""
    custom_id = next(each for each in pieces(message) if each.endswith(f".{which}"))
    await person.press(message, custom_id, values)
    await world.done()
    return person.known[message["id"]]


def documents(message: JSON) -> list[str]:
    """The names of the files that can be saved from a message."""
    (container,) = message["components"]
    return [each["name"] for each in container["components"] if each["type"] == ComponentType.file.value]


async def test_from_the_end_through_the_whole_game(world: World) -> None:
    table, (ada, _) = await finished(world, "Ada", "Borys")
    final = await world.message(ada, table, "final")
    message = await ada.settled(await ada.press(final, piece(final, "replay")))
    assert message["sandbox"]["ephemeral"]
    last = (await world.tables.replay(table)).last
    assert f"Krok 0 z {last}" in told(message)
    assert len(images(message)) == 3, "the table and both hands: all cards are open"
    message = await pressed(world, ada, message, "_on")
    assert f"Krok 1 z {last}" in told(message)
    message = await pressed(world, ada, message, "_eyes", ["s1"])
    assert len(images(message)) == 2
    assert f"Krok 1 z {last}" in told(message)
    message = await pressed(world, ada, message, "_form")
    assert not images(message)
    assert "Borys" in told(message)
    leap = piece(message, "leap")
    await ada.submit(await ada.press(message, leap), {"turn": "3"})
    await world.done()
    assert "tura 3" in told(ada.known[message["id"]])
    message = await pressed(world, ada, ada.known[message["id"]], "_last")
    assert f"Krok {last} z {last}" in told(message)
    assert "🥇" in told(message)


async def test_it_plays_by_itself_until_somebody_presses(world: World) -> None:
    cog: Any = world.bot.get_cog("Replays")
    cog.pace = 0.01
    table, (ada, _) = await finished(world, "Ada", "Borys")
    message = await ada.settled(await ada.command("gry", "zamki replay", table=str(table)))
    message = await pressed(world, ada, message, "_play")
    assert [each.rsplit(".")[-1] for each in pieces(message)] == ["_stop"]
    await eventually(lambda: "Krok 3 z" in told(ada.known[message["id"]]), 30)
    message = await pressed(world, ada, ada.known[message["id"]], "_stop")
    assert any(each.endswith("_play") for each in pieces(message))
    assert not cog._rolling.rolls(int(message["id"]))


async def test_everybody_may_lead_through_what_is_shown_to_all(world: World) -> None:
    table, (ada, borys) = await finished(world, "Ada", "Borys")
    message = await ada.settled(await ada.command("gry", "zamki replay", table=str(table)))
    message = await pressed(world, ada, message, "_on")
    await pressed(world, ada, message, "_all")
    everybodys = await borys.until(lambda each: any(name.startswith("reels:") for name in pieces(each)))
    assert not everybodys["sandbox"]["ephemeral"]
    everybodys = await pressed(world, borys, everybodys, "_on")
    assert "Krok 2 z" in told(everybodys)
    own = await borys.settled(await borys.press(everybodys, piece(everybodys, "replay")))
    assert own["sandbox"]["ephemeral"]
    assert "Krok 2 z" in told(own)


RUNNING = [("Chloe", "Ada", "jeszcze trwa"), pytest.param("Ada", "Chloe", "still being played", marks=pytest.mark.more)]


@pytest.mark.parametrize(("name", "watching", "refused"), RUNNING)
async def test_a_running_game_is_shown_to_nobody(world: World, name: str, watching: str, refused: str) -> None:
    table, (person, _) = await world.started(name, "Borys")
    watcher = await world.person(watching)
    answer = await watcher.settled(await watcher.command("gry", "zamki replay", table=str(table)))
    assert refused in told(answer)
    assert not images(answer)
    hand = await world.hand(person, table)
    for verb in ("log:0:0:" + str(table), "reel:0:0:" + str(table) + ".o.p._on", "record:0:0:" + str(table)):
        answer = await person.settled(await person.press(hand, verb, forge=True))
        assert not images(answer)
        assert not documents(answer)


async def test_who_was_away_sees_what_happened_as_they_would_have(world: World) -> None:
    table, (ada, borys) = await world.started("Ada", "Borys")
    await world.choose(borys, await world.hand(borys, table), random.Random(1))
    await world.choose(ada, await world.hand(ada, table), random.Random(1))
    await eventually(lambda: world.moved_on(table, 1))
    hand = await world.hand(ada, table)
    missed = await ada.settled(await ada.press(hand, piece(hand, "recap")))
    assert "Od twojego ostatniego ruchu" in told(missed)
    assert len(images(missed)) >= 2
    onward = next(each for each in pieces(missed) if each.endswith(":_last"))
    seen = await ada.settled(await ada.command("gry", "zamki replay", table=str(table)))
    assert told(seen) == told(missed)
    assert onward.startswith(f"since:{table}:")


async def test_the_film_of_a_game_is_told_of_and_stopped(world: World) -> None:
    table, (ada, _) = await finished(world, "Ada", "Borys")
    message = await ada.settled(await ada.command("gry", "zamki replay", table=str(table)))
    button = next(each for each in pieces(message) if each.endswith("._film"))
    begun = await ada.press(message, button)
    await eventually(lambda: "cut:0:0" in pieces(ada.known.get(begun.message["id"], {})) if begun.message else False, 20)
    assert begun.message is not None
    await ada.press(ada.known[begun.message["id"]], "cut:0:0")
    await world.done()
    assert "Film zatrzymany" in told(ada.known[begun.message["id"]])
    begun = await ada.press(message, button)
    await eventually(lambda: not world.bot._flight, 60)
    assert begun.message is not None
    (image,) = images(ada.known[begun.message["id"]])
    assert "Animacja" in image["description"]


async def test_the_log_page_by_page_and_the_record_as_a_file(world: World) -> None:
    table, (ada, _) = await finished(world, "Ada", "Borys")
    message = await ada.settled(await ada.command("gry", "zamki replay", table=str(table)))
    log = await ada.settled(await ada.press(message, piece(message, "log")))
    assert "1. A · Ada:" in told(log) or "1. B · Borys:" in told(log)
    assert documents(log) == [f"zamki-{table}.txt"]
    record = await ada.settled(await ada.press(log, piece(log, "record")))
    assert documents(record) == [f"zamki-{table}.json"]
