"""The memory of Budowa zamku: what was put back face down stands nowhere any more until the game is over.

Two games of the same moves that differ only in the cards put back are compared, to the byte, in everything that still stands.
"""

from __future__ import annotations

import hashlib
import json
import logging
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import msgspec
import pytest

from engines import games
from engines.budowa.position import BudowaPosition
from engines.budowa.rules import GLANCE
from engines.budowa.view import BudowaView
from render.pool import Pool
from sandbox import MovableClock, Person
from sandbox.client import JSON, images
from tests.e2e.test_budowa_games import decided, play_turns, turned, view_of
from tests.e2e.world import World, piece
from tests.e2e.world import world as make_world
from tests.tables.manual import ManualClock

BUDOWA = games()["budowa"]
PLAIN = frozenset(logging.makeLogRecord({}).__dict__)

ANYWAY = ((r"\b[0-9a-f]{64}\b", "COMMITMENT"), (r"127\.0\.0\.1:\d+", "HOST"), (r"\d{17,}", "ID"))
"""What differs from one sandbox to the next and tells nothing."""

SCRIPT = (("a1", "build"), ("b1", "back"), ("c1", "back"), ("d1", "back"), ("e1", ""), ("b2", "back"), ("c1", "back"))
"""Spots turned in turns, and what is decided; "": what was turned has to go back, without a decision."""


class Dealt(random.Random):
    """Luck that gives every game the same seed."""

    def __init__(self, given: bytes) -> None:
        super().__init__(1)
        self.given = given

    def randbytes(self, n: int) -> bytes:
        return self.given[:n]


def dealt(number: int) -> tuple[bytes, tuple[int, list[int]] | None]:
    """A seed, and if the script can be played with it: the card built and those put back."""
    seed = hashlib.sha256(b"memory%d" % number).digest()[:16]
    position = BUDOWA.start(2, {}, seed)
    assert isinstance(position, BudowaPosition)
    built, back = 0, []
    for spot, decision in SCRIPT:
        position.play(position.active, ("flip", spot))
        if bool(decision) != position.deciding or (decision == "back" and position.falls_out()):
            return seed, None
        card = position.grid[position.up]
        built, back = (card, back) if decision == "build" else (built, [*back, card])
        if decision:
            position.play(position.active, (decision,))
    return seed, (built, back)


def twins() -> tuple[bytes, bytes, list[int], list[int]]:
    """Two seeds with which the script builds the same card and puts back others, and what each puts back."""
    known: dict[int, tuple[bytes, list[int]]] = {}
    for number in range(20_000):
        seed, fits = dealt(number)
        if fits is None:
            continue
        built, back = fits
        if built in known and not set(known[built][1]) & set(back):
            return known[built][0], seed, known[built][1], back
        known.setdefault(built, (seed, back))
    raise AssertionError("no twins")


def standing(world: World) -> list[str]:
    """Everything the bot ever sent that still stands, for anybody: words, components, ids, alt texts, names of files, files."""
    found = []
    for message in world.sandbox.world.messages.values():
        if message.author_id != world.sandbox.world.bot.id:
            continue
        files = [(each.filename, each.description, hashlib.sha256(each.data).hexdigest()) for each in message.attachments]
        shown = json.dumps(
            [message.addressee, message.content, message.embeds, message.components, files, message.flags],
            ensure_ascii=False,
            default=str,
        )
        for pattern, name in ANYWAY:
            shown = re.sub(pattern, name, shown)
        found.append(shown)
    return found


def told_to(people: list[Person]) -> Iterator[JSON]:
    """Every message as it ever reached anybody, in whatever state it was then."""
    for person in people:
        yield from (news["d"] for news in person.news if news["t"] in {"message", "edit"})


async def reachable(people: list[Person]) -> set[str]:
    """The pictures (hashes) that any address ever shown to anybody still gives."""
    found = set()
    reader = people[0]
    for url in {image["url"] for message in told_to(people) for image in images(message)}:
        try:
            found.add(hashlib.sha256(await reader.fetch(url)).hexdigest())
        except aiohttp.ClientResponseError:
            continue  # gone
    return found


