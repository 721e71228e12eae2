"""Torres as people play it: turns of several steps by presses and in typed lines, against computers, restarted in mid-turn."""

from __future__ import annotations

import random

import pytest

from data.words import words
from sandbox import Person
from sandbox.client import buttons, images, selects
from tests.games.torres.pressing import begun, play, step, view_of
from tests.support.cases import whole
from tests.support.world import World, piece, pieces, seat_of, text_of

NAMES = ("Ada", "Chloe", "Borys", "Dmitri")


@pytest.mark.long
async def test_a_turn_is_played_step_by_step_on_the_board(world: World) -> None:
    table, people = await begun(world, "Ada", "Borys")
    mover = await world.mover(table, people)
    turn = (await world.view(table)).info.turn
    board = await world.message(mover, table, "board")
    walk = await mover.press(board, next(each for each in pieces(board) if each.endswith(":move")))
    await world.done()
    asked = await mover.settled(walk)
    assert "PA" in images(asked)[0]["description"], "what each square costs is told"
    before = (await view_of(world, table)).ap
    await world.choose(mover, asked, random.Random(2))
    after = await view_of(world, table, mover)
    assert after.ap < before, "two presses and a choice from a list for a step"
    assert (await view_of(world, table)).ap == before, "nobody else sees it yet"
    # The board's own words go on from there, and a whole move pressed on it shows what is drafted.
    for word, goes_on in ((":move", "play.fresh:"), (":point", "takeback.undo:")):
        again = await mover.press(board, next(each for each in pieces(board) if each.endswith(word)))
        await world.done()
        hand = await mover.settled(again)
        assert "📋 1 " in text_of(hand)
        assert any(each.startswith(goes_on) for each in pieces(hand))
        assert await view_of(world, table, mover) == after
    # Taken back, and played on to the end of the turn with the points left warned of.
    asked = hand
    await mover.press(asked, piece(asked, "takeback.undo"))
    await world.done()
    assert (await view_of(world, table, mover)).ap == before
    asked = mover.known[asked["id"]]
    ending = next(each for each in pieces(asked) if each.startswith("play.pick:") and each.endswith(":end"))
    await mover.press(asked, ending)
    await world.done()
    assert (await world.view(table)).info.turn == turn
    asked = mover.known[asked["id"]]
    if [each for each in pieces(asked) if each.startswith("play.pick:")]:
        await world.choose(mover, asked, random.Random(2))  # which tower goes
        asked = mover.known[asked["id"]]
    assert "⚠️" in text_of(asked)
    await mover.press(asked, piece(asked, "play.sure"))
    await world.done()
    assert (await world.view(table)).info.turn == turn + 1
    assert await world.mover(table, people) is not mover


@pytest.mark.long
@pytest.mark.rule("T22", "T23")
async def test_a_drawn_card_is_seen_by_its_owner_alone(world: World) -> None:
    table, people = await begun(world, "Ada", "Chloe", channel="games")
    mover = await world.mover(table, people)
    other = next(person for person in people if person is not mover)
    answer = await mover.settled(await mover.command("games", "zamki move", move="draw"))
    assert "✅" in text_of(answer)
    view = await view_of(world, table, mover)
    assert len(view.looked) == 3
    assert not (await view_of(world, table, other)).looked
    hand = await world.hand(mover, table)
    assert images(hand)[0]["description"]
    refused = await mover.settled(await mover.command("games", "zamki takeback"))
    assert "✅" not in text_of(refused)
    assert len((await view_of(world, table, mover)).looked) == 3, "nothing is taken back past a draw"
    # Whoever is not on turn is answered kindly.
    told_other = await other.settled(await other.command("games", "zamki move", move="point"))
    assert told_other["sandbox"]["ephemeral"]
    dmitri = await world.person("Dmitri")
    board = await world.message(dmitri, table, "board")
    watching = await dmitri.settled(await dmitri.press(board, piece(board, "play.hand")))
    assert not [each for each in pieces(watching) if each.startswith("play.pick:")]
    assert await step(world, table, mover, random.Random(4)) <= 5, "the hand, the card, twice where the next goes, and which"
    view = await view_of(world, table, mover)
    assert len(view.hand) + len(view.fresh) == 1


