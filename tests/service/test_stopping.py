"""The bot is stopped while people press (`kill -TERM`, as each update does): what they pressed is done, or they are told to
press again; what Discord was to be told is told by the bot that comes after it.
"""

from __future__ import annotations

import asyncio
import signal
from typing import Any

import pytest

from data.opening import open_store
from data.words import words
from sandbox import Person, Sandbox
from sandbox.client import PATIENCE_SECONDS
from tests.support.bot_process import running
from tests.support.raw_sql import ask
from tests.support.world import NewHome, eventually, piece, pieces, text_of


async def stored(where: str, sql: str) -> list[tuple[Any, ...]]:
    store = await open_store(where)
    try:
        return await ask(store, sql)
    finally:
        await store.close()


@pytest.mark.long
@pytest.mark.parametrize("delay", [0.0, 0.3])
async def test_no_press_is_lost_by_a_stop(new_home: NewHome, tmp_path: Any, delay: float) -> None:
    where = str(new_home())
    async with (
        Sandbox() as sandbox,
        Person(sandbox.url, "Ada") as ada,
        Person(sandbox.url, "Borys") as borys,
    ):
        async with running(sandbox, tmp_path, ZAMKI_DATABASE=where) as (process, _):
            await ada.settled(await ada.command("gry", "zamki start", game="rycerze"))
            lobby = await ada.until(lambda message: any(each.startswith("lobby.join:") for each in pieces(message)))
            await borys.press(lobby, piece(lobby, "lobby.join"))
            await eventually(lambda: "Borys" in text_of(ada.known[lobby["id"]]))
            # Discord takes its time with what it is told, so that all of it is under way when the end comes.
            sandbox.fault("slow", times=-1, seconds=1.0, path="/messages")
            lobby = ada.known[lobby["id"]]
            pressing = [
                asyncio.create_task(person.press(lobby, piece(lobby, verb)))
                for person, verb in ((ada, "lobby.begin"), (borys, "rules.open"))
            ]
            await asyncio.sleep(delay)
            process.send_signal(signal.SIGTERM)
            assert process.stderr is not None
            async with asyncio.timeout(PATIENCE_SECONDS):
                while b"stopping" not in await process.stderr.readline():
                    assert process.returncode is None
            late = await borys.press(lobby, piece(lobby, "rules.open"))
            outcomes = await asyncio.gather(*pressing)
            assert await asyncio.wait_for(process.wait(), PATIENCE_SECONDS) == 0
        assert {outcome.status for outcome in outcomes} <= {"answered", "deferred", "updated"}, "everybody is answered"
        assert late.status == "answered", "who presses while it goes"
        assert words("pl")("cogs.error.restarting") in text_of(await borys.settled(late))
        sandbox.faults.clear()
        ((state,),) = await stored(where, "SELECT state FROM tables")
        async with running(sandbox, tmp_path, ZAMKI_DATABASE=where):
            if state == "lobby":  # it came too late: Ada was told to press again
                await ada.press(lobby, piece(lobby, "lobby.begin"))
            board = await ada.until(lambda message: any(each.startswith("board.text:") for each in pieces(message)))
            assert (await ada.settled(await ada.press(board, piece(board, "play.hand"))))["components"]
        verbs = [{name.split(":")[0] for name in pieces(each)} for each in ada.known.values()]
        assert len([each for each in verbs if "board.text" in each]) == 1, "told once"
        assert len([each for each in verbs if each == {"play.hand"}]) <= 1, "both are called by one message"
