"""Killed in the middle of a turn of the other games and started again: the turn goes on where it was."""

from __future__ import annotations

import random
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from engines.budowa.position import BudowaPosition
from engines.budowa.state import NOWHERE
from engines.contract import Move, Position
from engines.rzymianie.position import RzymianiePosition
from engines.rzymianie.state import Step
from engines.torres.position import TorresPosition
from engines.torres.state import ACT
from engines.zamek.position import ZamekPosition
from sandbox import Person
from sandbox.client import JSON, images, selects
from tests.support.cases import shorter_on_postgres
from tests.support.killing import Deaths, Scene, State, answer, deaths, scene_of
from tests.support.random_game_count import WHOLE
from tests.support.store_backends import Home
from tests.support.world import eventually, pieces, text_of

DYING = shorter_on_postgres((Deaths(stride=1 if WHOLE else 3), True), (Deaths(first=5, stride=30), False), seconds=1800)
"""The deaths, and whether the game is played to its end. Every await is taken with Rycerze i zamki (`test_killed.py`): the way
of a move is the same for all games, only what is inside a turn is not, so CI takes each third here (ZAMKI_WHOLE=1:
all).
"""


def said_so(message: JSON) -> bool:
    """Whether a typed move is said to be made."""
    return "✅" in text_of(message)


async def played_on(scene: Scene, whole: bool, choose: Callable[[list[Move]], list[Move]] = list) -> None:
    """The bot that was started last goes on with the game, `whole`: to its end."""
    last = scene.moves() + 4
    await scene.play(lambda _: not whole and scene.moves() >= last, random.Random(9), choose)
    if whole:
        assert scene.state().state == "over"
        assert "🥇" in text_of(await scene.board("final"))


@pytest.mark.parametrize(("dying", "whole"), DYING)
async def test_torres_between_the_steps_of_a_turn(home: Home, dying: Deaths, whole: bool) -> None:
    """Each action point is spent once, what was told to be spent is spent, and a step is taken back once."""

    def table(state: State | None = None) -> TorresPosition:
        position = scene.position() if state is None else scene.load(state)
        assert isinstance(position, TorresPosition)
        return position

    async with scene_of(home, "torres") as scene:
        await scene.begun()
        await scene.play(lambda now: isinstance(now, TorresPosition) and now.mode == ACT and now.turn > 5, random.Random(1))
        ada, seat = scene.asked()
        await scene.type(ada, "point; point")
        moves = scene.moves()
        assert table().ap == 3

        def two_steps(state: State, shown: JSON | None) -> None:
            spent = 3 - table(state).ap
            assert spent in ({2} if shown is not None and said_so(shown) else {1, 2})
            assert scene.moves() == moves + spent, "a step was stored twice, or without its cost"
            assert table(state).seat == seat

        assert await deaths(scene, lambda: scene.type(ada, "point; point"), two_steps, dying=dying, made=said_so) > 5
        assert table().ap == 1

        def one_back(state: State, _shown: JSON | None) -> None:
            assert table(state).ap == 2
            assert scene.moves() == moves + 1

        assert await deaths(scene, lambda: scene.command(ada, "zamki takeback"), one_back, dying=dying, made=said_so) > 5
        await played_on(scene, whole, hurry)


def hurry(moves: list[Move]) -> list[Move]:
    """Ends turns mostly, so that a game is over within some minutes."""
    return [move for move in moves if move[0] == "end"]


