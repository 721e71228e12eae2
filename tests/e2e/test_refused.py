"""What Discord refuses for a reason that we do not know: less is shown until it is taken, and whoever has to know is told."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from data import telemetry
from sandbox.client import JSON, images
from sandbox.rest import Exchange
from tests.support.log_lines import lines_of
from tests.support.metrics import count_of
from tests.support.world import World, piece, pieces, says, text_of

POSTS = r"^/channels/\d+/messages"


def given_up(kind: str) -> float:
    return count_of(telemetry.GIVEN_UP, kind)


def faults() -> float:
    return count_of(telemetry.FAULTS, "row")


def refused(world: World, code: int) -> list[Exchange]:
    return [each for each in world.sandbox.record if isinstance(each.answer, dict) and each.answer.get("code") == code]


async def turn(world: World, table: int, people: list[Any]) -> None:
    """Everybody chooses a card."""
    reading = await world.tables.looks.read(table)
    for person in people:
        user = int(person.id)
        said: tuple[str, ...] = ()
        while not (choices := (await world.tables.looks.read(table, user)).choices(said)).complete:
            said = (*said, *choices.words[: choices.together])
        await world.tables.moves.play(table, user, said)
    assert (await world.tables.looks.read(table)).info.turn > reading.info.turn


async def board(world: World, table: int, person: Any) -> JSON:
    await world.quiet(30)
    return await world.message(person, table, "board")


async def test_a_board_whose_picture_is_refused_stands_as_text(world: World, caplog: pytest.LogCaptureFixture) -> None:
    table, people = await world.started("Ada", "Borys")
    await world.quiet()
    before, lost = faults(), given_up("board")
    fault = world.sandbox.fault("refusal", -1, code=50035, upload=True, path=POSTS)
    await turn(world, table, people)
    shown = await board(world, table, people[0])
    assert not images(shown)
    assert says("cogs.board.no-picture") in text_of(shown)
    assert "Ada" in text_of(shown)
    assert piece(shown, "play.hand")
    assert faults() > before
    assert given_up("board") == lost
    world.sandbox.faults.due.remove(fault)
    await turn(world, table, people)
    shown = await board(world, table, people[0])
    assert images(shown), "the next turn tries the whole again"
    assert says("cogs.board.no-picture") not in text_of(shown)


@pytest.mark.long
@pytest.mark.usefixtures("real_pictures")
async def test_a_board_that_is_too_large_stands_with_a_smaller_picture(world: World) -> None:
    table, people = await world.started("Ada", "Borys")
    shown = await board(world, table, people[0])
    whole = images(shown)[0]
    world.sandbox.fault("refusal", -1, code=40005, larger=40_000)
    await turn(world, table, people)
    shown = await board(world, table, people[0])
    (picture,) = images(shown)
    assert picture["width"] == whole["width"] // 2
    assert picture["description"]
    assert refused(world, 40005)


@pytest.mark.long
async def test_a_board_refused_twice_keeps_its_buttons_without_picture(world: World) -> None:
    table, people = await world.started("Ada", "Borys")
    await world.quiet()
    world.sandbox.fault("refusal", 2, code=50035, path=POSTS, method="PATCH")
    await world.tables.show_again(table)
    shown = await board(world, table, people[0])
    assert not images(shown)
    assert {each.partition(":")[0] for each in pieces(shown)} >= {"play.hand", "board.text", "board.more"}


@pytest.mark.long
async def test_everybody_is_told_what_was_refused_three_times(world: World, caplog: pytest.LogCaptureFixture) -> None:
    table, people = await world.started("Ada", "Borys")
    await world.quiet()
    gry = await people[0].channel("gry")
    before = given_up("board")
    fault = world.sandbox.fault("refusal", -1, code=50035, path=rf"^/channels/{gry}/messages")
    await world.tables.show_again(table)
    await world.quiet(30)
    assert len(refused(world, 50035)) == 3
    assert given_up("board") == before + 1
    lines: list[Any] = lines_of(caplog, "chat.outbox", level=logging.ERROR)  # with what our lines carry besides
    assert [line.code for line in lines] == [50035]
    for person in people:
        direct = await person.messages(await person.dm())
        assert [
            each
            for each in direct
            if says("cogs.board.refused") in text_of(each) or says("cogs.board.refused", "en") in text_of(each)
        ]
    world.sandbox.faults.due.remove(fault)
    await turn(world, table, people)
    assert images(await board(world, table, people[0])), "what comes next is told"


async def test_refused_direct_messages_become_a_call_in_the_channel(world: World) -> None:
    world.sandbox.fault("refusal", -1, code=20026, path="^/users/@me/channels")
    table, people = await world.started("Ada", "Borys")
    await world.quiet(30)
    for person in people:
        assert await world.tables.messages.get(table, "ping", int(person.id)), person.name
