"""The pieces of the games as emoji of the application: uploaded by the bot itself, characters where they are missing."""

import asyncio
import io
import json
import logging
import re
from collections.abc import Mapping

import aiohttp
import discord
import msgspec
import pytest
from PIL import Image

from chat.cards.audiences import audience
from chat.cards.board_lines import event_lines
from chat.cards.wording import public_line
from chat.emoji import PIECES
from chat.emoji import Emoji as Shown
from chat.wire import extent
from data.words import words
from engines.contract import Event
from engines.notation import random_move
from engines.torres.events import PointBought, SegmentBuilt
from render import emoji
from render.contract import Audience, Person
from render.emoji import pieces
from sandbox.client import JSON, buttons, images, selects, texts
from sandbox.world import Emoji
from service import emojis
from service.emojis import Emojis
from service.shards import Keeper, plan
from tables.model.outbox_rows import BoardRow
from tests.support.log_lines import lines_of
from tests.support.table_store import loaded_table
from tests.support.world import World, eventually, piece, text_of

COUNT = len(list(emoji.every()))

BUILT = SegmentBuilt(seat=0, square="a1", height=1, tower=2, left=1, ap=4)


async def uploaded(world: World) -> Emojis:
    made = Emojis(world.bot, world.bot.wait_until_ready, grace=0)
    await made.upload()
    return made


def asked(world: World, method: str) -> list[str]:
    return [each.path for each in world.sandbox.record if each.method == method and "/emojis" in each.path]


def own(message: JSON) -> set[str]:
    """The application's emoji that stand in a message."""
    parts = [*buttons(message), *(option for menu in selects(message) for option in menu["options"])]
    shown = {part["emoji"]["id"] for part in parts if (part.get("emoji") or {}).get("id")}
    return shown | set(re.findall(r"<:\w+:(\d+)>", "\n".join(texts(message))))


@pytest.mark.long
async def test_a_piece_that_cannot_be_drawn_is_tried_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = emoji.draw_piece
    monkeypatch.setattr(emojis, "EVERY_SECONDS", 0.05)
    monkeypatch.setattr(emoji, "draw_piece", lambda *_: 1 / 0)
    running = asyncio.create_task(Emojis(world.bot, world.bot.wait_until_ready, grace=0).run())
    try:
        await eventually(lambda: world.bot.app.emoji.trouble == "ZeroDivisionError")
        monkeypatch.setattr(emoji, "draw_piece", drawn)
        await eventually(lambda: len(world.bot.app.emoji.known) == COUNT)
    finally:
        running.cancel()


@pytest.mark.long
def test_each_piece_is_a_small_square_that_discord_takes() -> None:
    names = set()
    for game, known in emoji.pieces().items():
        for each, drawing in known.pieces.items():
            name, data = emoji.draw_piece(game, each)
            names.add(name)
            assert re.fullmatch(rf"{game}_{each}_[0-9a-f]{{6}}", name)
            assert len(name) <= 32
            assert len(data) <= 256 * 1024
            with Image.open(io.BytesIO(data)) as image:
                assert (image.format, image.size) == ("PNG", (128, 128))
            assert drawing.character
    assert len(names) == COUNT <= 2000
    assert emoji.draw_piece("torres", "knight") == emoji.draw_piece("torres", "knight")


@pytest.mark.long
async def test_only_what_has_changed_is_uploaded(world: World) -> None:
    made = await uploaded(world)
    assert len(asked(world, "POST")) == len(world.sandbox.world.emojis) == COUNT
    assert world.bot.app.emoji.count == (COUNT, COUNT)
    first = next(iter(world.sandbox.world.emojis))
    async with aiohttp.ClientSession() as http, http.get(f"{world.sandbox.url}/emojis/{first}.png") as answer:
        assert answer.status == 200, "the page shows it"
        assert await answer.read() == emoji.draw_piece(*next(emoji.every()))[1]
    await made.upload()
    await uploaded(world)  # as after a restart
    assert len(asked(world, "POST")) == COUNT
    assert asked(world, "DELETE") == []
    knight = next(each for each in world.sandbox.world.emojis.values() if each.name.startswith("torres_knight_"))
    new, knight.name = knight.name, "torres_knight_0dd0dd"
    world.sandbox.world.emojis[1] = Emoji(1, "party", b"the host's own")
    world.sandbox.record.clear()
    await uploaded(world)
    there = {each.name for each in world.sandbox.world.emojis.values()}
    assert {new, "party"} <= there
    assert "torres_knight_0dd0dd" not in there
    changes = [each.method for each in world.sandbox.record if each.method in {"POST", "DELETE"}]
    assert changes == ["POST", "DELETE"]


