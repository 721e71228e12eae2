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

import msgspec
import pytest

from engines.budowa.rules import GLANCE
from engines.budowa.view import BudowaView
from render.pool import Pool
from sandbox import MovableClock, Person
from sandbox.client import images
from tests.games.budowa.deals import SCRIPT, reachable, shown_pictures, standing, told_to, twins
from tests.games.budowa.pressing import decided, play_turns, turned, view_of
from tests.support.cases import shorter_on_postgres
from tests.support.extra_games import House
from tests.support.luck import Dealt
from tests.support.manual_clock import ELSEWHERE, ManualClock
from tests.support.world import NewHome, World, piece
from tests.support.world import world as make_world

PLAIN = frozenset(logging.makeLogRecord({}).__dict__)


def logged(records: list[logging.LogRecord]) -> list[str]:
    """What our own log lines say, each once: how often a row is told that a newer one replaces is the machine's pace."""
    ours = [each for each in records if each.name.split(".")[0] in {"chat", "tables", "data", "render", "engines", "zamki"}]
    return sorted({f"{each.name}: {each.getMessage()} {_extra(each)}" for each in ours})


def _extra(record: logging.LogRecord) -> dict[str, object]:
    """All that goes with a line but how long it took, which is the machine's."""
    return {key: value for key, value in record.__dict__.items() if key not in PLAIN | {"ms"}}


async def look_in_every_way(world: World, table: int, people: list[Person]) -> None:
    """Everybody opens everything there is to open: hand, text, the board by command, in the channel of the table."""
    for person in people:
        board = await world.message(person, table, "board")
        for verb in ("play.hand", "board.text"):
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
    hours = ManualClock(time.time(), patience=ELSEWHERE)
    world.luck, world.time = Dealt(seed), hours
    await world.restart()
    table, players = await world.lobby("Ada", "Chloe", game="budowa")
    await world.tables.lobbies.arrange(table, int(players[0].id), [0, 1])
    card = await world.message(players[0], table, "lobby")
    await players[0].press(card, piece(card, "lobby.begin"))
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


@pytest.mark.usefixtures("real_pictures")
@pytest.mark.long
@pytest.mark.parametrize("late", [False, True])
async def test_games_that_differ_only_in_cards_put_back_look_the_same(
    new_home: NewHome, pool: Pool, house: House, caplog: pytest.LogCaptureFixture, late: bool
) -> None:
    caplog.set_level(logging.INFO)
    first, second, some, others = twins()
    kept = []
    for seed, back in ((first, some), (second, others)):
        clock = MovableClock()
        async with make_world(new_home(), clock, pool, house) as world:
            caplog.clear()  # the first of a process makes the database that all start with
            played = await play_script(world, seed, clock if late else None)
            table, people = played.table, played.people
            # What was turned was shown while it lay open; of what stands, everything is compared below.
            for number in back:
                assert any(re.search(rf"(?<![\d:.]){number}(?!\d)", each) for each in played.seen), number
            looks = [await world.view(table), *[await world.view(table, person) for person in people]]
            record = await world.tables.looks.record(table)
            assert not record.seed
            assert not record.moves
            views = [msgspec.json.encode(reading.view) for reading in looks]
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


@pytest.mark.parametrize("turns", shorter_on_postgres(24, 4, seconds=300))
@pytest.mark.usefixtures("real_pictures")
async def test_what_showed_an_open_card_stands_no_more(world: World, turns: int) -> None:
    """Whatever was new while a card lay open and tells its number is gone, word and picture, when it has been put back."""
    table, people = await world.started("Ada", "Borys", "Chloe", game="budowa", variant="figures=on")
    people.append(await world.person("Dmitri"))
    rng, back = random.Random(9), 0
    for turn in range(turns):
        if (await world.view(table)).info.state != "playing":
            break
        person = await world.mover(table, people)
        before = set(standing(world))
        await turned(world, person, table, rng.choice((await view_of(world, table)).board.spots))
        if (opened := (await view_of(world, table)).open) is None:
            continue
        if turn % 4 == 0:
            await look_in_every_way(world, table, people)
        shown = {each for each in standing(world) if each not in before}
        # Not a number of the layout itself, such as the id of a button.
        names = re.compile(rf"(?<![\d:.])(?<!\": ){opened.number}(?!\d)")
        telling = {each for each in shown if names.search(each)}
        assert telling
        if opened.decided:
            continue
        await decided(world, person, table, "back")
        now = (await world.view(table)).view
        assert isinstance(now, BudowaView)
        if opened.number in now.board.out:
            continue
        back += 1
        assert not telling & set(standing(world))
        pictures = {hashlib.sha256(each).hexdigest() for each in await shown_pictures(world)}
        assert await reachable(people) <= pictures
    assert back


@pytest.mark.long
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
    answer = await other.settled(await other.press(board, piece(board, "play.hand")))
    for message in (board, answer):
        assert f"C5 · {opened.number}" in json.dumps(message, ensure_ascii=False)


@pytest.mark.long
async def test_the_record_opens_when_the_game_is_over(world: World) -> None:
    table, people = await world.started("Ada", "Chloe", channel="games", game="budowa")
    watcher = await world.person("Dmitri")
    await play_turns(world, table, people, random.Random(1), 1)
    assert not (await world.tables.looks.record(table)).moves
    answer = await watcher.settled(await watcher.command("games", "zamki game verify", table=str(table)))
    assert "flip" not in json.dumps(answer)
    rng = random.Random(2)
    while (now := (await world.view(table)).info).state == "playing":
        person = await world.mover(table, people)
        view = await view_of(world, table)
        words = ("flip", rng.choice(view.board.spots)) if view.ask == "flip" else (view.can[0],)
        await world.tables.moves.play(table, int(person.id), words, stage=now.stage, request=rng.getrandbits(40))
    final = await world.message(watcher, table, "final")
    record = await world.tables.looks.record(table)
    assert record.seed
    assert record.seed not in json.dumps(final), "it stands behind a button"
    assert record.seed in json.dumps(await watcher.settled(await watcher.press(final, piece(final, "verify.open"))))
    assert [move.move for move in record.moves if str(move.move).startswith("flip")]
    over = await view_of(world, table)
    assert over.board.notes or not over.board.spots, "what was put back may be known now"
