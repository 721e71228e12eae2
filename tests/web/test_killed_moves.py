"""A move from the page while the bot is killed at each step of its store, and sent again to the bot that starts after it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import aiohttp
import aiosqlite
import pytest

import engines
from asking.asker import Asker
from asking.budget import RateLimiter
from asking.moments import Moments
from data.opening import open_store
from engines.contract import Move
from render.pool import Pool
from tables.rules.reading import Reading
from tables.service import play_actions
from tables.service.service import TableService
from tests.support.manual_clock import ManualClock
from tests.support.store_backends import ON_POSTGRES
from tests.web.conftest import ADA, BORYS, PUBLIC, begun
from web import site
from web.site import Site

pytestmark = pytest.mark.long


class Killed(BaseException):
    """The process is no more."""


class Death:
    """Comes at a step of the store; whoever has met it does nothing more with the store."""

    def __init__(self, steps: int) -> None:
        self._left = steps
        self.came = asyncio.Event()

    def step(self) -> None:
        if not self._left:
            self.came.set()
            raise Killed
        self._left -= 1


dying: ContextVar[Death | None] = ContextVar("dying", default=None)
"""The death of the bot that serves in this context."""


@pytest.fixture(autouse=True)
def mortal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count what is asked of a store by whoever may die."""

    def counted(run: Callable[..., Awaitable[Any]]) -> Callable[..., Coroutine[Any, Any, Any]]:
        async def step(*values: Any, **named: Any) -> Any:
            if (death := dying.get()) is not None:
                death.step()
            answer = await run(*values, **named)
            if death is not None:
                death.step()
            return answer

        return step

    driver, names = aiosqlite.Connection, ["_execute"]
    if ON_POSTGRES:
        import asyncpg

        driver, names = asyncpg.Connection, ["execute", "fetch", "executemany"]
    for name in names:
        monkeypatch.setattr(driver, name, counted(getattr(driver, name)))
    monkeypatch.setattr(play_actions, "SHOWING", 0.0)  # no channel shows anything here


@asynccontextmanager
async def living(where: str | Path, pool: Pool) -> AsyncIterator[Asker]:
    """Yields what a bot on this store asks people with."""
    store = await open_store(where)
    tables = await TableService.open(store, games=engines.games(), clock=ManualClock())
    try:
        yield Asker(tables, engines.games(), pool)
    finally:
        await tables.close()
        await store.close()


async def send(asker: Asker, token: str, sent: dict[str, Any], death: Death | None = None) -> int | None:
    """Returns the status of the answer to an act on the page; None if the bot dies before it has answered."""
    dying.set(death)
    async with Site(asker, Moments(), PUBLIC).serving(("127.0.0.1", 0)) as port, aiohttp.ClientSession() as session:
        dying.set(None)

        async def ask() -> int:
            async with session.post(f"http://127.0.0.1:{port}/act", json=sent, headers={site.SESSION: token}) as answer:
                return answer.status

        asked, ends = asyncio.create_task(ask()), asyncio.create_task(death.came.wait() if death else asyncio.Event().wait())
        await asyncio.wait({asked, ends}, return_when=asyncio.FIRST_COMPLETED)
        ends.cancel()
        if death is None or not death.came.is_set():
            return await asked
        asked.cancel()
        return None


def whole_move(reading: Reading) -> Move:
    """Returns a move that can be made."""
    said: Move = ()
    while following := reading.choices(said).words:
        said = (*said, following[-1])
    return said


async def test_a_killed_move_from_the_page_is_made_once(new_home: Callable[[], str | Path], blank_pool: Pool) -> None:
    where, steps, made = new_home(), 0, False
    async with living(where, blank_pool) as asker:
        for person in (ADA, BORYS):
            await asker.tables.times.set_plan(person.user, obvious=False)
        number, _ = await begun(asker, "budowa")
        pages = asker.tables.pages
        tokens = {each.user: (await pages.begin(await pages.make_key(number, each.user)))[0] for each in (ADA, BORYS)}
        assert await pages.count() == len(tokens)
    sent: dict[str, Any] = {}
    user, before, status = 0, 0, None
    while status is None:
        async with living(where, blank_pool) as asker:
            asker.acts = RateLimiter(burst=1000)
            if sent:
                made |= (await asker.tables.looks.table_info(number)).stage == before + 1
                for _ in range(2):
                    assert await send(asker, tokens[user], sent) == 200
                    assert (await asker.tables.looks.table_info(number)).stage == before + 1, f"killed at step {steps}"
            info = await asker.tables.looks.table_info(number)
            user, before = info.seats[info.pending[0]].user or 0, info.stage
            move = whole_move(await asker.tables.looks.read(number, user))
            sent = {"act": "sure", "say": move, "stage": before, "nonce": f"move {steps}"}
            status = await send(asker, tokens[user], sent, Death(steps))
        steps += 1
    assert status == 200
    assert made, "bots have also died after the move"
