"""A game that hides nothing and is played in turns, added as games are added: rules, a room, texts. Nothing names it."""

import random
from collections.abc import Iterator
from functools import partial

import pytest

from engines.contract import View
from render.contract import Audience
from render.pool import Pool
from tests.support.extra_games import House, PlainRoom, more
from tests.support.toy_games import StepsView, games
from tests.support.world import World, eventually, piece, pieces, says, text_of

TEXTS = {
    "name": "Steps",
    "about": "Say numbers.",
    "rules": "Say numbers until you end.",
    "option.length": "Length",
    "option.length.short": "short",
    "option.length.long": "long",
    "level.only": "only",
    "level.easy": "easy",
    "ask.what": "What do you do?",
    "ask.number": "Which number?",
    "reason.sum": "the greater sum",
}


class Renderer(PlainRoom):
    key = "steps"

    def text(self, view: View, audience: Audience) -> str:
        assert isinstance(view, StepsView)
        return f"sums {view.sums}"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The house with one game more."""
    with more({"steps": games()["steps"]}, {"steps": Renderer()}, {"steps": TEXTS}, tmp_path_factory.mktemp("words")) as found:
        yield found


@pytest.fixture(scope="module")
def pool(house: House) -> Iterator[Pool]:
    pool = Pool(house.renderers)
    yield pool
    pool.close()


@pytest.mark.long
async def test_a_game_in_turns_is_played_on_the_board_itself(world: World) -> None:
    table, people = await world.started("Ada", "Chloe", channel="games", game="steps")
    rng = random.Random(3)
    walked = 0
    while (now := (await world.view(table)).info).state == "playing":
        mover = await world.mover(table, people)
        other = next(person for person in people if person is not mover)
        board = await world.message(mover, table, "board")
        offered = [each for each in pieces(board) if each.startswith(("play.do:", "play.open:"))]
        assert offered, "the one on turn chooses on the board"
        # The other presses first and is told kindly that it is not their turn.
        await other.press(board, offered[-1])
        await world.done()
        assert await world.version(table) == now.version
        pressed = rng.choice(offered)
        answer = await mover.press(board, pressed)
        await world.done()
        if pressed.startswith("play.open:"):
            walked += 1
            hand = await mover.settled(answer)
            assert "Which number?" in text_of(hand)
            await mover.press(hand, rng.choice([each for each in pieces(hand) if each.startswith("play.pick:")]))
            await world.done()
        await eventually(partial(_changed, world, table, now.version))
    assert walked
    final = await world.message(people[0], table, "final")
    assert "🥇" in text_of(final)
    for message in await people[0].messages("games"):
        if not message["sandbox"]["ephemeral"] and message["id"] != final["id"]:
            assert not pieces(message), "boards of turns gone by lose their buttons"


@pytest.mark.long
async def test_a_step_can_be_taken_back_until_something_was_revealed(world: World) -> None:
    table, people = await world.started("Ada", "Chloe", channel="games", game="steps")
    mover = await world.mover(table, people)
    answer = await mover.settled(await mover.command("games", "zamki move", move="add 2"))
    assert "✅" in text_of(answer)
    board = await world.message(mover, table, "board")
    more = await mover.settled(await mover.press(board, piece(board, "board.more")))
    await mover.press(more, piece(more, "takeback.undo"))
    await world.done()
    reading = await world.view(table)
    assert isinstance(reading.view, StepsView)
    assert sum(reading.view.sums) == 0
    await mover.settled(await mover.command("games", "zamki move", move="look"))
    refused = await mover.settled(await mover.command("games", "zamki takeback"))
    assert "↩️" not in text_of(refused)


@pytest.mark.long
async def test_several_moves_are_typed_in_one_line(world: World) -> None:
    table, people = await world.started("Ada", "Chloe", channel="games", game="steps")
    mover = await world.mover(table, people)
    before = await world.version(table)

    async def offered(line: str) -> list[str]:
        return [each["value"] for each in await mover.autocomplete("games", "zamki move", "move", move=line)]

    # Each part is completed as if the parts before it had been played, which nobody notices.
    assert await offered("add 2; ") == ["add 2; add", "add 2; look", "add 2; end"]
    assert await offered("«add», «2» — add 2; a") == ["add 2; add 1", "add 2; add 2", "add 2; add 3"], (
        "what explains a suggestion may stay in the line"
    )
    assert await offered("add 2; add 1; add 3; ") == ["add 2; add 1; add 3; look", "add 2; add 1; add 3; end"]
    assert await offered("look; ") == ["look"], "what a draw brings is not told by trying: it has to be sent first"
    assert await offered("end; ") == [], "nothing is asked of them after their turn"
    assert (await offered("add 9; "), await offered("nonsense; ")) == (["add 9"], ["nonsense"]), "it says why not"
    assert await world.version(table) == before
    # Played in order; what follows a refusal is not tried.
    answer = await mover.settled(await mover.command("games", "zamki move", move="add 2; add 7; end"))
    text = text_of(answer)
    assert "«add», «2»" in text
    assert "`add 7`" in text
    assert "`end`" in text
    reading = await world.view(table)
    assert isinstance(reading.view, StepsView)
    assert (reading.view.said, reading.info.turn) == (1, 1)
    # A whole turn at once, typed into the form.
    board = await world.message(mover, table, "board")
    more = await mover.settled(await mover.press(board, piece(board, "board.more")))
    form = await mover.press(more, piece(more, "play.form"))
    answer = await mover.settled(await mover.submit(form, {"move": " add 1;; ADD 3 ; end;"}))
    assert "✅" in text_of(answer)
    reading = await world.view(table)
    assert isinstance(reading.view, StepsView)
    assert (sum(reading.view.sums), reading.info.turn) == (6, 2)
    moves = await world.ask("SELECT move FROM journal WHERE kind = 'move' ORDER BY number")
    assert [move for (move,) in moves] == ["add 2", "add 1", "add 3", "end"], "each is a move of its own"


async def test_a_move_against_the_rules_is_answered_with_the_reason(world: World) -> None:
    table, people = await world.started("Ada", "Chloe", channel="games", game="steps")
    mover = await world.mover(table, people)
    before = await world.version(table)
    refused = await mover.settled(await mover.command("games", "zamki move", move="add 7"))
    assert says("cogs.refusal.no-such-move", "en") not in text_of(refused), "the game itself says why not"
    nonsense = await mover.settled(await mover.command("games", "zamki move", move="jump 7"))
    assert text_of(nonsense) != text_of(refused)
    await mover.settled(await mover.command("games", "zamki move", move=";;"))
    await mover.settled(await mover.command("games", "zamki move", move="end;" * 30))
    assert await world.version(table) == before


async def _changed(world: World, table: int, version: int) -> bool:
    return (await world.view(table)).info.version != version
