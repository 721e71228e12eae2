"""Each game's lesson is finished by who presses only what it points at; nothing of it stands anywhere but with its learner."""

from typing import Any

import pytest

import engines
from cogs.learn.lesson import first_of
from data.guides import guide
from engines.contract import Candidate
from sandbox import Person
from sandbox.client import buttons, images, selects
from tests.support.cases import cases
from tests.support.world import World, piece, pieces, says, text_of

POINTER = "👉"
GAMES = sorted(game for game in engines.games() if guide(game).lesson is not None)
PRESSES = 60
"""More than any lesson takes."""


def step_of(number: int, steps: int) -> str:
    """Returns what a card's title says of the step."""
    return says("cogs.lesson.title", game="|", step=number, steps=steps).partition("| · ")[2]


def pointed(message: dict[str, Any]) -> tuple[str, list[str] | None] | None:
    """The one button, or the one option of a menu, that a lesson's card points at; None where the lesson is over."""
    found: list[tuple[str, list[str] | None]] = [
        (each["custom_id"], None) for each in buttons(message) if (each.get("emoji") or {}).get("name") == POINTER
    ]
    for menu in selects(message):
        found += [
            (menu["custom_id"], [option["value"]])
            for option in menu["options"]
            if (option.get("emoji") or {}).get("name") == POINTER
        ]
    assert len(found) <= 1, found
    return found[0] if found else None


async def follow(world: World, person: Person, message: dict[str, Any]) -> list[dict[str, Any]]:
    """Press what is pointed at until nothing is; every card on the way, the last one last."""
    seen = [message]
    for _ in range(PRESSES):
        what = pointed(message)
        if what is None:
            return seen
        assert images(message)[0]["description"]
        assert POINTER in text_of(message), "it is said in words, too"
        await person.press(message, *what)
        await world.done()
        message = person.known[message["id"]]
        seen.append(message)
    raise AssertionError("the lesson does not end")


async def started(person: Person, channel: str | dict[str, Any], game: str) -> dict[str, Any]:
    answer = await person.settled(await person.command(channel, "zamki learn", game=game))
    assert answer["sandbox"]["ephemeral"]
    return answer


@pytest.mark.long
@pytest.mark.parametrize("name", cases(["Ada", "Chloe"], ["Chloe"]))
@pytest.mark.parametrize(
    ("game", "pictures"),
    [(game, "blank") if game == "rycerze" else pytest.param(game, "real", marks=pytest.mark.long) for game in GAMES],
)
async def test_who_presses_what_is_pointed_at_learns_the_game(world: World, game: str, name: str) -> None:
    person = await world.person(name)
    cards = await follow(world, person, await started(person, "gry", game))
    steps = guide(game).lesson.steps  # type: ignore[union-attr]
    assert len(cards) > len(steps)
    if game == "budowa":  # where nothing else tells on the picture what is pointed at
        framed = says("budowa.alt.pointed", "pl" if name == "Ada" else "en", spot="A1")
        assert images(cards[0])[0]["description"].startswith(framed)
    assert "learn.again" in " ".join(pieces(cards[-1]))
    assert "/zamki start" in text_of(cards[-1]) or "/zamki rozpocznij" in text_of(cards[-1])
    assert len((await world.tables.people.person(int(person.id))).lessons[game]) == len(steps)
    assert not await world.ask("SELECT id FROM tables"), "it is no table"
    assert not await world.ask("SELECT serial FROM outbox")
    assert not [each for each in await person.messages("gry") if not each["sandbox"]["ephemeral"]]


async def test_another_move_than_the_lessons_is_answered_kindly(world: World) -> None:
    ada = await world.person("Ada")
    first = await started(ada, await ada.dm(), "rycerze")  # in direct messages as anywhere
    await ada.press(first, "learn.say:0:0:rycerze.play.dragon")
    await world.done()
    now = ada.known[first["id"]]
    assert "🙂" in text_of(now)
    assert step_of(1, 4) in text_of(now)
    await follow(world, ada, now)
    over = ada.known[first["id"]]
    await ada.press(over, piece(over, "learn.again"))
    await world.done()
    assert step_of(1, 4) in text_of(ada.known[first["id"]])


