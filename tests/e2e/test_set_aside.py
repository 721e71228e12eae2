"""A table that this version cannot load, or that fails again and again, as its people meet it: told why, listed, closed; the
others play on.
"""

from __future__ import annotations

import asyncio
import logging

import pytest

from data.words import words
from engines.zamek.position import ZamekPosition
from sandbox.client import PATIENCE_SECONDS, buttons
from tables.rules.reading import Reading
from tables.store.breaker import FAULTS, REST
from tests.support.log_lines import lines_of
from tests.support.raw_sql import meddle
from tests.support.world import World, mentions, piece, says, text_of


@pytest.mark.long
async def test_a_table_that_cannot_be_loaded_is_told_and_closed(world: World, caplog: pytest.LogCaptureFixture) -> None:
    table, (ada, borys) = await world.started("Ada", "Borys")
    other, _ = await world.started("Chloe", "Dmitri")
    board = await world.message(ada, table, "board")
    await world.close()
    await meddle(world.where, "UPDATE snapshots SET snapshot = ? WHERE table_id = ?", b"{}", table)
    await world.open()
    with caplog.at_level(logging.INFO):
        for person in (ada, borys):
            answer = await person.settled(await person.press(board, piece(board, "play.hand")))
            assert says("tables.refusal.set-aside") in text_of(answer)
        listed = text_of(await ada.settled(await ada.command("gry", "zamki tables")))
        assert says("cogs.state.set-aside") in listed
        question = await ada.settled(await ada.command("gry", "zamki cancel", table=str(table)))
        await ada.press(question, piece(question, "ending.end"))
        await world.done()
        await world.quiet()
    assert says("cogs.hand.cancelled") in text_of(await world.message(borys, table, "final"))
    assert (await world.view(table)).info.state == "cancelled"
    assert (await world.view(other)).info.state == "playing"
    lines = lines_of(caplog, "tables", level=logging.ERROR)
    assert [record.exc_info for record in lines] == [None], "one line, without what was stored"


async def test_a_lobby_of_a_game_that_is_gone_is_closed(world: World) -> None:
    table, (ada,) = await world.lobby("Ada")
    await world.message(ada, table, "lobby")
    await world.close()
    await meddle(world.where, "UPDATE tables SET game = 'chess' WHERE id = ?", table)
    await world.open()
    assert "chess" in text_of(await ada.settled(await ada.command("gry", "zamki tables")))
    await ada.settled(await ada.command("gry", "zamki cancel", table=str(table)))
    card = await world.message(ada, table, "lobby")
    assert says("cogs.lobby.cancelled") in text_of(card)
    assert not buttons(card)


def breaks(monkeypatch: pytest.MonkeyPatch, position: type) -> None:
    """From now on nothing may be known of such a position; what was seen of it before is not used again."""
    monkeypatch.setattr(Reading, "is_of", lambda *_: False)

    def view(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(position, "view", view)


@pytest.mark.long
@pytest.mark.parametrize("language", ["pl", "en"])
async def test_a_table_that_fails_three_times_rests_and_is_tried_again(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    speak = words(language)
    for guild in world.sandbox.world.guilds.values():
        guild.locale = language
    await world.at_time(2e9)
    table, (ada, borys) = await world.started("Ada", "Borys", game="zamek")
    for person in (ada, borys):
        await person.change(locale=language)
    other, _ = await world.started("Chloe", "Dmitri", game="rycerze")
    board = await world.message(ada, table, "board")

    async def pressed() -> str:
        return text_of(await ada.settled(await ada.press(board, piece(board, "play.hand"))))

    with monkeypatch.context() as broken, caplog.at_level(logging.ERROR):
        breaks(broken, ZamekPosition)
        for _ in range(FAULTS):
            assert speak("cogs.error.fault") in await pressed()
        assert speak("tables.refusal.set-aside-faults") in await pressed()
        assert [line.getMessage() for line in caplog.records].count(
            f"table {table} is set aside for 15 minutes: it has failed 3 times"
        ) == 1
        await world.quiet()
        said = await borys.until(lambda message: speak("cogs.end.aside", names="|", when="|").split("|")[1] in text_of(message))
        assert {ada.id, borys.id} <= set(mentions(text_of(said)))
        assert "/zamki" in text_of(said)
        assert world.tables.aside == 1
        assert speak("cogs.state.set-aside") in text_of(await ada.settled(await ada.command("gry", "zamki tables")))
        assert (await world.view(other)).view is not None, "the others play on"
        await world.later(REST + 1)
        assert speak("cogs.error.fault") in await pressed()
        assert speak("tables.refusal.set-aside-faults") in await pressed(), "one fault more is enough then"
    await world.later(REST + 1)
    await pressed()
    assert world.tables.aside == 0
    assert (await world.view(table, ada)).view is not None


@pytest.mark.long
async def test_players_can_close_a_table_that_keeps_failing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (ada, borys) = await world.started("Ada", "Borys", game="zamek")
    board = await world.message(ada, table, "board")
    with monkeypatch.context() as broken:
        breaks(broken, ZamekPosition)
        for _ in range(FAULTS):
            await ada.settled(await ada.press(board, piece(board, "play.hand")))
        question = await ada.settled(await ada.command("gry", "zamki cancel", table=str(table)))
        await ada.press(question, piece(question, "ending.end"))
        await world.done()
    await world.quiet()
    assert (await world.view(table)).info.state == "cancelled"
    assert says("cogs.hand.cancelled") in text_of(await world.message(borys, table, "final"))


@pytest.mark.long
async def test_a_table_is_set_aside_if_its_boards_cannot_be_drawn(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each board is tried some times and given up; of the third nobody is told any more but that the table stands still."""

    async def draw(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    clock = await world.at_time(2e9)
    table, (ada, borys) = await world.started("Ada", "Borys", game="zamek")
    with monkeypatch.context() as broken:
        broken.setattr("chat.cards.board.card", draw)
        for given_up in range(FAULTS):
            assert world.tables.aside == 0, given_up
            await world.tables.show_again(table)
            async with asyncio.timeout(PATIENCE_SECONDS):
                while await world.ask("SELECT 1 FROM outbox WHERE kind = 'board'"):
                    await clock.advance(5)
                    await asyncio.sleep(0.02)
        assert world.tables.aside == 1
        await world.quiet()
        plural = words("pl").count("cogs.end.aside", 2, names="|", when="|").split("|")[2]
        said = await borys.until(lambda message: plural in text_of(message))
        assert set(mentions(text_of(said))) == {ada.id, borys.id}
    await world.later(REST + 1)
    await world.tables.show_again(table)
    await world.quiet()
    assert (await world.view(table, ada)).view is not None