def logged(records: list[logging.LogRecord]) -> list[str]:
    """What our own log lines say."""
    ours = [each for each in records if each.name.split(".")[0] in {"cogs", "tables", "data", "render", "engines", "zamki"}]
    return sorted(f"{each.name}: {each.getMessage()} {_extra(each)}" for each in ours)


def _extra(record: logging.LogRecord) -> dict[str, object]:
    return {key: value for key, value in record.__dict__.items() if key not in PLAIN}


async def look_in_every_way(world: World, table: int, people: list[Person]) -> None:
    """Everybody opens everything there is to open: hand, text, the board by command, in the channel of the table."""
    for person in people:
        board = await world.message(person, table, "board")
        for verb in ("hand", "text"):
            await person.settled(await person.press(board, piece(board, verb)))
        await person.settled(await person.command("gry", "zamki board", table=str(table)))
    await world.done()
    await world.quiet()


class Played(msgspec.Struct):
    """A script played: the table, its people, everything they were ever shown, what stood while a card lay open, and what when
    one that had to go back was gone after a glance.
    """

    table: int
    people: list[Person]
    seen: list[str]
    opened: list[str]
    after: list[str]


async def play_script(world: World, seed: bytes, late: MovableClock | None) -> Played:
    """The script by presses and commands, everybody looking on. `late` (the sandbox's clock): the private answers of who looked
    can be edited no more, and the bot remembers none of them, when the decision comes.
    """
    hours = ManualClock(time.time())
    world.luck, world.time = Dealt(seed), hours
    await world.restart()
    table, players = await world.lobby("Ada", "Chloe", game="budowa")
    await world.hall.arrange(table, int(players[0].id), [0, 1])
    card = await world.message(players[0], table, "lobby")
    await players[0].press(card, piece(card, "begin"))
    await world.done()
    await world.quiet()
    people = [*players, await world.person("Dmitri")]
    opened: list[str] = []
    after: list[str] = []
    for number, (spot, decision) in enumerate(SCRIPT):
        person = players[number % 2]
        if number % 3 == 2:
            await person.settled(await person.command("gry", "zamki move", move=f"flip {spot}"))
            await world.quiet()
        else:
            await turned(world, person, table, spot)
        if number in (3, 4):
            await look_in_every_way(world, table, people)
            opened = standing(world)
            if late is not None:
                late.advance(16 * 60)
                await world.restart()
        if not decision:
            assert (await view_of(world, table)).open is not None, "it lies there to be seen"
            await hours.advance(GLANCE + 1)
            await world.quiet()
            after = standing(world)
            assert (await view_of(world, table)).open is None, "and nobody had to do anything for it to be gone"
        elif number % 2:
            await person.settled(await person.command("gry", "zamki move", move=decision))
        else:
            await decided(world, person, table, decision)
    await world.done()
    await world.quiet()
    seen = [json.dumps(message, ensure_ascii=False) for message in told_to(people)]
    return Played(table, people, seen, opened, after)


@pytest.mark.parametrize("late", [False, True])
async def test_two_games_that_differ_in_what_was_put_back_look_the_same(
    tmp_path: Path, pool: Pool, caplog: pytest.LogCaptureFixture, late: bool
) -> None:
    caplog.set_level(logging.INFO)
    first, second, some, others = twins()
    kept = []
    for name, seed, back in (("first", first, some), ("second", second, others)):
        caplog.clear()
        (tmp_path / name).mkdir()
        clock = MovableClock()
        async with make_world(tmp_path / name, clock, pool) as world:
            played = await play_script(world, seed, clock if late else None)
            table, people = played.table, played.people
            # What was turned was shown while it lay open; of what stands, everything is compared below.
            for number in back:
                assert any(re.search(rf"(?<![\d:.]){number}(?!\d)", each) for each in played.seen), number
            looks = [await world.look(table), *[await world.look(table, person) for person in people]]
            record = await world.hall.record(table)
            assert not record.seed
            assert not record.moves
            views = [msgspec.json.encode(look.view) for look in looks]
            kept.append((standing(world), played.opened, views, logged(caplog.records), played.after))
            # No address that was ever shown gives anything but the pictures that stand.
            stored = [each.data for message in world.sandbox.world.messages.values() for each in message.attachments]
            assert await reachable(people) <= {hashlib.sha256(data).hexdigest() for data in stored}
    assert len(kept[0][0]) == len(kept[1][0]) > len(SCRIPT)
    for one, other in zip(kept[0][0], kept[1][0], strict=True):
        assert one == other
    assert kept[0][1] != kept[1][1], "while a card lies open it is shown"
    assert kept[0][2] == kept[1][2], "views"
    assert kept[0][3] == kept[1][3], "log lines"
    assert kept[0][4] == kept[1][4], "after a glance at what had to go back"