@pytest.mark.parametrize(("dying", "whole"), DYING)
async def test_zamek_between_tile_and_confirmation(home: Home, dying: Deaths, whole: bool) -> None:
    """The walk stands in the message alone: after the death the same press of it lays the tile, once."""

    def laid(position: Position) -> list[int]:
        assert isinstance(position, ZamekPosition)
        return position.board.laid

    async with scene_of(home, "zamek") as scene:
        await scene.begun()
        await scene.play(lambda now: len(laid(now)) > 3, random.Random(2))
        mover, _ = scene.asked()
        preview = await scene.press(mover, "play.hand")
        assert preview is not None
        while not (confirm := [each for each in pieces(preview) if each.endswith(".none")]):
            preview = await further(mover, preview)
        assert images(preview)[0]["description"], "the tile lies there in a private picture"
        before = len(laid(scene.position()))
        shown = preview

        def lies_once(state: State, _shown: JSON | None) -> None:
            now = laid(scene.load(state))
            assert len(now) == before + 1

        async def confirmed() -> JSON | None:
            return await answer(mover, await mover.press(shown, confirm[0]))

        assert (
            await deaths(scene, confirmed, lies_once, dying=dying, made=lambda message: confirm[0] not in pieces(message)) > 5
        )
        # The same press again, as a phone without network sends it, changes nothing.
        moves = scene.moves()
        await mover.press(shown, confirm[0], forge=True)
        await eventually(scene.told_all)
        assert scene.moves() == moves
        await played_on(scene, whole)


async def further(person: Person, message: JSON) -> JSON:
    """One choice further in a private answer."""
    menu = next((each for each in selects(message) if each["custom_id"].startswith("play.pick:")), None)
    if menu is not None:
        outcome = await person.press(message, menu["custom_id"], [menu["options"][0]["value"]])
    else:
        outcome = await person.press(message, next(each for each in pieces(message) if each.startswith("play.pick:")))
    assert outcome.status in {"deferred", "updated", "answered"}, outcome
    return await person.until(lambda each: each["id"] == message["id"] and pieces(each) != pieces(message))


@pytest.mark.parametrize(("dying", "whole"), DYING)
async def test_budowa_while_a_card_lies_open(home: Home, dying: Deaths, whole: bool) -> None:
    """The card that was turned is the same after every death, and is decided about once."""

    def table(state: State) -> BudowaPosition:
        position = scene.load(state)
        assert isinstance(position, BudowaPosition)
        return position

    async with scene_of(home, "budowa") as scene:
        await scene.begun()
        mover, _ = scene.asked()
        cards = set()

        def turned(state: State, _shown: JSON | None) -> None:
            now = table(state)
            cards.add(now.grid[now.up])
            assert now.deciding
            assert scene.moves() == 1

        assert await deaths(scene, lambda: scene.type(mover, "flip c4"), turned, dying=dying, made=said_so) > 5
        assert len(cards) == 1, "what a card shows is drawn once and for all"

        def put_back(state: State, _shown: JSON | None) -> None:
            assert table(state).up == NOWHERE
            assert scene.moves() == 2

        assert await deaths(scene, lambda: scene.type(mover, "back"), put_back, dying=dying, made=said_so) > 5
        await played_on(scene, whole)


@pytest.mark.parametrize(("dying", "whole"), DYING)
async def test_rzymianie_in_a_chain_of_decisions(home: Home, dying: Deaths, whole: bool) -> None:
    """The last plan sets all rounds going up to the first decision, which sets the next ones going: each once."""

    def asked(plan: bool) -> Callable[[Position], bool]:
        def one_is_asked(position: Position) -> bool:
            assert isinstance(position, RzymianiePosition)
            return (position.step == Step.PLAN) == plan and len(position.pending()) == 1

        return one_is_asked

    async with scene_of(home, "rzymianie") as scene:
        await scene.begun()
        for plan in (True, False):
            await scene.play(asked(plan), random.Random(4))
            stage, moves = scene.state().stage, scene.moves()
            mover, line = scene.any_move(random.Random(5))

            def on_it_goes(state: State, _shown: JSON | None, stage: int = stage, moves: int = moves) -> None:
                assert (state.stage, scene.moves()) == (stage + 1, moves + 1)

            def typed(mover: Person = mover, line: str = line) -> Coroutine[Any, Any, JSON | None]:
                return scene.type(mover, line)

            assert await deaths(scene, typed, on_it_goes, dying=dying, made=said_so) > 5
        await played_on(scene, whole)