@pytest.mark.long
@pytest.mark.parametrize(("game", "name"), [(game, ("Ada", "Chloe")[at % 2]) for at, game in enumerate(GAMES)])
async def test_a_hint_names_the_move_of_each_step_first(world: World, game: str, name: str) -> None:
    """The strongest computer player finds no better move than the lesson's."""
    person = await world.person(name)
    card = await started(person, "gry", game)
    for made, step in enumerate(guide(game).lesson.steps):  # type: ignore[union-attr]
        await person.press(card, piece(card, "learn.hint"))
        await world.done()
        hinted = person.known[card["id"]]
        moves = [line for line in text_of(hinted).splitlines() if "**" in line and "·" in line]
        assert [line.startswith(f"{POINTER} **") for line in moves] == [True, *(False for _ in moves[1:])], (step.key, moves)
        assert images(hinted)[0]["description"]
        (back,) = pieces(hinted)
        await person.press(hinted, back)
        await world.done()
        card = person.known[card["id"]]
        while await _steps(world, person, game) == made:
            await person.press(card, *pointed(card) or ("", None))
            await world.done()
            card = person.known[card["id"]]
    assert not await world.ask("SELECT 1 FROM hints"), "they count nowhere"


async def _steps(world: World, person: Person, game: str) -> int:
    return len((await world.tables.people.person(int(person.id))).lessons.get(game, ()))


@pytest.mark.long
async def test_it_goes_on_after_a_restart_and_elsewhere(world: World) -> None:
    ada = await world.person("Ada")
    first = await started(ada, "gry", "budowa")
    for _ in range(2):
        await ada.press(first, *pointed(ada.known[first["id"]]) or ("", None))
        await world.done()
        first = ada.known[first["id"]]
    assert step_of(3, 7) in text_of(first)
    await world.restart()
    await ada.press(first, *pointed(first) or ("", None))
    await world.done()
    assert step_of(4, 7) in text_of(ada.known[first["id"]])
    again = await started(ada, "turniej", "budowa")
    assert step_of(4, 7) in text_of(again)
    # The older card is behind when the newer one goes on: it says so and shows what is now.
    await ada.press(again, *pointed(again) or ("", None))
    await world.done()
    old = ada.known[first["id"]]
    await ada.press(old, *pointed(old) or ("", None))
    await world.done()
    assert step_of(5, 7) in text_of(ada.known[first["id"]])
    assert len((await world.tables.people.person(int(ada.id))).lessons["budowa"]) == 4


async def test_the_way_there_from_the_help_and_the_games(world: World) -> None:
    chloe = await world.person("Chloe")
    helped = await chloe.settled(await chloe.command("games", "zamki help"))
    menu = await chloe.settled(await chloe.press(helped, "learn.open:0:0"))
    first = await chloe.settled(await chloe.press(menu, "learn.open:0:0", values=["torres"]))
    assert "step 1 of 8" in text_of(first)
    listed = await chloe.settled(await chloe.press(helped, "rules.games:0:0"))
    first = await chloe.settled(await chloe.press(listed, "learn.open:0:0", values=["zamek"]))
    assert "step 1 of 3" in text_of(first)


async def test_a_game_against_the_computer_is_three_presses_away(world: World) -> None:
    ada = await world.person("Ada")
    helped = await ada.settled(await ada.command("gry", "zamki help"))
    listed = await ada.settled(await ada.press(helped, "rules.games:0:0"))
    for message in (helped, listed):
        menu = await ada.settled(await ada.press(message, "start.alone:0:0"))
        assert "start.alone:0:0:torres" in pieces(menu)
    hand = await ada.settled(await ada.press(menu, "start.alone:0:0:rycerze"))
    assert [each for each in pieces(hand) if each.startswith("play.pick:")]
    (found,) = await world.tables.looks.tables_of(int(ada.id))
    assert (found.state, found.game, [seat.user is None for seat in found.seats].count(True)) == ("playing", "rycerze", 1)
    board = await world.message(ada, found.id, "board")
    more = await ada.settled(await ada.press(board, piece(board, "board.more")))
    asked = await ada.settled(await ada.press(more, piece(more, "replacing.chosen")))
    assert piece(asked, "replacing.offer")


def test_a_hint_tells_each_move_once() -> None:
    """Whole turns can begin with the same move; two lines for it would have two pointers."""
    one, two, other = Candidate(("draw",), 0.6), Candidate(("draw",), 0.5), Candidate(("end",), 0.4)
    assert list(first_of([one, two, other])) == [one, other]
