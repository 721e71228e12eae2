"""The process of the computer players: real games in it, and what happens when it dies."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

import engines
from data.store import Store
from tables.hall import Hall
from tables.players import NoAdvice, Players
from tables.worker import answer
from tests.tables.conftest import ANNA, HERE, Room
from tests.tables.toy import CoinsView, games


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
        chosen=(False, False),
        hand=hand,
    )


async def test_a_worker_that_dies_is_started_again() -> None:
    players = Players("tests.tables.toy:games")
    assert await players.advise("coins", view(), "easy", 1) == ("coin-2",)
    process = players._process
    assert process is not None
    os.kill(process.pid, signal.SIGINT)
    assert await players.advise("coins", view(), "easy", 1) == ("coin-2",)
    assert players._process is process
    process.kill()
    assert await players.advise("coins", view(), "easy", 1) == ("coin-2",)
    assert players._process is not process
    with pytest.raises(NoAdvice):
        await players.advise("coins", view(hand=()), "easy", 1)
    assert await players.advise("coins", view(), "easy", 1) == ("coin-2",)
    await players.close()


async def test_a_worker_that_can_not_start_is_given_up() -> None:
    players = Players("no.such.module:games")
    with pytest.raises(NoAdvice):
        await players.advise("coins", view(), "easy", 1)
    await players.close()


def test_the_worker_tells_nothing_but_the_kind_of_an_error() -> None:
    assert answer(games(), b"rubbish").error == "DecodeError"
    assert answer(games(), b'{"game":"chess","view":{},"level":"","seed":1}').error == "KeyError"


async def test_without_advice_the_game_goes_on(room: Room) -> None:
    class Mute:
        async def advise(self, *_: object) -> tuple[str, ...]:
            raise NoAdvice("test")

        async def close(self) -> None:
            pass

    await room.close()
    store = await Store.open(room.path)
    hall = await Hall.open(store, clock=room.clock, games=games(), players=Mute())
    room.hall, room.store = hall, store
    table = (await room.table("coins", ANNA, computers=1)).table.id
    look = await room.until(table, lambda info: info.pending == (0,))
    assert look.table.stage == 1


@pytest.mark.parametrize("game", sorted(engines.games()))
async def test_a_real_game_against_computer_players(tmp_path: Path, game: str) -> None:
    """Anna resigns at once; the computer players of the worker process play the game to its end."""
    store = await Store.open(tmp_path / "zamki.db")
    hall = await Hall.open(store)
    table = (await hall.open_table(ANNA, HERE, game, language="pl")).table.id
    while len((await hall.look(table)).table.seats) < engines.games()[game].seats[0]:
        await hall.add_computer(table, ANNA.user, engines.games()[game].levels[0])
    await hall.start(table, ANNA.user)
    await hall.resign(table, ANNA.user)
    room = Room(tmp_path)
    room.hall = hall
    for _ in range(20):
        try:
            look = await room.until(table, lambda info: info.state == "over")
        except AssertionError:
            continue
        break
    assert look.table.result is not None
    await hall.close()
    await store.close()
