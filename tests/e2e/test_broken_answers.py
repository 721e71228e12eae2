"""Answers of Discord's that break in every way: presses are acknowledged all the same, every table is told within seconds when
all is well again, nothing twice, and only the newest board has buttons.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable

import pytest

from chat.app import App
from chat.outbox import fleeting
from chat.outbox.sender import LONGEST_WAIT
from engines import games
from engines.contract import Move
from engines.notation import legal_moves
from render.pool import Pool
from sandbox import MovableClock, Person
from sandbox.client import PATIENCE_SECONDS, Outcome
from sandbox.faults import WAYS
from tests.support.channel_messages import hands, live, pictures_twice
from tests.support.extra_games import House
from tests.support.log_lines import OURS, lines_of
from tests.support.random_game_count import WHOLE
from tests.support.world import NewHome, World, eventually, piece, says, seat_of, text_of
from tests.support.world import world as make_world

QUICK = ("dropped", "dropped_after", "reset", "half_body", "429_short", "500_after", "502_html")
"""The ways of breaking that need little waiting."""

SLOW = tuple(way for way in WAYS if way not in {*QUICK, "429_long"})

EACH_WAY = pytest.mark.parametrize("ways", [QUICK, pytest.param(SLOW, marks=pytest.mark.long)], ids=["quick", "slow"])


@EACH_WAY
async def test_presses_are_acknowledged_whatever_breaks(
    world: World, ways: tuple[str, ...], caplog: pytest.LogCaptureFixture
) -> None:
    """Once, and twice in a row."""
    table, people = await world.started("Ada", "Borys")
    board = await world.message(people[0], table, "board")
    for way in ways:
        for times in (1, 2):
            world.sandbox.fault("broken", order=[way] * times, path="/callback")
            hand = await people[0].settled(await people[0].press(board, piece(board, "play.hand")))
            assert f"play.pick:{table}" in str(hand), way
            await world.done()
    assert "Traceback" not in caplog.text


@pytest.mark.long
@EACH_WAY
async def test_commands_forms_and_suggestions_too(
    world: World, ways: tuple[str, ...], caplog: pytest.LogCaptureFixture
) -> None:
    table, people = await world.started("Ada", "Borys", game="torres")
    ada = await world.mover(table, people)
    board = await world.message(ada, table, "board")
    more = await ada.settled(await ada.press(board, piece(board, "board.more")))
    for way in ways:
        world.sandbox.fault("broken", order=[way], path="/callback")
        assert says("torres.name") in text_of(await ada.settled(await ada.command("gry", "zamki rules"))), way
        world.sandbox.fault("broken", order=[way], path="/callback")
        assert (await ada.press(more, piece(more, "play.form"))).status == "modal", way
        world.sandbox.fault("broken", order=[way], path="/callback")
        assert await ada.autocomplete("gry", "zamki move", "move", move=""), way
    await world.done()
    assert "Traceback" not in caplog.text


@EACH_WAY
async def test_answers_are_shown_whatever_breaks(world: World, ways: tuple[str, ...], caplog: pytest.LogCaptureFixture) -> None:
    table, people = await world.started("Ada", "Borys")
    board = await world.message(people[0], table, "board")
    for way in ways:
        world.sandbox.fault("broken", order=[way, None, way], path="/webhooks/")
        hand = await people[0].settled(await people[0].press(board, piece(board, "play.hand")))
        assert f"play.pick:{table}" in str(hand), way
        await eventually(lambda: not world.busy)
        world.sandbox.faults.clear()
    assert "Traceback" not in caplog.text


@pytest.mark.long
async def test_suggestions_that_come_too_late_are_one_quiet_line(
    new_home: NewHome, clock: MovableClock, pool: Pool, house: House, caplog: pytest.LogCaptureFixture
) -> None:
    async with make_world(new_home(), clock, pool, house) as world:
        table, people = await world.started("Ada", "Borys", game="torres")
        ada = await world.mover(table, people)
        caplog.clear()
        world.sandbox.interactions.seconds = 0.4
        world.sandbox.fault("slow", seconds=0.6, path="/callback")
        with caplog.at_level(logging.INFO):
            await ada.autocomplete("gry", "zamki move", "move", move="")
            await eventually(lambda: "suggestions came too late" in caplog.text)
        assert not lines_of(caplog, "chat", "cogs", "service.command_tree")


@pytest.mark.long
async def test_a_press_without_acknowledgement_changes_nothing(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """Discord takes no acknowledgement for longer than it waits for one; it says so to the presser, and it is the truth."""
    table, people = await world.started("Ada", "Borys")
    hand = await world.hand(people[0], table)
    hand = await world.pressed(people[0], hand, f"play.pick:{table}:1:play.knight")
    whole = f"play.pick:{table}:1:play.knight.catapult"
    world.sandbox.interactions.seconds = 0.5
    world.sandbox.fault("rate_limit", retry_after=1.0, path="/callback")
    answer = await people[0].press(hand, whole)
    assert answer.status == "failed"
    world.sandbox.interactions.seconds = PATIENCE_SECONDS
    await world.done()
    assert (await world.view(table)).info.pending == (0, 1)
    assert (await people[0].press(hand, whole)).status in {"deferred", "updated"}
    await world.done()
    assert (await world.view(table)).info.pending == (1,)
    assert "Traceback" not in caplog.text


@pytest.mark.long
async def test_what_comes_too_late_counts_once_when_repeated(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """10062: Discord knows the interaction no more. It tells the presser, nothing is done, and no line is a fault."""
    table, people = await world.started("Ada", "Borys", game="torres")
    ada = await world.mover(table, people)
    board = await world.message(ada, table, "board")
    more = await ada.settled(await ada.press(board, piece(board, "board.more")))
    form = await ada.press(more, piece(more, "play.form"))
    hand = await world.hand(ada, table)
    line = " ".join((await legal(world, table, ada))[0])
    doors: dict[str, Callable[[], Awaitable[Outcome]]] = {
        # Once the move is made, the board may lose the button before it is pressed again.
        "menu": lambda: ada.press(hand, piece(hand, "play.pick"), forge=True),
        "button": lambda: ada.press(board, piece(board, "play.hand"), forge=True),
        "form": lambda: ada.press(more, piece(more, "play.form"), forge=True),
        "answered form": lambda: ada.submit(form, {"move": line}),
        "command": lambda: ada.command("gry", "zamki move", move=line),
    }
    await world.quiet()

    async def stored() -> list[tuple[int, ...]]:
        """The version of the table, and how many requests have been carried out."""
        return await world.ask("SELECT version, (SELECT count(*) FROM requests) FROM tables WHERE id = ?", table)

    before = await stored()
    caplog.clear()
    with caplog.at_level(logging.INFO):
        for door, enter in doors.items():
            world.sandbox.fault("refusal", code=10062, path="/callback")
            world.sandbox.interactions.seconds = 0.3
            assert (await enter()).status == "failed", door
            await eventually(lambda: not world.sandbox.faults.due)  # a busy bot answers later than Discord waits
            world.sandbox.interactions.seconds = PATIENCE_SECONDS
            await world.done()
        world.sandbox.fault("refusal", code=10062, path="/callback")
        world.sandbox.interactions.seconds = 0.3
        assert not await ada.autocomplete("gry", "zamki move", "move", move="")
        await eventually(lambda: not world.sandbox.faults.due)
        world.sandbox.interactions.seconds = PATIENCE_SECONDS
        await world.done()
    lines = [each for each in caplog.records if each.name.startswith(("chat", "cogs", "service"))]
    assert sum("not answered" in each.getMessage() for each in lines) == len(doors)
    assert not [each for each in lines if each.getMessage() == "answered"], "one line, and a true one"
    assert not [each for each in lines if each.levelno > logging.INFO or each.exc_info]
    assert await stored() == before
    for door, enter in doors.items():  # the first one makes the move, and the others are refused
        assert (await enter()).status != "failed", door
        await world.done()
    ((version, requests),) = before
    assert await stored() == [(version + 1, requests + 1)]


async def legal(world: World, table: int, person: Person) -> list[Move]:
    """What a person may play now."""
    now = (await world.view(table)).info
    ((snapshot,),) = await world.ask("SELECT snapshot FROM snapshots WHERE table_id = ?", table)
    seat = seat_of(now, person)
    assert seat is not None
    return legal_moves(games()[now.game].load(snapshot), seat)


async def move(world: World, table: int, channel: str, people: list[Person], rng: random.Random) -> None:
    """Somebody who owes a move types a legal one until it is made, whatever is answered."""
    now = (await world.view(table)).info
    person = next(person for person in people if seat_of(now, person) in now.pending)
    line = " ".join(rng.choice(await legal(world, table, person)))
    for _ in range(20):
        await person.command(channel, "zamki move", move=line)
        await eventually(lambda: not world.busy)
        if (await world.view(table)).info.version != now.version:
            return
    raise AssertionError(f"{line} is never made")


async def healed(world: World, tables: list[int]) -> None:
    """All is well again: every table is told soon, nothing twice, and only the newest board has buttons."""
    world.sandbox.faults.clear()
    await world.quiet()
    for table in tables:
        now = (await world.view(table)).info
        over = now.state == "over"
        standing = await world.standing(table, "final" if over else "board")
        assert standing in world.sandbox.world.messages
        assert live(world.sandbox, table) == ([] if over else [standing])
        assert len(hands(world.sandbox, table)) <= len(now.seats)
        assert not pictures_twice(world.sandbox, now.place.channel)


@pytest.mark.parametrize(
    ("game", "path", "ways", "moves"),
    [
        pytest.param("budowa", "", QUICK, 10, marks=pytest.mark.long),
        pytest.param("zamek", "/channels/", QUICK, 30, marks=pytest.mark.long),
        pytest.param("rycerze", "", tuple(WAYS), 99, marks=pytest.mark.long),
        pytest.param("budowa", "", tuple(WAYS), 60 if WHOLE else 30, marks=pytest.mark.long),
        pytest.param("zamek", "", tuple(WAYS), 99 if WHOLE else 50, marks=pytest.mark.long),
    ],
)
async def test_games_while_a_tenth_of_all_answers_breaks(  # noqa: PLR0917 - parameters
    world: World, game: str, path: str, ways: tuple[str, ...], moves: int, caplog: pytest.LogCaptureFixture
) -> None:
    channels = {}
    for channel in ("gry", "games"):
        table, people = await world.started("Ada", "Chloe", game=game, channel=channel)
        channels[table] = channel
    await world.quiet()
    caplog.clear()
    world.sandbox.fault("broken", times=-1, share=0.1, ways=list(ways), path=path, seed=7)
    rng = random.Random(7)
    for number in range(moves):
        table = list(channels)[number % 2]
        if (await world.view(table)).info.state == "playing":
            await move(world, table, channels[table], people, rng)
    await healed(world, list(channels))
    errors = [each for each in caplog.records if each.levelno >= logging.ERROR or each.exc_info]
    assert not errors, [each.getMessage() for each in errors]


@pytest.mark.long
async def test_after_an_outage_all_tables_are_told_at_once(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """For a while no request goes through; the waits between attempts have not grown, and one success hastens all."""
    rng = random.Random(3)
    channels = {}
    for channel in ("gry", "games"):
        for game in ("torres", "zamek"):
            table, people = await world.started("Ada", "Chloe", game=game, channel=channel)
            channels[table] = channel
    await world.quiet()
    caplog.clear()
    world.sandbox.fault("drop", times=-1, path="/channels/")
    for table in channels:
        now = (await world.view(table)).info
        person = next(person for person in people if seat_of(now, person) in now.pending)
        line = rng.choice(await legal(world, table, person))
        await world.tables.moves.play(table, int(person.id), line)
    tried_twice = "SELECT count(DISTINCT subject_id) FROM outbox WHERE attempts > 1"
    async with asyncio.timeout(PATIENCE_SECONDS):
        while await world.ask(tried_twice) != [(len(channels),)]:
            await asyncio.sleep(0.1)
    ((due,),) = await world.ask("SELECT max(due) FROM outbox WHERE attempts > 0")
    assert due <= world.time.now() + LONGEST_WAIT
    await healed(world, list(channels))
    assert not lines_of(caplog, *OURS, level=logging.ERROR)


@pytest.mark.long
async def test_a_long_rate_limit_keeps_no_other_channel_waiting(world: World) -> None:
    table, people = await world.started("Ada", "Chloe", game="torres")
    other, _ = await world.started("Ada", "Chloe", game="torres", channel="games")
    await world.quiet()
    place = (await world.view(table)).info.place
    world.sandbox.fault("rate_limit", retry_after=100.0, method="PATCH", path=f"/channels/{place.channel}/")
    for each in (table, other):
        now = (await world.view(each)).info
        person = next(person for person in people if seat_of(now, person) in now.pending)
        await world.tables.moves.play(each, int(person.id), (await legal(world, each, person))[0])
    waits = "SELECT DISTINCT subject_id FROM outbox WHERE due > ?"
    async with asyncio.timeout(PATIENCE_SECONDS):
        while await world.ask(waits, time.time() + 60) != [(table,)]:
            await asyncio.sleep(0.05)
        while await world.ask("SELECT 1 FROM outbox WHERE subject_id = ?", other):
            await asyncio.sleep(0.05)


@pytest.mark.long
async def test_a_fault_of_ours_leaves_no_table_waiting(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever goes wrong while a row is told, the row is handed back and the table told in the end."""
    table, people = await world.started("Ada", "Borys", game="budowa")
    await world.quiet()
    faults = iter([RuntimeError("clear"), RuntimeError("clear")])
    real = fleeting.clear

    async def clear(app: App, number: int) -> bool:
        for fault in faults:
            raise fault
        return await real(app, number)

    monkeypatch.setattr(fleeting, "clear", clear)
    with caplog.at_level(logging.CRITICAL):
        await move(world, table, "gry", people, random.Random(5))
        await healed(world, [table])