@pytest.mark.long
@pytest.mark.parametrize("language", ["en-US", pytest.param("pl", marks=pytest.mark.long)])
async def test_pieces_stand_on_buttons_and_before_lines(world: World, language: str) -> None:
    table, (ada, _) = await world.started("Ada", "Borys", game="torres")
    world.sandbox.world.users[int(ada.id)].locale = language
    mover = await world.mover(table, list(world.people.values()))
    hand = await world.hand(mover, table)
    assert own(hand) == set()
    await uploaded(world)
    while not own(hand):
        await world.walk(mover, table, hand, world.luck)
        mover = await world.mover(table, list(world.people.values()))
        hand = await world.hand(mover, table)
    assert own(hand) <= {str(number) for number in world.sandbox.world.emojis}
    await world.tables.people.set_preferences(int(mover.id), display="text")
    assert own(await world.hand(mover, table)) == set()


async def moved(world: World, table: int) -> bool:
    """Somebody who is asked moves at random; False: the game is over, by this move or before."""
    now = (await world.view(table)).info
    if now.state != "playing":
        return False
    seat = now.pending[0]
    user = now.seats[seat].user or 0
    await world.tables.moves.reveal(table, user)
    position = (await loaded_table(world.tables, table)).position
    assert position is not None
    await world.tables.moves.play(table, user, random_move(position, seat, world.luck))
    await world.quiet()
    return (await world.view(table)).info.state == "playing"


def unmarked(message: JSON) -> list[set[str]]:
    """The lines of a message, each as it may read without the pieces before it: also with a sign in their place, here none."""
    found = []
    for line in "\n".join(texts(message)).splitlines():
        said = re.sub(rf"(<:\w+:\d+>){{1,{PIECES}}} ", "", line, count=1)
        assert "<:" not in said, line
        found.append({said, re.sub(r"(^|[:：] )[^\w\s*]+ ", r"\1", line, count=1)})
    return found


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(pieces()))
async def test_a_public_board_has_emoji_where_discord_has_them(world: World, game: str) -> None:
    """Words, labels, ids and alt texts are the same with the emoji and without; a table told in words alone has none at all."""
    table, (ada, _) = await world.started("Ada", "Borys", game=game)
    await uploaded(world)
    known, found = world.bot.app.emoji.known, set[str]()

    async def shown(emoji: Mapping[str, str], display: str = "picture") -> JSON:
        world.bot.app.emoji.known = emoji
        await world.tables.endings.set_look(table, int(ada.id), "display", display)
        await world.tables.show_again(table)
        return await world.message(ada, table, "board")

    for _ in range(12):
        if not await moved(world, table):
            break
        with_emoji, without = await shown(known), await shown({})
        found |= own(with_emoji)
        assert own(without) == own(await shown(known, "text")) == set()
        for marked, plain in zip(unmarked(with_emoji), unmarked(without), strict=True):
            assert marked & plain
        for one, other in zip(buttons(with_emoji), buttons(without), strict=True):
            assert {**one, "emoji": None} == {**other, "emoji": None}
        assert [each["description"] for each in images(with_emoji)] == [each["description"] for each in images(without)]
    assert found, "no emoji stood on any board"


@pytest.mark.long
async def test_an_emoji_deleted_by_hand_costs_no_answer(world: World) -> None:
    table, _ = await world.started("Ada", "Borys", game="rycerze")
    mover = await world.mover(table, list(world.people.values()))
    await uploaded(world)
    assert own(await world.hand(mover, table))
    world.sandbox.world.emojis.clear()
    hand = await world.hand(mover, table)
    assert piece(hand, "play.more")
    assert own(hand) == set()
    refused = [each for each in world.sandbox.record if "INVALID_EMOJI" in json.dumps(each.answer)]
    assert len(refused) == 1
    world.sandbox.record.remove(refused[0])
    assert "🎴" in {(each.get("emoji") or {}).get("name") for each in buttons(await world.hand(mover, table))}


@pytest.mark.long
async def test_an_emoji_deleted_by_hand_costs_no_board_its_picture(world: World) -> None:
    table, (ada, _) = await world.started("Ada", "Borys", game="zamek")
    await uploaded(world)
    assert await moved(world, table)
    assert own(await world.message(ada, table, "board"))
    world.sandbox.world.emojis.clear()
    world.sandbox.record.clear()
    await world.tables.show_again(table)
    board = await world.message(ada, table, "board")
    assert images(board)
    assert own(board) == set()
    (refused,) = (each for each in world.sandbox.record if "INVALID_EMOJI" in json.dumps(each.answer))
    world.sandbox.record.remove(refused)