@pytest.mark.parametrize("turns", [8, pytest.param(60, marks=[pytest.mark.long, pytest.mark.timeout(300)])])
async def test_what_showed_an_open_card_stands_no_more(world: World, turns: int) -> None:
    """Whatever was new while a card lay open and tells its number is gone, word and picture, when it has been put back."""
    table, people = await world.started("Ada", "Borys", "Chloe", game="budowa", variant="figures=on")
    people.append(await world.person("Dmitri"))
    rng, back = random.Random(9), 0
    for turn in range(turns):
        if (await world.look(table)).table.state != "playing":
            break
        person = await world.mover(table, people)
        before = set(standing(world))
        await turned(world, person, table, rng.choice((await view_of(world, table)).board.spots))
        if (opened := (await view_of(world, table)).open) is None:
            continue
        if turn % 4 == 0:
            await look_in_every_way(world, table, people)
        shown = {each for each in standing(world) if each not in before}
        names = re.compile(rf"(?<![\d:.]){opened.number}(?!\d)")
        telling = {each for each in shown if names.search(each)}
        assert telling
        if opened.decided:
            continue
        await decided(world, person, table, "back")
        now = (await world.look(table)).view
        assert isinstance(now, BudowaView)
        if opened.number in now.board.out:
            continue
        back += 1
        assert not telling & set(standing(world))
        pictures = {hashlib.sha256(each).hexdigest() for each in await shown_pictures(world)}
        assert await reachable(people) <= pictures
    assert back


async def shown_pictures(world: World) -> list[bytes]:
    return [each.data for message in world.sandbox.world.messages.values() for each in message.attachments]


async def test_pencil_marks_stay_where_the_table_wants_them(world: World) -> None:
    table, people = await world.started("Ada", "Chloe", channel="games", game="budowa", variant="notes=on")
    ada = await world.mover(table, people)
    await turned(world, ada, table, "c5")
    opened = (await view_of(world, table)).open
    assert opened is not None
    await decided(world, ada, table, "back")
    board = await world.message(ada, table, "board")
    assert f"C5 {opened.number}" in images(board)[0]["description"]
    other = await world.mover(table, people)
    answer = await other.settled(await other.press(board, piece(board, "hand")))
    for message in (board, answer):
        assert f"C5 · {opened.number}" in json.dumps(message, ensure_ascii=False)


@pytest.mark.timeout(120)
async def test_the_record_opens_when_the_game_is_over(world: World) -> None:
    table, people = await world.started("Ada", "Chloe", channel="games", game="budowa")
    watcher = await world.person("Dmitri")
    await play_turns(world, table, people, random.Random(1), 1)
    assert not (await world.hall.record(table)).moves
    answer = await watcher.settled(await watcher.command("games", "zamki verify", table=str(table)))
    assert "flip" not in json.dumps(answer)
    rng = random.Random(2)
    while (now := (await world.look(table)).table).state == "playing":
        person = await world.mover(table, people)
        view = await view_of(world, table)
        words = ("flip", rng.choice(view.board.spots)) if view.ask == "flip" else (view.can[0],)
        await world.hall.play(table, int(person.id), words, stage=now.stage, request=rng.getrandbits(40))
    final = await world.message(watcher, table, "final")
    record = await world.hall.record(table)
    assert record.seed
    assert record.seed in json.dumps(final)
    assert [move.move for move in record.moves if str(move.move).startswith("flip")]
    over = await view_of(world, table)
    assert over.board.notes or not over.board.spots, "what was put back may be known now"
