"""Under a crowd: the text goes out at once and the picture follows, and nobody's presses hold up anybody else's."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator

import pytest

from asking.budget import RateLimiter
from engines.notation import random_move
from render.pool import Pool
from sandbox import Person
from sandbox.client import JSON, images
from tests.support.picture_pool import drawing_threads, finished_pictures
from tests.support.table_store import loaded_table
from tests.support.world import World, eventually, piece, pieces, text_of


class Easel:
    """The pictures' threads, kept from drawing until they are let."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._let = threading.Event()

    def hold(self) -> None:
        self._let.clear()
        finished_pictures(self._pool).clear()
        for _ in range(2):
            drawing_threads(self._pool).submit(self._let.wait, 60)

    def let(self) -> None:
        self._let.set()


@pytest.fixture
def easel(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[Easel]:
    easel = Easel(world.pool)
    with monkeypatch.context() as hurried:
        hurried.setattr("chat.press.replies.PATIENCE_SECONDS", 0.05)
        yield easel
    easel.let()


def shown(person: Person, message: JSON) -> Callable[[], bool]:
    return lambda: bool(images(person.known[message["id"]]))


@pytest.mark.long
async def test_the_text_goes_out_at_once_and_the_picture_follows(world: World, easel: Easel) -> None:
    table, (ada, *_) = await world.started("Ada", "Borys")
    await world.message(ada, table, "board")
    easel.hold()
    hand = await world.hand(ada, table)
    assert not images(hand)
    assert piece(hand, "play.pick"), "one can play without the picture"
    text = text_of(hand)
    easel.let()
    await eventually(shown(ada, hand))
    pictured = ada.known[hand["id"]]
    assert pieces(pictured) == pieces(hand)
    assert len(text_of(pictured)) < len(text), "the picture takes the place of the board as text"
    await eventually(lambda: not world.bot.app.deferred_pictures.busy)


@pytest.mark.long
async def test_a_late_picture_covers_no_newer_answer(world: World, easel: Easel) -> None:
    table, (ada, *_) = await world.started("Ada", "Borys")
    await world.message(ada, table, "board")
    easel.hold()
    hand = await world.hand(ada, table)
    await ada.press(hand, piece(hand, "play.pick"))
    await eventually(lambda: pieces(ada.known[hand["id"]]) != pieces(hand))
    said = pieces(ada.known[hand["id"]])
    easel.let()
    await eventually(shown(ada, hand))
    await world.quiet()
    assert pieces(ada.known[hand["id"]]) == said, "the picture came with what was chosen"


async def test_a_picture_comes_with_how_the_table_stands_then(world: World, easel: Easel) -> None:
    table, (ada, borys) = await world.started("Ada", "Borys")
    await world.message(ada, table, "board")
    easel.hold()
    hand = await world.hand(ada, table)
    before = (await world.view(table)).info.stage
    for person in (ada, borys):
        reading, held = await world.view(table, person), await loaded_table(world.tables, table)
        assert reading.seat is not None
        assert held.position is not None
        move = random_move(held.position, reading.seat, world.luck)
        await world.tables.moves.play(table, int(person.id), move, stage=before)
    assert await world.moved_on(table, before)
    easel.let()
    await eventually(shown(ada, hand))
    await world.quiet()
    await eventually(lambda: not world.bot.app.deferred_pictures.busy)
    stages = {each.split(":")[2] for each in pieces(ada.known[hand["id"]])}
    assert str(before) not in stages


@pytest.mark.long
async def test_closing_leaves_no_picture_on_its_way(world: World, easel: Easel) -> None:
    table, (ada, *_) = await world.started("Ada", "Borys")
    await world.message(ada, table, "board")
    easel.hold()
    await world.hand(ada, table)
    later = world.bot.app.deferred_pictures
    closing = asyncio.create_task(later.close(0.05))
    await closing
    assert not later.busy


@pytest.mark.long
async def test_who_presses_without_end_is_told_so_and_holds_up_nobody(world: World) -> None:
    table, (ada, borys) = await world.started("Ada", "Borys")
    board = await world.message(ada, table, "board")
    world.bot.app.asker.acts = RateLimiter(burst=3, now=lambda: 0.0)
    for _ in range(3):
        await ada.settled(await ada.press(board, piece(board, "board.text")))
    refused = await ada.press(board, piece(board, "board.text"))
    assert refused.status == "answered"
    assert refused.message is not None
    assert "szybciej" in text_of(refused.message)
    again = await ada.press(board, piece(board, "board.text"))
    assert again.status == "deferred", "always acknowledged"
    assert again.message is None or again.message["id"] == board["id"], "and told once"
    assert (await ada.command("gry", "zamki tables")).status == "answered", "a command is always answered in words"
    assert text_of(await borys.settled(await borys.press(board, piece(board, "board.text"))))
