"""Hints: in games that count for nothing, from what the asker may know, counted once a question, held up by nothing."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from engines.contract import Candidate, View
from tables.bots.bot_process import NoAdvice
from tables.errors import NoHint, NotSeated, NotYourTurn, Stale, WrongState
from tests.tables.conftest import ANNA, BORYS, CELINA, HERE, Room


async def test_a_hint_is_had_where_the_game_counts_for_nothing(room: Room) -> None:
    table = (await room.table("coins", ANNA, computers=1)).info.id
    await room.until(table, lambda info: info.pending == (0,))
    hint = await room.tables.advice.hint(table, ANNA.user, stage=1)
    assert [each.move for each in hint.candidates] == [("coin-1",), ("coin-2",), ("coin-3",)]
    assert (hint.seat, hint.stage, hint.level) == (0, 1, "normal")
    assert await room.tables.advice.hint(table, ANNA.user, stage=1) == hint
    assert await room.tables.advice.hints(table) == {0: 1}, "asked again it counts once"
    await room.tables.moves.play(table, ANNA.user, hint.candidates[0].move)
    await room.until(table, lambda info: info.stage == 2 and info.pending == (0,))
    with pytest.raises(Stale):
        await room.tables.advice.hint(table, ANNA.user, stage=1)
    await room.tables.advice.hint(table, ANNA.user, stage=2)
    await room.again()
    assert await room.tables.advice.hints(table) == {0: 2}
    with pytest.raises(NotSeated):
        await room.tables.advice.hint(table, BORYS.user, stage=2)


async def test_no_hint_in_a_rated_game_nor_before_or_out_of_turn(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS)).info.id
    with pytest.raises(NoHint, match="hint-rated"):
        await room.tables.advice.hint(table, ANNA.user, stage=1)
    assert await room.tables.advice.hints(table) == {}
    lobby = (await room.tables.lobbies.open_table(CELINA, HERE, "coins", language="en")).info.id
    with pytest.raises(WrongState):
        await room.tables.advice.hint(lobby, CELINA.user, stage=1)
    alone = (await room.table("coins", CELINA, computers=1)).info.id
    room.bots.may_answer.clear()
    await room.tables.moves.play(alone, CELINA.user, ("coin-1",))
    if (await room.tables.looks.read(alone)).info.stage == 1:
        with pytest.raises(NotYourTurn):
            await room.tables.advice.hint(alone, CELINA.user, stage=1)
    room.bots.may_answer.set()


async def test_advice_that_fails_or_hangs_holds_nothing_up(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = (await room.table("coins", ANNA, computers=1)).info.id
    await room.until(table, lambda info: info.pending == (0,))
    hanging = asyncio.Event()

    async def never(*_: object) -> tuple[Candidate, ...]:
        await hanging.wait()
        raise NoAdvice

    monkeypatch.setattr(room.bots, "candidates", never)
    asked = asyncio.create_task(room.tables.advice.hint(table, ANNA.user, stage=1))
    await asyncio.sleep(0)
    await room.tables.moves.play(table, ANNA.user, ("coin-1",))
    await room.until(table, lambda info: info.stage == 2)
    hanging.set()
    with pytest.raises(NoHint):
        await asked
    assert await room.tables.advice.hints(table) == {}
    monkeypatch.undo()
    await room.until(table, lambda info: info.pending == (0,))
    assert await room.tables.advice.hint(table, ANNA.user, stage=2)


async def test_the_quickest_level_answers_if_a_better_one_is_too_slow(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = (await room.table("coins", ANNA, computers=1)).info.id
    await room.until(table, lambda info: info.pending == (0,))
    asked, real = list[str](), room.bots.candidates

    async def slow(game: str, view: View, level: str, *more: Any) -> tuple[Candidate, ...]:
        asked.append(level)
        if len(asked) == 1:
            raise NoAdvice
        return await real(game, view, level, *more)

    monkeypatch.setattr(room.bots, "candidates", slow)
    hint = await room.tables.advice.hint(table, ANNA.user, stage=1)
    assert asked == ["normal", hint.level]
    assert hint.level != "normal"
    assert hint.candidates