@pytest.mark.long
async def test_emoji_take_no_room_from_words_and_are_never_cut(world: World) -> None:
    """A message tells as many lines with them as without, and a line as much."""
    table, _ = await world.started("Ada", "Borys", game="torres")
    app, info, spoken = world.bot.app, (await world.view(table)).info, words("pl")
    people = audience(info, spoken, safe=True)
    bought = PointBought(seat=0, score=1, slides=0, ap=3)  # between them: steps of one kind in a row are one line
    few, many = (
        BoardRow(turn=1, events=tuple(msgspec.to_builtins(Event(done)) for done in (BUILT, bought) * count))
        for count in (8, 60)
    )
    bare = [event_lines(app, info, told, spoken) for told in (few, many)]
    assert "<:" not in "".join(bare)
    await uploaded(world)
    marked = [event_lines(app, info, told, spoken) for told in (few, many)]
    assert len(re.findall(r"<:torres_segment_\w+:\d+> ", marked[0])) == 8
    assert marked[1] == bare[1]
    event, line = Event(BUILT), "a" * 400
    shown = public_line(app, info, [event], line, people, room=500)
    assert shown.endswith(f"> {line}")
    assert len(shown) <= 500
    assert public_line(app, info, [event], line, people, room=len(shown) - 1) == line


def test_a_name_of_signs_stays_where_a_sign_would_go() -> None:
    shown, told, people = Shown(), [Event(BUILT)], Audience((Person("♥"),), words("en"))
    assert shown.before("torres", told, "♥ builds on a1.", people) == "🧱 ♥ builds on a1."
    assert shown.before("torres", told, "🏰 Castle.", people) == "🧱 Castle."


def test_what_discord_has_refused_is_sent_with_characters() -> None:
    shown = Shown()
    shown.known = {"torres knight": "<:torres_knight_abc123:7>"}
    assert shown.of("torres", "knight") == "<:torres_knight_abc123:7>"
    with extent.showing(extent.Extent.TEXT):
        assert shown.of("torres", "knight") == "♞"


@pytest.mark.long
async def test_what_is_refused_is_logged_once_told_and_tried_again(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await world.person("Ada")
    world.sandbox.fault("refusal", times=-1, path="/emojis", method="POST", code=30008)
    monkeypatch.setattr(emojis, "EVERY_SECONDS", 0.01)
    with caplog.at_level(logging.WARNING, emojis.__name__):
        running = asyncio.create_task(Emojis(world.bot, world.bot.wait_until_ready).run())
        await eventually(lambda: len(asked(world, "POST")) > emojis.REFUSALS)
        page = text_of(await ada.settled(await ada.command("gry", "zamki-moderation check")))
        (line,) = lines_of(caplog, emojis.__name__)
        assert "30008" in line.getMessage()
        assert words("pl")("cogs.check.emoji.ill", code="30008", there=0, wanted=COUNT) in page
        world.sandbox.faults.clear()
        await eventually(lambda: not world.bot.app.emoji.trouble)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    page = text_of(await ada.settled(await ada.command("gry", "zamki-moderation check")))
    assert words("pl")("cogs.check.emoji.well", there=COUNT, wanted=COUNT) in page


@pytest.mark.long
async def test_an_emoji_that_is_refused_costs_no_other_piece_its_own(world: World) -> None:
    """New ones, before others that Discord has. Of many refused ones only a few are tried each time."""
    await uploaded(world)
    there = world.sandbox.world.emojis
    for number in list(there)[:5]:
        del there[number]
    for times, known in ((-1, COUNT - 5), (1, COUNT - 1)):
        tried = len(asked(world, "POST"))
        world.sandbox.fault("refusal", times=times, path="/emojis$", method="POST")
        with pytest.raises(discord.HTTPException, match="50035"):
            await uploaded(world)
        assert len(world.bot.app.emoji.known) == known
        assert times > 0 or len(asked(world, "POST")) - tried == emojis.REFUSALS
        world.sandbox.faults.clear()
    await uploaded(world)
    assert len(world.bot.app.emoji.known) == COUNT


@pytest.mark.long
async def test_only_the_process_with_the_first_shard_uploads(world: World) -> None:
    await uploaded(world)
    (stored,) = await world.ask("SELECT value FROM meta WHERE key = ?", emojis.STORED)
    known, world.bot.app.emoji.known = world.bot.app.emoji.known, {}
    assert json.loads(stored[0]) == known
    world.sandbox.record.clear()
    world.bot.keeper = Keeper(world.store, plan("1-1/2"))
    running = asyncio.create_task(Emojis(world.bot, world.bot.wait_until_ready).run())
    await eventually(lambda: world.bot.app.emoji.known == known)
    running.cancel()
    world.bot.keeper = None
    assert [each.path for each in world.sandbox.record if "/emojis" in each.path] == []