@pytest.mark.long
async def test_a_whole_turn_in_one_typed_line(world: World) -> None:
    table, people = await begun(world, "Ada", "Chloe", channel="games")
    mover = await world.mover(table, people)
    turn = (await world.view(table)).info.turn
    offered = await mover.autocomplete("games", "zamki move", "move", move="point; ")
    assert any(each["value"].startswith("point; ") for each in offered)
    answer = await mover.settled(await mover.command("games", "zamki move", move="point; point; fly a1; point"))
    assert (await view_of(world, table, mover)).ap == 3, "drafted up to what is refused"
    added = (words(each)("cogs.hand.added", what="; ".join([words(each)("torres.word.point")] * 2)) for each in ("en", "pl"))
    assert any(line in text_of(answer) for line in added)
    assert (await view_of(world, table)).ap == 5
    await mover.settled(await mover.command("games", "zamki move", move="point; point; point; end"))
    view = await view_of(world, table)
    if view.turn == turn:  # towers of several heights are left: which one goes is asked
        line = (await mover.autocomplete("games", "zamki move", "move", move="end "))[0]["value"]
        await mover.settled(await mover.command("games", "zamki move", move=line))
    assert (await view_of(world, table)).turn == turn + 1
    assert (await view_of(world, table)).scores[seat_of((await world.view(table)).info, mover) or 0] == 5


@pytest.mark.long
async def test_restarted_in_the_middle_of_a_turn(world: World) -> None:
    table, people = await begun(world, "Ada", "Borys")
    mover = await world.mover(table, people)
    board = await world.message(mover, table, "board")
    asked = await mover.settled(await mover.press(board, next(each for each in pieces(board) if each.endswith(":move"))))
    await world.choose(mover, asked, random.Random(5))
    before = await view_of(world, table, mover)
    old = mover.known[asked["id"]]
    await world.restart()
    assert await view_of(world, table, mover) == before
    # The answer that stood there before goes on, the step before the restart can still be taken back.
    await world.choose(mover, old, random.Random(6))
    back = mover.known[old["id"]]
    assert pieces(back) != pieces(old)
    answer = await mover.settled(await mover.command("gry", "zamki takeback"))
    assert text_of(answer)
    await play(world, table, people, random.Random(7), turns=2, busy=0.5)
    assert await world.version(table) > 0


async def typed(world: World, table: int, people: list[Person], rng: random.Random) -> None:
    """A turn of a few steps in one line, built with the suggestions."""
    mover = await world.mover(table, people)
    view = await view_of(world, table)
    acting = view.asks == "act"
    parts = ["point"] * min(rng.randrange(3), view.ap) if acting else []
    parts.append(await world.spelled(mover, table, "games", rng, "end" if acting else ""))
    before = await world.version(table)
    answer = await mover.settled(await mover.command("games", "zamki move", move="; ".join(parts)))
    assert "✅" in text_of(answer), (parts, text_of(answer))
    assert await world.version(table) > before


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("players", "channel", "variant", "pictures"),
    [(2, "gry", "", "real"), (3, "gry", "master=on", "blank"), *whole((4, "games", "deck=common", "blank"))],
)
async def test_a_whole_game_by_presses_only(world: World, players: int, channel: str, variant: str) -> None:
    options = {"variant": variant} if variant else {}
    table, people = await world.started(*NAMES[:players], channel=channel, game="torres", **options)
    await play(world, table, people, random.Random(players), busy=0.6)
    text = await world.over(table, people[0])
    assert ("koniec" if channel == "gry" else "the end") in text
    assert "🥇" in text
    told_all = [message for message in await people[0].messages(channel) if images(message)]
    assert all(image["description"] for message in told_all for image in images(message))


@pytest.mark.long
@pytest.mark.timeout(900)
async def test_a_whole_game_typed_only(world: World) -> None:
    table, people = await world.started("Ada", "Chloe", game="torres", channel="games")
    rng = random.Random(5)
    while (await world.view(table)).info.state == "playing":
        await typed(world, table, people, rng)
    assert "🥇" in await world.over(table, people[0])


@pytest.mark.long
@pytest.mark.timeout(900)
async def test_a_whole_game_against_the_computer(world: World) -> None:
    table, people = await world.lobby("Ada", game="torres")
    ada = people[0]
    await world.begin(table, ada, computers=1)
    rng = random.Random(8)
    while await world.asked(table, ada):
        await step(world, table, ada, rng, hurry=rng.random() > 0.4)
    assert "🥇" in await world.over(table, ada)


@pytest.mark.long
async def test_the_only_knight_goes_to_the_place_chosen_first(world: World) -> None:
    table, people = await begun(world, "Ada", "Borys")
    mover = await world.mover(table, people)
    hand = await world.hand(mover, table)
    if menu := next((each for each in selects(hand) if ":move." in each["custom_id"]), None):
        square = menu["options"][-1]["value"]
        await world.pressed_menu(mover, hand, menu["custom_id"], square)
    else:
        hand = await world.pressed(mover, hand, next(each for each in pieces(hand) if ":move" in each))
        square = next(each for each in pieces(hand) if ":move." in each and "_" not in each)
        await world.pressed(mover, hand, square)
    *_, (_, move) = (await world.view(table, mover)).steps
    assert (move[0], move[-1]) == ("move", square.rpartition(".")[2]), "only the place was asked for"


