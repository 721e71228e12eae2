"""What makes many-worded moves quick on a phone: previews, turning, warnings, forms, one answer that runs on."""

from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Any

import pytest

from data import telemetry
from data.words import words
from render.pool import Pool
from sandbox.client import JSON, buttons, images, selects
from tests.support.extra_games import House, more
from tests.support.metrics import count_of
from tests.support.phone_toys import GAMES, ROOMS, TEXTS, Rows, Tiles
from tests.support.world import World, eventually, piece, pieces, says, seat_of, text_of


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with more(GAMES, ROOMS, TEXTS, tmp_path_factory.mktemp("words")) as found:
        yield found


@pytest.fixture(scope="module")
def pool(house: House) -> Iterator[Pool]:
    pool = Pool(house.renderers)
    yield pool
    pool.close()


def alt(message: JSON) -> str:
    """What the picture of a message shows."""
    return " ".join(image["description"] for image in images(message))


async def tiles(world: World, **options: str) -> tuple:  # type: ignore[type-arg]
    variant = " ".join(f"{key}={value}" for key, value in options.items())
    table, people = await world.started(
        "Ada", "Chloe", channel="games", game="tiles", **({"variant": variant} if variant else {})
    )
    mover = await world.mover(table, people)
    return table, mover, next(person for person in people if person is not mover)


async def laid(world: World, table: int) -> list[str]:
    view = (await world.view(table)).view
    assert view is not None
    return list(view.laid)  # type: ignore[attr-defined]


async def pressed(world: World, person, message: JSON, what: str) -> JSON:  # type: ignore[no-untyped-def]
    """The message after one of its pieces was pressed."""
    await person.press(message, what)
    await world.done()
    known: JSON = person.known[message["id"]]
    return known


