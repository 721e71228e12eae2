"""A board's message goes on while computer players move and when the same person is asked again; another person gets a new one,
and the one before shows how its turn ended. Where turns are short, several share a message.
"""

from __future__ import annotations

import random

import pytest

import engines
from bench.talk import AIMS, talk
from engines.rycerze.components import DRUM, ROUNDS
from sandbox import Person
from sandbox.client import JSON, images
from tests.games.rycerze.tale import stack
from tests.support.cases import cases, whole
from tests.support.channel_messages import public
from tests.support.play_to_end import play_on
from tests.support.random_game_count import WHOLE
from tests.support.world import World, pieces, seat_of, text_of

PHONE, SCREEN = 390, 844
"""CSS px of a phone's width and height."""


async def alone(world: World, game: str, computers: int) -> tuple[int, Person]:
    table, (ada,) = await world.lobby("Ada", channel="games", game=game)
    await world.begin(table, ada, computers)
    return table, ada


async def play_a_turn(world: World, table: int, ada: Person, rng: random.Random) -> None:
    """Until a turn of this person's is over and they are asked again."""
    turn = (await world.view(table)).info.turn
    while await world.asked(table, ada, 60) and (await world.view(table)).info.turn == turn:
        await play_on(world, table, rng)
    await world.asked(table, ada, 60)
    await world.quiet(60)


@pytest.mark.long
@pytest.mark.parametrize("game", cases(["torres", "zamek"], ["torres"]))
async def test_one_message_covers_turns_of_computers(world: World, game: str) -> None:
    table, ada = await alone(world, game, 1)
    await world.asked(table, ada, 60)
    first = await world.message(ada, table, "board")
    rng = random.Random(3)
    for _ in range(3):
        await play_a_turn(world, table, ada, rng)
        board = await world.message(ada, table, "board")
        assert board["id"] == first["id"]
        computer = (await world.view(table)).info.seats[1 - (seat_of((await world.view(table)).info, ada) or 0)].name
        lines = [line for line in text_of(board).splitlines() if line.startswith(f"{computer}: ")]
        assert len(lines) == 1, text_of(board)
        assert not [line for line in text_of(board).splitlines() if line.startswith("Ada: ")], "only what was not theirs"


@pytest.mark.long
@pytest.mark.parametrize("game", cases(["torres", "zamek"], ["torres"]))
async def test_each_turn_gets_a_new_message_and_the_old_one_its_end(world: World, game: str) -> None:
    table, people = await world.started("Ada", "Chloe", channel="games", game=game)
    rng, shown = random.Random(5), []
    for turn in range(2, 6):
        while (await world.view(table)).info.turn < turn:
            await play_on(world, table, rng)
        await world.quiet(60)
        shown.append(await world.message(people[0], table, "board"))
    assert len({board["id"] for board in shown}) == len(shown)
    for old in shown[:-1]:
        now = people[0].known[old["id"]]
        assert not pieces(now)
        assert images(now)
        assert len(text_of(now).splitlines()) == 2, text_of(now)
    line = text_of(people[0].known[shown[-2]["id"]]).splitlines()[1]
    assert "Ada" in line or "Chloe" in line


async def test_short_turns_share_a_message_and_each_calls_its_player(world: World) -> None:
    table, people = await world.started("Ada", "Chloe", channel="games", game="budowa")
    for person in people:
        await world.tables.people.set_preferences(int(person.id), dm=False)
    rng, seen = random.Random(5), list[tuple[int, str]]()
    while (now := (await world.view(table)).info).turn <= 2 * engines.games()["budowa"].turns_a_board + 1:
        await world.quiet(60)
        board = await world.message(people[0], table, "board")
        called = [text_of(each) for each in await people[0].messages("games") if pieces(each)]
        begins = bool(seen) and seen[-1][0] < now.turn
        assert not begins or f"<@{now.seats[now.pending[0]].user}>" in "".join(called)
        seen.append((now.turn, board["id"]))
        await play_on(world, table, rng)
    last = seen[-1]
    assert len({message for turn, message in seen if turn < last[0]}) == 1
    assert last[1] not in {message for turn, message in seen if turn < last[0]}
    now_old = people[0].known[seen[0][1]]
    assert not pieces(now_old)
    assert images(now_old)


