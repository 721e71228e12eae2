"""On a phone the answer to a press stands where the finger is: private messages and public boards of every kind of question of
every game, and lessons, on a screen of 390 × 844.
"""

import random
from collections.abc import Sequence

import pytest
from playwright.async_api import Page

import engines
from asking.offers import may_plan
from asking.players import asks_on_board
from asking.walk import advance
from chat.cards import board_question, picker
from data.guides import guide
from engines.contract import Revealing
from sandbox import Person
from sandbox.client import JSON, selects, texts
from tests.support.browser_page import be, browser_page
from tests.support.lesson_presses import said_in_lesson
from tests.support.one_screen import SCREEN, loaded
from tests.support.world import World, piece, pieces

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("in_one_thread", "real_pictures"), pytest.mark.timeout(600)]

FAR = """([pressed, custom, answer, last]) => {
    const item = (id) => document.querySelector(`[data-mid='${id}']`);
    const controls = (within) => [...within.querySelectorAll("[data-custom]")];
    const at = item(pressed), box = item(answer)?.querySelector(".container");
    if (!box || !controls(box).some((each) => each.dataset.custom === last) && last) return null;
    if ([...box.querySelectorAll("img")].some((image) => !image.naturalHeight)) return null;
    const parts = [...box.children], row = parts.find((part) => part.matches(".row"));
    const above = row?.previousElementSibling ?? parts.at(-1);
    const from = controls(at).find((each) => each.dataset.custom === custom) ?? controls(at).pop() ?? at;
    const begins = above.getBoundingClientRect().top, ends = parts.at(-1).getBoundingClientRect().bottom;
    return [Math.abs(begins - from.getBoundingClientRect().bottom), ends - begins];
}"""
"""From what was pressed (where that is gone, from the last button of its message, or else from its end) to the text directly
above the buttons of what answers it; and from there to the last of them.
"""

READ = ("board.text",)
"""What answers these is read from its beginning, and need not be seen at once."""

SAME = ("board.text", "board.more", "rules.open")
"""What answers these hardly depends on what is asked."""

LAST = ("play.open", "play.do")
"""What may play a whole move is pressed when everything else has been."""


@pytest.mark.parametrize("key", sorted(engines.games()))
async def test_every_question_of_a_game_is_answered_on_one_screen(world: World, key: str) -> None:
    """The hand, what was decided before it, what follows the choice, and the plan."""
    game, rng, seen = engines.games()[key], random.Random(3), set[str | None]()
    async with browser_page(world.sandbox.url) as page:
        table, people = await world.started("Ada", "Borys", game=key)
        ada = people[0]
        await be(page, "Ada")
        while (now := (await world.view(table)).info).state == "playing":
            seat = now.pending[0]
            user = now.seats[seat].user
            assert user is not None
            position = (await world.loaded(table, await world.mover(table, people))).position
            assert position is not None
            looking = game.reveal_move(position) if isinstance(game, Revealing) else None
            if looking is None and user == int(ada.id):
                reading = await world.tables.looks.read(table, user)
                kind = f"{advance(reading.choices, ())[1].ask}, {min(len(reading.steps), 3)} steps"
                if kind not in seen and not asks_on_board(world.bot.app.games, reading):
                    seen.add(kind)
                    await walked(world, page, ada, table, f"{key} {kind}")
                    continue
            move = looking or game.choose_move(position.view(seat), rng, game.levels[0])
            await world.tables.moves.play(table, user, move)


async def walked(world: World, page: Page, person: Person, table: int, what: str) -> None:
    """A move by presses at random; the hand is measured after each, then the plan that it offers."""
    rng, before = random.Random(what), await world.version(table)
    hand = await opened(world, page, person, table, what)
    for number in range(1, 20):
        await world.choose(person, hand, rng)
        moved = await world.version(table) != before
        if pieces(person.known[hand["id"]]):
            await loaded(page, person.known[hand["id"]], f"{what}, {'moved' if moved else f'press {number}'}")
        if moved:
            break
    if may_plan(world.bot.app.asker, await world.view(table, person)):
        await planned(world, page, person, await world.gone_on(person, person.known[hand["id"]]), what)


async def opened(world: World, page: Page, person: Person, table: int, what: str) -> JSON:
    """Returns the hand at its question; a reveal before it is measured as well."""
    board = await world.message(person, table, "board")
    hand = await person.settled(await person.press(board, piece(board, "play.hand")))
    if any(each.startswith("play.on:") for each in pieces(hand)):
        await loaded(page, hand, f"{what}, decided")
        hand = await world.gone_on(person, hand)
    await loaded(page, hand, what)
    return hand


async def planned(world: World, page: Page, person: Person, hand: JSON, what: str) -> None:
    """Plan a move by presses at random; the plan is measured after each. Then the hand shows again."""
    rng, hand = random.Random(what), await world.pressed(person, hand, piece(hand, "ahead.open"))
    for number in range(9):
        await loaded(page, hand, f"{what}, plan {number}")
        words = [each for each in pieces(hand) if each.startswith("ahead.say:")]
        if not words or any(each.startswith("ahead.less:") for each in pieces(hand)):
            break
        pressed = rng.choice(words)
        menu = next((each for each in selects(hand) if each["custom_id"] == pressed), None)
        await person.press(hand, pressed, None if menu is None else [rng.choice(menu["options"])["value"]])
        await world.done()
        hand = person.known[hand["id"]]
    await world.pressed(person, hand, piece(hand, "play.fresh"))


