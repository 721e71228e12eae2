"""A bot in a separate process that dies at a chosen await, as after `kill -9`.

Awaits are counted from the first interaction: each step of each task of the event loop is one. A dead bot leaves only what it
has committed to the database and sent to Discord. Awaits between which neither has grown are the same death and count once
(with `Life.each`, each counts).
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sqlite3
from asyncio import tasks
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from data.address import is_url
from data.opening import open_store
from engines import games
from render import renderers
from service.client import ZamkiBot
from tables.model.server import Boards, ServerSettings
from tables.service.service import TableService
from tables.time.clock import StoreClock
from tests.support.blank_pictures import BlankPool

PACE_OF_SCENES_SECONDS = 0.05
"""Above 0, so that boards wait for scenes; so short that nobody else does."""

READING = {"SELECT", "SET", "BEGIN", "ROLLBACK"}
"""The first words of statements to PostgreSQL that change nothing outside of a transaction."""


class Life:
    """How many deaths to survive after the first interaction (None: all)."""

    def __init__(self, left: int | None, left_behind: Callable[[], object], *, each: bool) -> None:
        self.left = left
        self.armed = False
        self._each = each
        self._left_behind = left_behind
        self._before: object = None

    def step(self) -> None:
        """Called at each await."""
        if not self.armed or self.left is None:
            return
        if not self._each:
            now = self._left_behind()
            if now == self._before:
                return
            self._before = now
        self.left -= 1
        if self.left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)


class CountingLoop(asyncio.SelectorEventLoop):
    """An event loop that knows how much its connections have sent, except those to the port `but`."""

    def __init__(self, but: int | None = None) -> None:
        super().__init__()
        self._but = but
        self._writes = 0
        self._opened: list[Any] = []

    def sent(self) -> tuple[int, ...]:
        """Returns a value that changes whenever data is handed over for sending, and while buffered data is being sent."""
        return self._writes, *(transport.get_write_buffer_size() for transport in self._opened)

    def _make_socket_transport(self, *arguments: Any, **options: Any) -> Any:
        made: Any = super()._make_socket_transport(*arguments, **options)  # type: ignore[misc]
        if made.get_extra_info("peername")[1] == self._but:
            return made
        for name in ("write", "writelines"):
            setattr(made, name, self._counted(getattr(made, name)))
        self._opened.append(made)
        return made

    def _counted(self, write: Callable[[Any], None]) -> Callable[[Any], None]:
        def counted(data: Any) -> None:
            self._writes += 1
            write(data)

        return counted


def mortal_tasks(life: Life) -> Any:
    """Returns a task factory whose tasks count their steps (pure Python tasks, since the others cannot be inspected)."""

    class MortalTask(tasks._PyTask):  # type: ignore[name-defined, misc]
        def _Task__step(self, exc: BaseException | None = None) -> None:  # noqa: N802
            life.step()
            super()._Task__step(exc)

    def factory(loop: asyncio.AbstractEventLoop, coro: Any, **options: Any) -> Any:
        return MortalTask(coro, loop=loop, **options)

    return factory


class MortalBot(ZamkiBot):
    """The bot; its awaits are counted from the first interaction."""

    def __init__(self, life: Life, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, pauses=(0.0,), **options)
        self._life = life

    def dispatch(self, event: str, /, *arguments: Any, **keywords: Any) -> None:
        if event == "interaction":
            self._life.armed = True
        super().dispatch(event, *arguments, **keywords)


def commits_of_file(where: str) -> Callable[[], object]:
    """Returns a function whose value changes with each commit to a SQLite file."""
    watching = sqlite3.connect(where, isolation_level=None)
    return lambda: watching.execute("PRAGMA data_version").fetchone()


def commits_to_server() -> Callable[[], object]:
    """Returns a function whose value changes as soon as something permanent is sent to PostgreSQL: the end of a transaction, or
    a single statement. What has been sent is executed, even if nobody gets the answer.
    """
    from asyncpg import Connection

    sent = 0

    def noticed(name: str) -> None:
        run = getattr(Connection, name)

        async def noticing(self: Any, query: str, *values: Any, **options: Any) -> Any:
            nonlocal sent
            alone = not self.is_in_transaction() and query.split(maxsplit=1)[0] not in READING
            if alone or query == "COMMIT":
                sent += 1
            found = await run(self, query, *values, **options)
            if alone:  # the first time it was only prepared
                sent += 1
            return found

        setattr(Connection, name, noticing)

    for name in ("execute", "fetch", "fetchval", "fetchrow"):
        noticed(name)
    return lambda: sent


async def _live(
    api: str, gateway: str, token: str, where: str, deaths: int | None, *, each: bool, boards: Boards, state: Path | None
) -> None:
    Route.BASE = api
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    loop = asyncio.get_running_loop()
    assert isinstance(loop, CountingLoop)
    store = await open_store(where, state=state)
    commits = commits_to_server() if is_url(where) else commits_of_file(where)
    life = Life(deaths, lambda: (commits(), loop.sent()), each=each)
    loop.set_task_factory(mortal_tasks(life))
    tables = await TableService.open(
        store,
        games=games(),
        clock=StoreClock(store),
        pace_of_scenes=PACE_OF_SCENES_SECONDS,
        unset=ServerSettings(boards=boards, hands="direct"),
    )
    bot = MortalBot(life, tables, BlankPool(renderers()), games=games(), guild_ready_timeout=0.01)
    await bot.start(token)


def live(
    api: str,
    gateway: str,
    token: str,
    where: str,
    deaths: int | None,
    *,
    each: bool,
    boards: Boards = "turns",
    state: Path | None = None,
) -> None:
    """Run the process; never returns by itself. `boards`: where boards go in servers without that setting; `state`: see
    `open_store`.
    """
    logging.disable(logging.ERROR)
    server = urlsplit(where).port if is_url(where) else None
    with asyncio.Runner(loop_factory=lambda: CountingLoop(but=server)) as runner:
        runner.run(_live(api, gateway, token, where, deaths, each=each, boards=boards, state=state))