def before_first(draw: Callable[..., Awaitable[Any]], move: Callable[[], Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """As `draw`; before its first call the table is moved."""
    waiting = [move]

    async def drawn(*values: Any, **named: Any) -> Any:
        if waiting:
            await waiting.pop()()
        return await draw(*values, **named)

    return drawn


@pytest.mark.long
async def test_a_tile_is_laid_with_four_presses_and_seen_in_its_place(world: World) -> None:
    table, mover, _ = await tiles(world)
    board = await world.message(mover, table, "board")
    hand = await mover.settled(await mover.press(board, f"play.open:{table}:1:lay"))
    assert alt(hand) == "preview of lay"
    hand = await pressed(world, mover, hand, f"play.pick:{table}:1:lay.b2")
    # The first side is taken at once, the next question stands beside the button that turns.
    assert alt(hand) == "preview of lay b2 0"
    assert [each for each in pieces(hand) if each.startswith("play.pick")] == [
        f"play.pick:{table}:1:lay.b2.90",
        f"play.pick:{table}:1:lay.b2.0.road",
        f"play.pick:{table}:1:lay.b2.0.none",
    ]
    assert buttons(hand)[0]["label"] in {says("cogs.picker.turn", "en"), says("cogs.picker.turn")}
    hand = await pressed(world, mover, hand, f"play.pick:{table}:1:lay.b2.90")
    assert alt(hand) == "preview of lay b2 90"
    hand = await pressed(world, mover, hand, f"play.pick:{table}:1:lay.b2.180")
    assert f"play.pick:{table}:1:lay.b2.0" in pieces(hand), "after the last side comes the first"
    hand = await pressed(world, mover, hand, f"play.pick:{table}:1:lay.b2.180.road")
    assert await laid(world, table) == ["b2-180-road"]
    assert "preview" not in alt(hand)


@pytest.mark.long
async def test_who_would_waste_something_is_asked_once_more(world: World) -> None:
    table, mover, _ = await tiles(world)
    board = await world.message(mover, table, "board")
    version = (await world.view(table)).info.version
    asked = await mover.settled(await mover.press(board, f"play.open:{table}:1:end"))
    assert "The tile is not laid yet." in text_of(asked)
    assert (await world.view(table)).info.version == version
    back = await pressed(world, mover, asked, piece(asked, "play.fresh"))
    assert "What do you do?" in text_of(back)
    asked = await pressed(world, mover, back, f"play.pick:{table}:1:end")
    await pressed(world, mover, asked, piece(asked, "play.sure"))
    assert (await world.view(table)).info.turn == 2
    # A button that would play at once is not offered, and typing is deliberate enough.
    other = next(person for person in world.people.values() if person is not mover)
    board = await world.message(other, table, "board")
    await other.press(board, f"play.do:{table}:2:end", forge=True)
    await other.until(lambda message: says("cogs.refusal.not-offered", "en") in text_of(message))
    assert (await world.view(table)).info.turn == 2
    await other.settled(await other.command("games", "zamki move", move="end"))
    assert (await world.view(table)).info.turn == 3


@pytest.mark.long
async def test_a_warning_overtaken_by_the_table_tells_how_it_stands(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table, mover, _ = await tiles(world)
    board = await world.message(mover, table, "board")
    pictures = world.bot.app.pictures
    ends = partial(world.tables.moves.play, table, int(mover.id), ("end",))
    monkeypatch.setattr(pictures, "preview", before_first(pictures.preview, ends))
    answer = await mover.settled(await mover.press(board, f"play.open:{table}:1:end"))
    assert says("cogs.error.fault", "en") not in text_of(answer)
    assert words("pl")("cogs.hand.stale") in text_of(answer)
    assert (await world.view(table)).info.turn == 2


@pytest.mark.long
async def test_a_stale_press_is_told_how_the_table_stands(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table, mover, other = await tiles(world)
    await world.tables.moves.play(table, int(mover.id), ("lay", "b2", "0", "none"))
    board = await world.message(mover, table, "board")
    play = world.tables.moves.play

    async def beaten(*values: Any, **named: Any) -> Any:
        await play(table, int(mover.id), ("end",))  # a second press of theirs was quicker
        return await play(*values, **named)

    monkeypatch.setattr(world.tables.moves, "play", beaten)
    pictures = world.bot.app.pictures
    monkeypatch.setattr(pictures, "board", before_first(pictures.board, partial(play, table, int(other.id), ("end",))))
    faults = count_of(telemetry.FAULTS, "answer")
    await mover.press(board, piece(board, "play.do"))
    await world.done()
    await mover.until(lambda message: message["sandbox"]["ephemeral"] and says("cogs.hand.past") in text_of(message))
    assert count_of(telemetry.FAULTS, "answer") == faults


@pytest.mark.long
async def test_a_whole_turn_is_played_in_one_private_answer(world: World) -> None:
    """With a secret hand the board calls who is on turn by name; behind that button the answer runs on to the turn's end."""
    table, mover, other = await tiles(world, hands="on")
    board = await world.message(mover, table, "board")
    assert not [each for each in pieces(board) if each.startswith(("play.do:", "play.open:"))]
    first = buttons(board)[0]
    assert (first["label"], first["style"]) == (f"Your move, {mover.name}", 1)
    hand = await mover.settled(await mover.press(board, first["custom_id"]))
    hand = await pressed(world, mover, hand, f"play.pick:{table}:1:lay.a1")
    hand = await pressed(world, mover, hand, f"play.pick:{table}:1:lay.a1.0.none")
    assert "What do you do?" in text_of(hand), "the same answer asks on"
    redrawn = await world.message(other, table, "board")
    assert redrawn["id"] == board["id"]
    assert "a1-0-none" in alt(redrawn)
    hand = await pressed(world, mover, hand, f"play.pick:{table}:2:end")
    assert (await world.view(table)).info.turn == 2
    assert not [each for each in pieces(hand) if each.startswith("play.pick")]
    board = await world.message(other, table, "board")
    assert buttons(board)[0]["label"] == f"Your move, {other.name}"
    # Somebody else who presses it is told how things stand with them.
    wrong = await mover.settled(await mover.press(board, buttons(board)[0]["custom_id"]))
    assert not [each for each in pieces(wrong) if each.startswith("play.pick")]


def changes(message: JSON) -> dict[str, str]:
    """What changes a full form: how it reads, and what the form is then."""
    (menu,) = selects(message)
    return {option["label"]: option["value"] for option in menu["options"]}


def fills(message: JSON) -> list[str]:
    """What the buttons make of the row that fill its next empty place."""
    return [each.rpartition("_put.")[2] for each in pieces(message) if "_put" in each]


@pytest.mark.long
async def test_a_row_is_filled_with_a_press_a_place(world: World) -> None:
    table, people = await world.started("Ada", "Chloe", channel="games", game="rows")
    ada, _ = people

    async def change(message: JSON, row: str) -> JSON:
        (menu,) = selects(message)
        return await world.pressed_menu(ada, message, menu["custom_id"], f"row.{row}")

    form = await world.hand(ada, table)
    assert not selects(form)
    assert fills(form) == ["row.lion._._", "row.owl._._", "row.fox._._", "row.bear._._"]
    assert not [each for each in pieces(form) if each.startswith("play.pick")], "nothing is ready yet"
    form = await pressed(world, ada, form, f"play.place:{table}:1:_put.row.owl._._")
    assert alt(form) == "preview of row owl _ _"
    assert fills(form) == ["row.owl.lion._", "row.owl.fox._", "row.owl.bear._"], "what is used disappears"
    form = await pressed(world, ada, form, f"play.place:{table}:1:_put.row.owl.lion._")
    form = await pressed(world, ada, form, f"play.place:{table}:1:_put.row.owl.lion.lion")
    assert seat_of((await world.view(table)).info, ada) in (await world.view(table)).info.pending, "what is full is not played"
    form = await pressed(world, ada, form, f"play.pick:{table}:1:row.owl.lion.lion")
    assert "«owl», «lion», «lion»" in text_of(form)
    # All filled, each place can be changed: one menu says all of it.
    form = await world.hand(ada, table)
    assert changes(form) == {
        "Place 1: «owl» ↔ Place 2: «lion»": "row.lion.owl.lion",
        "Place 1: «owl» ↔ Place 3: «lion»": "row.lion.lion.owl",
        "Place 1: «owl» → «fox»": "row.fox.lion.lion",
        "Place 1: «owl» → «bear»": "row.bear.lion.lion",
        "Place 2: «lion» → «fox»": "row.owl.fox.lion",
        "Place 2: «lion» → «bear»": "row.owl.bear.lion",
        "Place 3: «lion» → «fox»": "row.owl.lion.fox",
        "Place 3: «lion» → «bear»": "row.owl.lion.bear",
    }
    assert not [each for each in pieces(form) if each.startswith("play.pick")], "what stands is not confirmed again"
    form = await change(form, "lion.owl.lion")
    assert alt(form) == "preview of row lion owl lion"
    form = await change(form, "owl.lion.lion")
    form = await change(form, "owl.bear.lion")
    form = await pressed(world, ada, form, f"play.pick:{table}:1:row.owl.bear.lion")
    assert "«owl», «bear», «lion»" in text_of(form)
    assert seat_of((await world.view(table)).info, ada) not in (await world.view(table)).info.pending
    # Until everybody is ready the form starts from what was chosen.
    form = await world.hand(ada, table)
    assert "Place 2: «bear» → «fox»" in changes(form)
    form = await change(form, "owl.fox.lion")
    form = await pressed(world, ada, form, piece(form, "play.pick"))
    assert "«owl», «fox», «lion»" in text_of(form)


@pytest.mark.long
async def test_a_row_is_shuffled_cleared_and_offered_again(world: World) -> None:
    table, people = await world.started("Ada", "Chloe", channel="games", game="rows")
    ada, chloe = people
    form = await world.hand(ada, table)
    for said in ("_put.row.owl._._", "_put.row.owl.fox._", "_put.row.owl.fox.lion"):
        form = await pressed(world, ada, form, f"play.place:{table}:1:{said}")
    form = await pressed(world, ada, form, piece(form, "play.pick"))
    # A shuffle fills what is empty and nothing else; clearing empties all.
    other = await world.hand(chloe, table)
    other = await pressed(world, chloe, other, f"play.place:{table}:1:_put.row.fox._._")
    other = await pressed(world, chloe, other, piece(other, "play.deal"))
    filled = piece(other, "play.pick").split(":")[-1].split(".")
    assert filled[1] == "fox"
    assert "_" not in filled
    cleared = await pressed(world, chloe, other, next(each for each in pieces(other) if "_clear" in each))
    assert alt(cleared) == "preview of row _ _ _"
    dealt = await pressed(world, chloe, cleared, piece(cleared, "play.deal"))
    dealt = await pressed(world, chloe, dealt, piece(dealt, "play.deal"))  # all filled: dealt again
    world.forget_live_replies()
    await pressed(world, chloe, dealt, piece(dealt, "play.pick"))
    assert (await world.view(table)).info.turn == 2
    # A form of a round gone by answers with the present one.
    old = ada.known[form["id"]]
    await ada.press(old, selects(old)[0]["custom_id"], ["row.fox.owl.lion"])
    await world.done()
    assert f"play.place:{table}:2:_put.row.owl._._" in pieces(ada.known[form["id"]])
    # The next round offers what was said last time.
    form = await world.hand(ada, table)
    form = await pressed(world, ada, form, next(each for each in pieces(form) if "_again" in each))
    assert alt(form) == "preview of row owl fox lion"


@pytest.mark.long
async def test_forged_forms_change_nothing(world: World) -> None:
    table, people = await world.started("Ada", "Chloe", channel="games", game="rows")
    ada = people[0]
    form = await world.hand(ada, table)
    for forged, chosen in (
        (f"play.place:{table}:1:_to0", ["row.tiger.owl.fox"]),
        (f"play.place:{table}:1:_to0", ["row.owl.owl.owl"]),
        (f"play.place:{table}:1:_put.row.owl.owl.owl", None),
        (f"play.place:{table}:1:_0.row._._._", ["owl"]),
        (f"play.place:{table}:1", None),
        (f"play.place:{table}:1:_x.row._._._._._._", ["owl"]),
        (f"play.deal:{table}:1:row.owl.owl.owl", None),
        (f"play.deal:{table}:1:_._", None),
        (f"play.pick:{table}:1:row._.owl._", None),
        (f"play.sure:{table}:1:row.owl.owl.owl", None),
    ):
        await ada.press(form, forged, chosen, forge=True)
        await world.done()
    assert (await world.view(table)).info.pending == (0, 1)
    assert not await world.ask("SELECT 1 FROM journal WHERE kind = 'move'")


@pytest.mark.long
async def test_a_game_is_played_again_with_the_seats_swapped(world: World) -> None:
    table, first, second = await tiles(world, scenes="on")
    for person in (first, second, first, second):
        await person.settled(await person.command("games", "zamki move", move="end"))
    final = await world.message(first, table, "final")
    # Whoever presses first opens the table, whoever presses next sits down at it.
    await first.settled(await first.press(final, piece(final, "start.again")))
    (new,) = [found.id for found in await world.tables.looks.tables_of(int(first.id))]
    await first.settled(await first.press(final, piece(final, "start.again")))
    lobby = (await world.view(new)).info
    assert (lobby.options, lobby.pace, len(lobby.seats)) == ({"scenes": "on", "hands": "off"}, "none", 1)
    card = await world.message(second, new, "lobby")
    assert says("cogs.lobby.hint-kept", "en") in text_of(card)
    await second.press(card, piece(card, "guests.wait"))
    await second.until(lambda message: says("tables.refusal.seat-free", "en") in text_of(message))
    await second.press(card, piece(card, "lobby.join"))
    await eventually(lambda: _arranged(world, new))
    card = await world.message(first, new, "lobby")
    await first.press(card, piece(card, "lobby.begin"))
    await eventually(lambda: world.has_state(new, "playing"))
    seats = [str(seat.user) for seat in (await world.view(new)).info.seats]
    assert seats == [second.id, first.id], "who was second begins"
    # Now that it has begun, one more press opens yet another.
    await second.settled(await second.press(final, piece(final, "start.again")))
    assert len(await world.tables.looks.tables_of(int(second.id))) == 2
    await first.press(final, f"start.again:{new}:0", forge=True)
    await first.until(lambda message: says("cogs.refusal.not-offered") in text_of(message))
    assert len(await world.tables.looks.tables_of(int(first.id))) == 1


async def _arranged(world: World, table: int) -> bool:
    shown = (await world.view(table)).info
    return len(shown.seats) == 2 and not shown.random_order


@pytest.mark.long
async def test_scenes_of_one_move_each_get_a_message_of_their_own(world: World) -> None:
    table, first, second = await tiles(world, scenes="on")
    for person in (first, second):
        await person.settled(await person.command("games", "zamki move", move="end"))
    board = await world.message(first, table, "board")
    shown = [alt(message) for message in await first.messages("games") if "scene of" in alt(message)]
    assert [text[-2] for text in shown] == ["0", "1", "2"] * 2
    assert shown[0].startswith("scene of counted")
    assert "turn 3" in alt(board)


@pytest.mark.long
async def test_a_deleted_board_is_posted_again_for_a_player_who_asks(world: World) -> None:
    table, first, second = await tiles(world)
    board = await world.message(first, table, "board")
    chloe_watches = await world.person("Dmitri")
    await world.bot.http.delete_message(int(board["channel_id"]), int(board["id"]))
    await chloe_watches.settled(await chloe_watches.command("games", "zamki board", table=str(table)))
    await world.quiet()
    assert await world.standing(table, "board") == int(board["id"]), "a spectator gets the private answer alone"
    await second.settled(await second.command("games", "zamki board"))
    fresh = await world.message(first, table, "board")
    assert fresh["id"] != board["id"]
    assert f"play.open:{table}:1:lay" in pieces(fresh)
    await second.settled(await second.command("games", "zamki board"))
    assert (await world.message(first, table, "board"))["id"] == fresh["id"], "and no more while it stands"


def test_the_toys_are_as_they_say() -> None:
    assert Tiles({"scenes": "off"}).choices(0, ("lay", "a1")).rotate
    assert Rows({}, [(), ()]).choices(0, ("row",)).slots == 3