@pytest.mark.usefixtures("in_one_thread")
@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("people", [2, *whole(3), 4])
async def test_budowa_between_people_leaves_few_messages(world: World, people: int) -> None:
    table, _ = await world.started(*("Ada", "Chloe", "Borys", "Dmitri")[:people], channel="games", game="budowa")
    rng, game, channel = random.Random(1), engines.games()["budowa"], (await world.view(table)).info.place.channel
    while (now := (await world.view(table)).info).state == "playing":
        user = now.seats[now.pending[0]].user
        assert user is not None
        view = (await world.tables.looks.read(table, user)).view
        await world.tables.moves.play(table, user, game.choose_move(view, rng, game.levels[0]))
        await world.quiet(60)
    left = public(world.sandbox, channel)
    assert len(left) <= AIMS["budowa"]
    assert sum(len(each.attachments) for each in left) <= AIMS["budowa"]
    assert now.turn > 2 * people * game.turns_a_board, "it was a whole game"
    assert len(left) == (now.turn - 1) // (people * game.turns_a_board) + 2, "the lobby, whole rows of turns, and the end"


@pytest.mark.long
async def test_a_drum_in_the_last_round_gives_way_to_the_end(world: World) -> None:
    for _ in range(100):
        table, (ada, borys) = await world.started("Ada", "Borys", channel="games")
        tiles = stack((await world.loaded(table, ada)).table.seed)
        if tiles[ROUNDS - 1] == DRUM and DRUM not in tiles[: ROUNDS - 1]:
            break
    else:
        raise AssertionError("no game ends with a drum")
    rng, game, channel = random.Random(1), engines.games()["rycerze"], (await world.view(table)).info.place.channel
    lobby = await world.message(ada, table, "lobby")
    while await world.has_state(table, "playing"):
        await world.quiet(60)
        mover = await world.mover(table, [ada, borys])
        view = (await world.tables.looks.read(table, int(mover.id))).view
        await world.tables.moves.play(table, int(mover.id), game.choose_move(view, rng, game.levels[0]))
    final = await world.message(ada, table, "final")
    *castles, last = (each for each in public(world.sandbox, channel) if each.id > int(lobby["id"]))
    assert last.id == int(final["id"])
    assert len(castles) == ROUNDS - 1, "the recruitment decides nothing more, so the end shows what follows from it"


@pytest.mark.long
async def test_a_board_tells_three_lines_at_most_each_of_one_turn(world: World) -> None:
    table, people = await world.started("Ada", "Borys", "Chloe", "Dmitri", channel="games", game="torres")
    rng = random.Random(2)
    while (await world.view(table)).info.turn < 9:
        await play_on(world, table, rng)
    await world.quiet(60)
    now = (await world.view(table)).info
    names = [seat.name for seat in now.seats]
    lines = _of_turns(await world.message(people[0], table, "board"), names)
    asked = now.seats[now.pending[0]].name
    assert [line.partition(":")[0] for line in lines] == _others(names, asked)


def _of_turns(board: JSON, names: list[str]) -> list[str]:
    return [line for line in text_of(board).splitlines() if line.partition(":")[0] in names]


def _others(names: list[str], asked: str) -> list[str]:
    at = names.index(asked)
    return [*names[at + 1 :], *names[:at]]


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("key", sorted(AIMS))
async def test_game_leaves_few_messages_and_fits_a_phone_screen(key: str) -> None:
    # Where most is pressed: CI looks at a phone for the games that come nearest to its height.
    found = await talk(engines.games()[key], [PHONE] if WHOLE or key not in {"budowa", "zamek"} else [])
    assert found.messages <= AIMS[key]
    assert found.pictures <= AIMS[key]
    if found.pages is None:
        return
    ways = found.pages.scrolled[PHONE]
    assert len(ways) > found.presses / 4
    assert max(ways) <= SCREEN
