"""Rzymianie do domu! from `/zamki start` to the end: by presses, typed, against computer players, across restarts, alone."""

from __future__ import annotations

import random
from functools import partial

import pytest

from engines.rzymianie.view import RzymianieView
from render.seat_marks import MARKS
from sandbox import Person
from sandbox.client import images, selects
from tests.support.cases import shorter_on_postgres
from tests.support.world import World, eventually, mentions, piece, pieces, seat_of, text_of

NAMES = ("Ada", "Borys", "Chloe", "Dmitri")
LONG = pytest.mark.long


async def view_of(world: World, table: int, person: Person | None = None) -> RzymianieView:
    view = (await world.view(table, person)).view
    assert isinstance(view, RzymianieView)
    return view


async def answered(world: World, person: Person, table: int, rng: random.Random) -> None:
    """One answer by presses, from "My hand" on: a form filled by lot, a menu, buttons, until nothing more is asked."""
    await world.walk(person, table, await world.hand(person, table), rng)


async def play_questions(world: World, table: int, people: list[Person], rng: random.Random, questions: int = 999) -> int:
    """Answer so many stages by presses; how many were asked before the game was over."""
    asked = 0
    while asked < questions and (now := (await world.view(table)).info).state == "playing":
        for person in people:
            if seat_of(now, person) in (await world.view(table)).info.pending:
                await answered(world, person, table, rng)
        await eventually(partial(world.moved_on, table, now.stage))
        asked += 1
    await world.quiet(30)
    return asked


@pytest.mark.parametrize(
    ("players", "channel", "variant", "pictures"),
    [
        (2, "gry", "", "real"),
        (3, "games", "neutrals=1", "blank"),
        (4, "gry", "tied_forts=stay", "blank"),
        (2, "games", "druhid=slide", "blank"),
        (1, "games", "", "blank"),
    ],
)
@pytest.mark.parametrize("questions", shorter_on_postgres(999, 3, seconds=400))
async def test_a_game_by_presses_only(world: World, players: int, channel: str, variant: str, questions: int) -> None:
    options = {"variant": variant} if variant else {}
    table, people = await world.started(*NAMES[:players], channel=channel, game="rzymianie", **options)
    await play_questions(world, table, people, random.Random(players), questions)
    messages = await people[0].messages(channel)
    for message in messages:
        assert all(image["description"] for image in images(message))
    shown = [news["d"] for news in people[0].news if news["t"] in {"message", "edit"}]
    scenes = [message for message in shown if "⚔️" in text_of(message) and "🏰" in text_of(message).splitlines()[0]]
    assert len(scenes) >= 1, "each round of attack is a picture of its own"
    if questions < 999:
        return
    reading = await world.view(table)
    assert reading.info.result is not None
    rounds = (await view_of(world, table)).round + 6 * ((await view_of(world, table)).game_turn - 1)
    # The rounds of attack follow each other in one message; boards repeat them in a line with what came of it.
    lines = [line for each in scenes for line in text_of(each).splitlines() if "⚔️" in line]
    attacks = {line[line.index("⚔️") :].partition(".")[0] for line in lines}
    assert len(attacks) == rounds, "each names its number, its fort and who attacks with what"
    final = text_of(await world.message(people[0], table, "final"))
    assert ("koniec" in final) == (channel == "gry")
    if players == 1:
        assert "training" in final.lower()
    else:
        assert final.count("🥇") == reading.info.result.places.count(1)


@pytest.mark.parametrize("questions", shorter_on_postgres(999, 3, seconds=400))
async def test_a_game_typed_only(world: World, questions: int) -> None:
    table, people = await world.started("Ada", "Chloe", channel="games", game="rzymianie")
    rng = random.Random(5)
    for _ in range(questions):
        now = (await world.view(table)).info
        if now.state != "playing":
            break
        for person in people:
            if seat_of(now, person) not in (await world.view(table)).info.pending:
                continue
            line = await world.spelled(person, table, "games", rng)
            answer = await person.settled(await person.command("games", "zamki move", move=line))
            assert "✅" in text_of(answer), text_of(answer)
        await eventually(partial(world.moved_on, table, now.stage))
    if questions == 999:
        assert "🥇" in text_of(await world.message(people[0], table, "final"))


