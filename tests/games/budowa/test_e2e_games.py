"""Budowa zamku from `/zamki start` to the end: by presses, typed, against the computer, across a restart."""

from __future__ import annotations

import functools
import random
from typing import Any

import pytest

from sandbox.client import JSON, Person, images, selects
from tests.games.budowa.pressing import chosen, decided, play_turns, shown_open, turned, view_of
from tests.support.cases import shorter_on_postgres
from tests.support.world import World, eventually, piece, pieces, text_of

NAMES = ("Ada", "Borys", "Chloe")


def has_more_news(person: Person, than: int) -> bool:
    return len(person.news) > than


@pytest.mark.parametrize(
    ("players", "channel", "figures", "pictures"), [(2, "gry", "on", "real"), (3, "games", "off", "blank")]
)
@pytest.mark.parametrize("turns", shorter_on_postgres(999, 4, seconds=300))
async def test_a_game_by_presses_only(world: World, players: int, channel: str, figures: str, turns: int) -> None:
    table, people = await world.started(*NAMES[:players], channel=channel, game="budowa", variant=f"figures={figures}")
    assert (await world.view(table)).info.options["figures"] == figures
    await play_turns(world, table, people, random.Random(players), turns)
    for message in await people[0].messages(channel):
        assert all(image["description"] for image in images(message))
    if turns < 999:
        board = await world.message(people[0], table, "board")
        assert ("· turn" in text_of(board)) == (channel == "games")
        return
    final = await world.message(people[0], table, "final")
    result = (await world.view(table)).info.result
    assert result is not None
    assert text_of(final).count("🥇") == result.places.count(1)
    assert ("koniec" in text_of(final)) == (channel == "gry")
    for message in await people[0].messages(channel):
        if not message["sandbox"]["ephemeral"]:
            assert not [
                each for each in pieces(message) if each.split(":")[0] in {"play.do", "play.turn", "play.open", "play.pick"}
            ]
    record = await people[1].settled(await people[1].command(channel, "zamki game verify", table=str(table)))
    assert (await world.view(table)).info.seed in text_of(record)


@pytest.mark.parametrize("turns", shorter_on_postgres(999, 4, seconds=300))
async def test_a_game_typed_only(world: World, turns: int) -> None:
    table, people = await world.started("Ada", "Chloe", channel="games", game="budowa")
    rng = random.Random(3)
    while (now := (await world.view(table)).info).state == "playing" and now.turn <= turns:
        person = await world.mover(table, people)
        view = await view_of(world, table)
        if view.ask == "flip":
            spot = rng.choice(view.board.spots)
            offered = await person.autocomplete("games", "zamki move", "move", move=f"flip {spot[0]}")
            assert f"flip {spot}" in [each["value"] for each in offered], "a cell is found by its row"
            line = f"flip {spot}"
        else:
            offered = await person.autocomplete("games", "zamki move", "move", move="")
            assert [each["value"] for each in offered] == list(view.can)
            line = view.can[0]
        answer = await person.settled(await person.command("games", "zamki move", move=line))
        assert "✅" in text_of(answer)
        await eventually(functools.partial(world.moved_on, table, now.stage))
    if turns == 999:
        assert "🥇" in text_of(await world.message(people[0], table, "final"))


@pytest.mark.parametrize("turns", shorter_on_postgres(999, 2, seconds=400))
async def test_one_person_against_a_computer_player(world: World, turns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # What the computer player turned lies open for a while, so that people can look; here nobody needs to.
    monkeypatch.setattr("engines.budowa.rules.LINGER", 0.1)
    table, people = await world.lobby("Ada", game="budowa")
    ada = people[0]
    await world.begin(table, ada, computers=1)
    rng, played = random.Random(4), 0
    while played < turns and await world.asked(table, ada):
        await play_turns(world, table, people, rng, 1)
        played += 1
    assert (await world.view(table)).info.turn > 2
    if turns == 999:
        assert "🥇" in text_of(await world.message(ada, table, "final"))


@pytest.mark.long
async def test_an_open_card_still_lies_there_after_a_restart(world: World) -> None:
    table, people = await world.started("Ada", "Borys", game="budowa")
    ada = await world.mover(table, people)
    await turned(world, ada, table, "c5")
    before = await view_of(world, table)
    assert before.open is not None
    board = await world.message(ada, table, "board")
    alt = images(board)[0]["description"]
    assert str(before.open.number) in alt
    await world.restart()
    assert (await view_of(world, table)).open == before.open
    board = await world.message(ada, table, "board")
    assert images(board)[0]["description"] == alt
    await decided(world, ada, table, "back")
    await world.restart()
    after = await view_of(world, table)
    assert after.open is None
    assert after.turn == before.turn + 1
    other = await world.mover(table, people)
    assert other is not ada
    # And on goes the game, also by the buttons that stood before.
    await turned(world, other, table, "a1")
    await decided(world, other, table, "build")
    assert len((await view_of(world, table)).board.spots) == 44


async def told_alone(world: World, person: Person, board: JSON, *pressed: Any) -> None:
    """Press, and be told alone, in one message that offers no move."""
    known = set(person.known)
    await person.press(board, *pressed)
    await world.done()
    (answer,) = [person.known[each] for each in set(person.known) - known]
    assert answer["sandbox"]["ephemeral"]
    assert not [each for each in pieces(answer) if each.startswith("play.pick")]


@pytest.mark.long
async def test_who_is_not_asked_is_answered_kindly(world: World) -> None:
    table, people = await world.started("Ada", "Chloe", channel="games", game="budowa")
    watcher = await world.person("Dmitri")
    board = await world.message(watcher, table, "board")
    for what in (piece(board, "play.hand"), chosen(board, "a1")):
        pressed = (what,) if isinstance(what, str) else what
        await told_alone(world, watcher, board, *pressed)
    text = await watcher.settled(await watcher.press(board, piece(board, "board.text")))
    assert "A1" in text_of(text)
    first = await world.mover(table, people)
    second = next(person for person in people if person is not first)
    await told_alone(world, second, board, *chosen(board, "a1"))
    typed = await second.settled(await second.command("games", "zamki move", move="flip a1"))
    assert "✅" not in text_of(typed)
    assert (await view_of(world, table)).turn == 1
    await turned(world, first, table, "e9")
    # The buttons of the open card are pressed by somebody who does not decide about it.
    board = await world.message(second, table, "board")
    for person in (second, watcher):
        start = len(person.news)
        await person.press(board, piece(board, "play.do"))
        await world.done()
        await eventually(functools.partial(has_more_news, person, start))
        assert (await view_of(world, table)).open is not None
    refused = await second.settled(await second.command("games", "zamki move", move="back"))
    number = (await view_of(world, table)).open.number  # type: ignore[union-attr]
    assert not any(word == str(number) for word in text_of(refused).replace(".", " ").split())
    await decided(world, first, table, "back")
    assert (await view_of(world, table)).turn == 2


@pytest.mark.long
async def test_only_the_board_answers_a_turn_by_its_menu(world: World) -> None:
    table, people = await world.started("Ada", "Borys", game="budowa")
    mover = await world.mover(table, people)
    board = await world.message(mover, table, "board")
    menu = selects(board)[0]
    known = set(mover.known)
    await mover.press(board, menu["custom_id"], [menu["options"][0]["value"]])
    await world.done()
    shown = await world.message(mover, table, "board")
    assert shown["id"] == board["id"]
    lying = (await view_of(world, table)).open
    assert lying is not None
    assert (lying.spot, lying.number) in shown_open(shown), "it is seen where one pressed"
    assert set(mover.known) == known, "no private message pushes it away"
