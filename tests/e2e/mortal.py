"""A bot in a process of its own that dies at a chosen await, as `kill -9` would have it.

Awaits are counted from the first interaction that arrives: each step of each task of the event loop is one.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from asyncio import tasks
from typing import Any

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from cogs.client import ZamkiBot
from data.store import Store
from render.pool import Pool
from tables.hall import Hall


class Life:
    """How many awaits are left to live once an interaction has arrived (None: for ever), and how many have passed."""

    def __init__(self, awaits: int | None) -> None:
        self.left = awaits
        self.armed = False

    def step(self) -> None:
        if not self.armed or self.left is None:
            return
        self.left -= 1
        if self.left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)


def mortal_tasks(life: Life) -> Any:
    """A task factory whose tasks count their steps (the pure Python task: the other cannot be looked into)."""

    class MortalTask(tasks._PyTask):  # type: ignore[name-defined, misc]
        def _Task__step(self, exc: BaseException | None = None) -> None:  # noqa: N802
            life.step()
            super()._Task__step(exc)

    def factory(loop: asyncio.AbstractEventLoop, coro: Any, **options: Any) -> Any:
        return MortalTask(coro, loop=loop, **options)

    return factory


class MortalBot(ZamkiBot):
    """The bot; its days are counted from the first interaction."""

    def __init__(self, life: Life, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._life = life

    def dispatch(self, event: str, /, *arguments: Any, **keywords: Any) -> None:
        if event == "interaction":
            self._life.armed = True
        super().dispatch(event, *arguments, **keywords)


async def _live(api: str, gateway: str, token: str, file: str, awaits: int | None) -> None:
    Route.BASE = api
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    life = Life(awaits)
    asyncio.get_running_loop().set_task_factory(mortal_tasks(life))
    store = await Store.open(file)
    hall = await Hall.open(store)
    bot = MortalBot(life, hall, Pool(), guild_ready_timeout=0.01)
    await bot.start(token)


def live(api: str, gateway: str, token: str, file: str, awaits: int | None) -> None:
    """The process: never returns by itself."""
    logging.disable(logging.ERROR)
    asyncio.run(_live(api, gateway, token, file, awaits))