async def test_a_turn_is_a_list_of_which_any_line_is_taken_back(world: World) -> None:
    table, people = await begun(world, "Ada", "Borys")
    mover = await world.mover(table, people)
    hand = await world.hand(mover, table)
    assert "📋" not in text_of(hand)
    other = next(person for person in people if person is not mover)
    board = await world.message(other, table, "board")
    await mover.settled(await mover.command("gry", "zamki move", move="point"))
    view = await view_of(world, table, mover)
    square = (await choices(world, table, mover, ("build",)))[0]
    await mover.settled(await mover.command("gry", "zamki move", move=f"build {square}"))
    await mover.settled(await mover.command("gry", "zamki move", move="point"))
    hand = await world.hand(mover, table)
    line = next(each for each in text_of(hand).splitlines() if each.startswith("📋"))
    assert line.startswith("📋 1 Punkt · 2 Buduj")
    assert f" {square} · 3 Punkt · " in line
    assert line.endswith(f"🔏 {words('pl')('cogs.hand.drafted')}")
    assert f"zostało PA: {view.ap - 2}" in text_of(hand)
    # Not even a board that is made again meanwhile shows any of it.
    await world.tables.show_again(table)
    await world.quiet()
    shown = await world.message(other, table, "board")
    assert (pieces(shown), text_of(shown)) == (pieces(board), text_of(board))
    assert [each["description"] for each in images(shown)] == [each["description"] for each in images(board)]
    hand = await world.more(mover, hand)
    asked = await world.pressed(mover, hand, piece(hand, "takeback.choose"))
    assert [each["label"].partition(" · ")[0] for each in buttons(asked)[:-1]] == ["1", "2", "3"]
    # The second line goes, the others stay; the points come back, and the board's message tells what is left.
    hand = await world.pressed(mover, asked, pieces(asked)[1])
    now = await view_of(world, table, mover)
    assert (now.ap, now.level(square)) == (view.ap - 1, view.level(square))
    line = next(each for each in text_of(hand).splitlines() if each.startswith("📋"))
    assert "🔏" in line
    assert f"zostało PA: {view.ap - 1}" in text_of(hand)
    await world.restart()
    reading = await world.view(table, mover)
    assert [move for _, move in reading.steps] == [("point",), ("point",)]
    assert not (await world.view(table)).steps, "nobody else is told"


def near(square: str, other: str) -> bool:
    return square[0] == other[0] and abs(int(square[1]) - int(other[1])) == 1


@pytest.mark.long
async def test_a_line_goes_with_those_that_need_it_and_the_others_stay(world: World) -> None:
    table, people = await begun(world, "Ada", "Borys")
    mover = await world.mover(table, people)
    start = (await choices(world, table, mover, ("move",)))[0]
    reached = await choices(world, table, mover, ("move", start))
    there = next(word for word in reached if near(start, word))
    before = await view_of(world, table, mover)
    await world.tables.moves.play(table, int(mover.id), ("move", start, there))
    onwards = next(word for word in await choices(world, table, mover, ("move", there)) if near(there, word))
    for move in (("point",), ("move", there, onwards), ("point",)):
        await world.tables.moves.play(table, int(mover.id), move)
    hand = await world.hand(mover, table)
    hand = await world.more(mover, hand)
    asked = await world.pressed(mover, hand, piece(hand, "takeback.choose"))
    hand = await world.pressed(mover, asked, pieces(asked)[0])
    note = words("pl")("cogs.hand.taken-with", what=f"Rusz {there} → {onwards}")
    assert note in text_of(hand)
    assert [move for _, move in (await world.view(table, mover)).steps] == [("point",), ("point",)]
    assert (await view_of(world, table, mover)).ap == before.ap - 2


@pytest.mark.long
async def test_the_next_line_names_a_tower_taken_back(world: World) -> None:
    table, people = await begun(world, "Ada", "Borys", "Chloe")
    mover = await world.mover(table, people)
    tower, _ = await choices(world, table, mover, ("build",))
    alone, squares = set(await choices(world, table, mover, ("build", tower))), list[str]()
    for said in (("build", tower), ("build",), ("build",)):
        squares.append(next(word for word in await choices(world, table, mover, said) if word in alone - {*squares}))
        await world.tables.moves.play(table, int(mover.id), (*said, squares[-1]))
    first = (await world.view(table, mover)).steps[0][0]
    await world.tables.moves.take_out(table, int(mover.id), first)
    left = [move for _, move in (await world.view(table, mover)).steps]
    assert left == [("build", tower, squares[1]), ("build", squares[2])]


async def choices(world: World, table: int, person: Person, said: tuple[str, ...]) -> tuple[str, ...]:
    return (await world.tables.looks.read(table, int(person.id))).choices(said).words
