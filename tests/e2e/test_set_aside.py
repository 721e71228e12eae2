"""A table that this version can not load, as its people meet it: told why, listed, closed; the others play on."""

from __future__ import annotations

import logging

import pytest

from sandbox.client import buttons
from tests.support.asking import meddle
from tests.support.world import World, piece, told


async def test_a_table_that_can_not_be_loaded_is_told_and_closed(world: World, caplog: pytest.LogCaptureFixture) -> None:
    table, (ada, borys) = await world.started("Ada", "Borys")
    other, _ = await world.started("Chloe", "Dmitri")
    board = await world.message(ada, table, "board")
    await world.close()
    await meddle(world.where, "UPDATE snapshots SET snapshot = ? WHERE table_id = ?", b"{}", table)
    await world.open()
    with caplog.at_level(logging.INFO):
        for person in (ada, borys):
            answer = await person.settled(await person.press(board, piece(board, "hand")))
            assert "nie umie wczytać tego stołu" in told(answer)
        listed = told(await ada.settled(await ada.command("gry", "zamki tables")))
        assert "stoi w miejscu" in listed
        question = await ada.settled(await ada.command("gry", "zamki cancel", table=str(table)))
        await ada.press(question, piece(question, "end"))
        await world.done()
        await world.quiet()
    assert "bez wyniku" in told(await world.message(borys, table, "final"))
    assert (await world.view(table)).table.state == "cancelled"
    assert (await world.view(other)).table.state == "playing"
    lines = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert [record.exc_info for record in lines] == [None], "one line, without what was stored"


async def test_a_lobby_of_a_game_that_is_gone_is_closed(world: World) -> None:
    table, (ada,) = await world.lobby("Ada")
    await world.message(ada, table, "lobby")
    await world.close()
    await meddle(world.where, "UPDATE tables SET game = 'chess' WHERE id = ?", table)
    await world.open()
    assert "chess" in told(await ada.settled(await ada.command("gry", "zamki tables")))
    await ada.settled(await ada.command("gry", "zamki cancel", table=str(table)))
    card = await world.message(ada, table, "lobby")
    assert "zamknięty" in told(card)
    assert not buttons(card)
