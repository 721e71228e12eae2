"""The process of the computer players: real games in it, and what happens when it dies."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import engines
from chat.cards.seating import progress
from data.sqlite.store import SqliteStore
from data.words import words
from engines.contract import Move, View
from service.settings import TOKEN_FILE, VARIABLES
from tables.bots import bot_process
from tables.bots.bot_process import BotProcess, BotProcesses, NoAdvice, NoMoveFound
from tables.bots.bot_worker import answer
from tables.service.service import TableService
from tests.support.raw_sql import run
from tests.support.toy_games import CoinsView, InProcess, games
from tests.tables.conftest import ANNA, HERE, Computers, Room


def process_of(bots: BotProcess) -> asyncio.subprocess.Process | None:
    return bots._process


def view(hand: tuple[str, ...] = ("coin-2",)) -> CoinsView:
    return CoinsView(
        seat=0,
        seats=2,
        stage=1,
        turn=1,
        pending=(0, 1),
        over=False,
        options={},
        points=(0, 0),
        hand=hand,
    )


@pytest.mark.long
async def test_a_worker_that_dies_is_started_again() -> None:
    bots = BotProcess("tests.support.toy_games:games")
    assert await bots.choose_move("coins", view(), "easy", 1) == ("coin-2",)
    process = process_of(bots)
    assert process is not None
    os.kill(process.pid, signal.SIGINT)
    assert await bots.choose_move("coins", view(), "easy", 1) == ("coin-2",)
    assert process_of(bots) is process
    process.kill()
    assert await bots.choose_move("coins", view(), "easy", 1) == ("coin-2",)
    assert process_of(bots) is not process
    with pytest.raises(NoMoveFound):
        await bots.choose_move("coins", view(hand=()), "easy", 1)
    assert await bots.choose_move("coins", view(), "easy", 1) == ("coin-2",)
    await bots.close()


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="no /proc")
async def test_the_worker_is_started_without_the_hosts_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [TOKEN_FILE, *(name for name, _ in VARIABLES.values())]:
        monkeypatch.setenv(name, "a canary")
    bots = BotProcess("tests.support.toy_games:games")
    assert await bots.choose_move("coins", view(), "easy", 1) == ("coin-2",)
    process = process_of(bots)
    assert process is not None
    assert b"canary" not in Path(f"/proc/{process.pid}/environ").read_bytes()
    await bots.close()


async def test_advice_waits_for_moves_and_holds_none_up() -> None:
    bots = BotProcess("tests.support.toy_games:games")
    hand = ("coin-1", "coin-2", "coin-3")
    best, second = await bots.candidates("coins", view(hand), "easy", 1, 2)
    assert (best.move, second.move) == (("coin-1",), ("coin-2",))
    assert best.terms
    process = process_of(bots)
    slow = asyncio.create_task(bots.candidates("coins", view(hand), "slow", 1, 2))
    patient = asyncio.create_task(bots.candidates("coins", view(hand), "easy", 1, 1, [("coin-3",)]))
    await asyncio.sleep(0.1)
    for _ in range(3):
        assert await bots.choose_move("coins", view(), "easy", 1) == ("coin-2",)
    assert not slow.done()
    slow.cancel()  # nobody waits any more: what comes next is thought over at once
    assert [each.move for each in await patient] == [("coin-1",), ("coin-3",)]
    assert process_of(bots) is process
    # A worker that dies takes the advice with it, and nothing else.
    slow = asyncio.create_task(bots.candidates("coins", view(hand), "slow", 1, 2))
    await asyncio.sleep(0.1)
    assert process is not None
    process.kill()
    with pytest.raises(NoAdvice):
        await slow
    assert await bots.choose_move("coins", view(), "easy", 1) == ("coin-2",)
    with pytest.raises(NoAdvice):
        await bots.candidates("steps", view(), "easy", 1, 2)
    await bots.close()


@pytest.mark.long
async def test_advice_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_process, "ADVICE_SECONDS", 1.0)
    bots = BotProcess("tests.support.toy_games:games")
    await bots.choose_move("coins", view(), "easy", 1)
    process = process_of(bots)
    with pytest.raises(NoAdvice):
        await bots.candidates("coins", view(), "slow", 1, 2)
    assert await bots.candidates("coins", view(), "easy", 1, 2)
    assert process_of(bots) is process
    await bots.close()


@pytest.mark.long
async def test_a_worker_that_cannot_start_is_given_up() -> None:
    bots = BotProcess("no.such.module:games")
    with pytest.raises(NoMoveFound):
        await bots.choose_move("coins", view(), "easy", 1)
    await bots.close()


def test_the_worker_tells_nothing_but_the_kind_of_an_error() -> None:
    assert answer(games(), b"rubbish").error == "DecodeError"
    assert answer(games(), b'{"game":"chess","view":{},"level":"","seed":1}').error == "KeyError"


async def test_without_advice_the_game_goes_on(room: Room) -> None:
    class Mute:
        async def choose_move(self, *_: object) -> tuple[str, ...]:
            raise NoMoveFound("test")

        async def close(self) -> None:
            pass

    await room.close()
    store = await SqliteStore.open(room.path)
    tables = await TableService.open(store, clock=room.clock, games=games(), bots=Mute())
    room.tables, room.store = tables, store
    table = (await room.table("coins", ANNA, computers=1)).info.id
    reading = await room.until(table, lambda info: info.pending == (0,))
    assert reading.info.stage == 1


@pytest.mark.parametrize(("fails", "said"), [(["normal"], "weaker"), (["easy", "normal"], "by-lot")])
async def test_a_level_that_finds_nothing_leaves_it_to_the_one_below(room: Room, fails: list[str], said: str) -> None:
    class Unwell(InProcess):
        async def choose_move(self, game: str, view: View, level: str, seed: int) -> Move:
            if level in fails:
                raise NoMoveFound("test")
            return await super().choose_move(game, view, level, seed)

    room.bots = Unwell()
    await room.again()
    opened = await room.tables.lobbies.open_table(ANNA, HERE, "coins", {"length": "short"}, language="en", pace="none")
    table = opened.info.id
    await room.tables.lobbies.add_computer(table, ANNA.user, "normal")
    await room.tables.lobbies.start(table, ANNA.user)
    await room.until(table, lambda info: len(info.pending) == 1)
    (board,) = (payload for kind, payload in await room.mail() if kind == "board")
    assert [note.key for note in board.notes] == [f"tables.note.{said}"]


async def test_people_read_that_a_master_thinks(room: Room) -> None:
    room.bots, room.games = Computers(), engines.games()
    room.bots.may_answer.clear()
    await room.again()
    table = (await room.tables.lobbies.open_table(ANNA, HERE, "zamek", language="en", pace="none")).info.id
    await room.tables.lobbies.add_computer(table, ANNA.user, "master")
    await room.tables.lobbies.arrange(table, ANNA.user, (0, 1))
    shown = (await room.tables.lobbies.start(table, ANNA.user)).info
    assert shown.pending == (1,)
    told = {language: progress(shown, words(language)) for language in ("en", "pl")}
    assert told["en"].endswith(f"■\u00a0{shown.seats[1].name} – 💭 is thinking…")
    assert told["pl"].endswith("– 💭 myśli…")


async def test_two_workers_think_at_once_and_tables_take_turns() -> None:
    bots = BotProcesses(2, "tests.support.toy_games:games")
    hand = ("coin-1", "coin-2")
    slow = asyncio.create_task(bots.choose_move("coins", view(hand), "slow", 1))
    await asyncio.sleep(0.1)
    found = await asyncio.gather(*(bots.choose_move("coins", view(), "easy", number) for number in range(3)))
    assert found == [("coin-2",)] * 3
    slow.cancel()
    await asyncio.gather(slow, return_exceptions=True)
    assert await bots.candidates("coins", view(hand), "easy", 1, 1)
    await bots.close()


async def test_a_worker_that_is_too_slow_is_given_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_process, "PATIENCE_SECONDS", 0.0)
    bots = BotProcess("tests.support.toy_games:games")
    with pytest.raises(NoMoveFound, match="too slow"):
        await bots.choose_move("coins", view(), "easy", 1)
    await bots.close()


@contextlib.asynccontextmanager
async def real_game(path: Path, game: str) -> AsyncIterator[tuple[Room, int]]:
    """Anna is gone, as in a table of an earlier version, which played on when nobody was left: the worker plays all seats."""
    store = await SqliteStore.open(path / "zamki.db")
    tables = await TableService.open(store, games=engines.games())
    table = (await tables.lobbies.open_table(ANNA, HERE, game, language="pl")).info.id
    while len((await tables.looks.read(table)).info.seats) < engines.games()[game].seats[0]:
        await tables.lobbies.add_computer(table, ANNA.user, engines.games()[game].levels[0])
    await tables.lobbies.start(table, ANNA.user)
    await tables.close()
    async with store.transaction() as tx:
        await run(tx, "UPDATE seats SET resigned = 1 WHERE user IS NOT NULL")
        await run(tx, "UPDATE tables SET thinking = 1")
    tables = await TableService.open(store, games=engines.games())
    room = Room(path)
    room.tables = tables
    yield room, table
    await tables.close()
    await store.close()


@pytest.mark.parametrize("game", [pytest.param(game, marks=pytest.mark.long) for game in sorted(engines.games())])
async def test_the_worker_plays_each_real_game(tmp_path: Path, game: str) -> None:
    async with real_game(tmp_path, game) as (room, table):
        begun = (await room.tables.looks.read(table)).info.stage
        await room.until(table, lambda info: info.stage >= begun + 3 or info.state != "playing")


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(engines.games()))
async def test_the_worker_plays_each_real_game_to_its_end(tmp_path: Path, game: str) -> None:
    async with real_game(tmp_path, game) as (room, table):
        for _ in range(20):
            with contextlib.suppress(AssertionError):
                reading = await room.until(table, lambda info: info.state != "playing")
                assert reading.info.closed == "abandoned", "nobody has won a game that everybody left"
                return
    raise AssertionError("the game does not end")