@pytest.mark.parametrize("questions", shorter_on_postgres(999, 2, seconds=400))
async def test_one_person_against_computer_players(world: World, questions: int) -> None:
    table, people = await world.lobby("Ada", game="rzymianie")
    ada = people[0]
    await world.begin(table, ada, computers=2)
    rng = random.Random(6)
    for _ in range(questions):
        if not await world.asked(table, ada, timeout=60):
            break
        before = (await world.view(table)).info.stage
        await answered(world, ada, table, rng)
        await eventually(partial(world.moved_on, table, before))
    view = await view_of(world, table)
    assert view.round >= 1 or view.game_turn > 1
    if questions == 999:
        assert "🥇" in text_of(await world.message(ada, table, "final"))


@pytest.mark.parametrize("restarts", shorter_on_postgres(25, 3, seconds=400))
async def test_a_chain_of_decisions_goes_on_after_restarts(world: World, restarts: int) -> None:
    """Restarted whenever somebody owes a decision in a round of attack: the same one is asked of the same people."""
    table, people = await world.started(*NAMES[:4], game="rzymianie")
    rng, done, asked = random.Random(7), 0, set()
    while done < restarts and (now := (await world.view(table)).info).state == "playing":
        view = await view_of(world, table)
        if view.asking != "plan":
            done += 1
            asked.add(view.asking)
            seen = [await view_of(world, table, person) for person in people]
            if done % 2:
                await world.quiet()
            await world.restart()
            assert [await view_of(world, table, person) for person in people] == seen
            board = await world.message(people[0], table, "board")
            for seat in now.pending:
                assert f"⏳ {MARKS[seat]} " in text_of(board), "everybody sees whom the table waits for"
        await play_questions(world, table, people, rng, 1)
    assert done == restarts or (await world.view(table)).info.state == "over"
    assert asked


@pytest.mark.long
async def test_who_is_not_asked_is_answered_kindly(world: World) -> None:
    table, people = await world.started("Ada", "Chloe", channel="games", game="rzymianie")
    watcher = await world.person("Dmitri")
    board = await world.message(watcher, table, "board")
    answer = await watcher.settled(await watcher.press(board, piece(board, "play.hand")))
    assert not selects(answer)
    assert answer["sandbox"]["ephemeral"]
    text = await watcher.settled(await watcher.press(board, piece(board, "board.text")))
    for number in range(1, 7):
        assert f"{number}." in text_of(text)
    typed = await watcher.settled(await watcher.command("games", "zamki move", move="plan", table=str(table)))
    assert "✅" not in text_of(typed)
    # Played until one person alone owes a decision: the other one is told so.
    rng = random.Random(8)
    while (now := (await world.view(table)).info).state == "playing":
        if len(now.pending) == 1:
            break
        await play_questions(world, table, people, rng, 1)
    other = next(person for person in people if seat_of(now, person) not in now.pending)
    answer = await world.hand(other, table)
    assert not [each for each in pieces(answer) if each.startswith("play.pick")]
    version = (await world.view(table)).info.version
    typed = await other.settled(await other.command("games", "zamki move", move="keep none"))
    assert "✅" not in text_of(typed)
    assert (await world.view(table)).info.version == version
    board = await world.message(other, table, "board")
    assert not mentions(text_of(board)) or other.id not in mentions(text_of(board))


@pytest.mark.long
async def test_orders_can_be_changed_until_everybody_is_ready(world: World) -> None:
    table, people = await world.started("Ada", "Chloe", channel="games", game="rzymianie")
    ada, chloe = people
    rng = random.Random(9)
    await answered(world, ada, table, rng)
    first = (await view_of(world, table, ada)).chosen
    assert len(first) == 6
    await answered(world, ada, table, rng)
    second = (await view_of(world, table, ada)).chosen
    assert len(second) == 6
    assert (await view_of(world, table)).asking == "plan"
    assert not (await view_of(world, table)).chosen
    form = await world.hand(ada, table)
    rows = [option["value"].split(".")[1:] for menu in selects(form) for option in menu["options"]]
    assert {sum(map(str.__ne__, row, second)) for row in rows} == {1, 2}, "one place or two differ from what was chosen"
    await answered(world, chloe, table, rng)
    await eventually(lambda: world.moved_on(table, 1))