@pytest.mark.parametrize("key", sorted(engines.games()))
async def test_an_answer_to_a_press_on_a_public_board_fits_one_screen(world: World, key: str) -> None:
    """At every kind of question, asked of the presser or of another, the board's verbs are pressed (those that answer alike at
    each, once), then the move is made, on the board or in the hand. What stands below the end is pressed as well.
    """
    game, rng, seen, done = engines.games()[key], random.Random(3), set[tuple[str | None, bool, int, int]](), set[object]()
    async with browser_page(world.sandbox.url) as page:
        table, people = await world.started("Ada", "Borys", game=key)
        ada = people[0]
        await be(page, "Ada")
        while (now := (await world.view(table)).info).state == "playing":
            reading = await world.tables.looks.read(table, int(ada.id))
            asked, mine = advance(reading.choices, ())[1], reading.seat in now.pending
            kind = asked.ask, mine, len(now.pending), min(len(asked.words), board_question.PLACES + 1) // picker.BUTTONS
            position = (await world.loaded(table, await world.mover(table, people))).position
            assert position is not None
            looking = game.reveal_move(position) if isinstance(game, Revealing) else None
            if kind not in seen and not (looking and mine):
                seen.add(kind)
                before = await world.version(table)
                message = await world.message(ada, table, "board")
                skipped = [verb for verb in SAME if (verb, mine) in done]
                done |= {(verb, mine) for verb in SAME}
                await pressed(world, page, ada, table, message, skipped, whole=mine)
                if mine and await world.version(table) == before:
                    await moved(world, page, ada, table, message)
                if await world.version(table) != before:
                    continue
            seat = now.pending[0]
            user = now.seats[seat].user
            assert user is not None
            await world.tables.moves.play(table, user, looking or game.choose_move(position.view(seat), rng, game.levels[0]))
        final = await world.message(ada, table, "final")
        await pressed(world, page, ada, table, final)
        replay = await ada.settled(await ada.press(final, piece(final, "replay.open")))
        await loaded(page, replay, f"{key}, replay")
        replay = await world.more(ada, replay)
        last = next(each for each in pieces(replay) if each.endswith("_last"))
        await loaded(page, await world.pressed(ada, replay, last), f"{key}, end of the replay")


async def pressed(  # noqa: PLR0917 - what a press is made of
    world: World, page: Page, person: Person, table: int, message: JSON, skipped: Sequence[str] = (), *, whole: bool = False
) -> None:
    """Press the first of each verb of a public message, the farthest from what answers it; what plays a `whole` move, too."""
    menus = {each["custom_id"]: each["options"][0]["value"] for each in selects(message)}
    verbs = {each.partition(":")[0]: each for each in reversed(pieces(message))}
    for verb in ("start.again", "find.open", "film.moment", *skipped):  # these post for all in between
        verbs.pop(verb, None)
    before = await world.version(table)
    for verb in sorted(verbs, key=lambda verb: verb in LAST and LAST.index(verb) + 1):
        if verb == "play.do" and not whole:
            continue
        custom = verbs[verb]
        outcome = await person.press(message, custom, [menus[custom]] if custom in menus else None)
        await world.done()
        if verb == "play.do":
            await near(page, message, custom, await world.message(person, table, "board"))
            return
        answer = await person.settled(outcome)
        await near(page, message, custom, answer)
        await person.dismiss(answer)
    assert await world.version(table) == before, "a private message would push away what the board shows of a whole move"


async def moved(world: World, page: Page, person: Person, table: int, message: JSON) -> None:
    """Make the move in the hand; the board that follows is measured, where it is another message."""
    hand, rng = await world.hand(person, table), random.Random(1)
    await world.walk(person, table, hand, rng)
    if (await world.view(table)).info.state == "playing":
        following = await world.message(person, table, "board")
        if following["id"] != message["id"]:
            await near(page, hand, "", following)
    await person.dismiss(hand)


async def near(page: Page, message: JSON, custom: str, answer: JSON) -> None:
    """Measure from what was pressed to what answers it, as the page shows both."""
    last = (pieces(answer) or [""])[-1]
    found = await page.wait_for_function(FAR, arg=[message["id"], custom, answer["id"], last], timeout=30_000)
    far, height = await found.json_value()
    assert far <= SCREEN, f"{custom}: {far} px to {texts(answer)}"
    assert height <= SCREEN or custom.startswith(READ), f"{custom}: {height} px of {texts(answer)}"


@pytest.mark.parametrize("key", [key for key in sorted(engines.games()) if guide(key).lesson])
async def test_every_step_of_a_lesson_is_answered_on_one_screen(world: World, key: str) -> None:
    """At each question first what the lesson does not ask for, if there is any, then what it points at."""
    async with browser_page(world.sandbox.url) as page:
        ada = await world.person("Ada")
        await be(page, "Ada")
        lesson = await ada.settled(await ada.command("gry", "zamki learn", game=key))
        tried = set[str]()
        for number in range(99):
            now = ada.known[lesson["id"]]
            title, said = texts(now)[0], said_in_lesson(now)
            if not any(pointed for _, _, pointed in said):
                assert number, "it points at something"
                break
            await loaded(page, now, f"{key}, {title}, press {number}")
            other = [each for each in said if not each[2] and each[0].startswith("learn.say:")]
            pressed = other[0] if other and title not in tried else next(each for each in said if each[2])
            tried.add(title)
            await ada.press(now, pressed[0], pressed[1] or None)
            await world.done()
