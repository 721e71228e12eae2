"""The computer players, seen from the table service: one worker process, started when first needed and again when it dies."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

import msgspec

from engines.contract import Move, View
from tables.bot_worker import Answer, Question

log = logging.getLogger(__name__)

ROOT = Path(__file__).parent.parent

PATIENCE = 30.0
"""Seconds after which a worker that does not answer is ended."""

LINE = 1 << 20
"""Longest answer in bytes."""


FAILURES = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError, msgspec.MsgspecError)


class NoMoveFound(Exception):
    """The worker found no move, twice."""


class BotProcess:
    """Asks the worker, one question after the other. `games` names a function that returns the games (module:function)."""

    def __init__(self, games: str = "engines:games") -> None:
        self._games = games
        self._process: Process | None = None
        self._turn = asyncio.Lock()

    async def choose_move(self, game: str, view: View, level: str, seed: int) -> Move:
        """A move of the viewer. Raises NoMoveFound."""
        line = msgspec.json.encode(Question(game, msgspec.Raw(msgspec.json.encode(view)), level, seed)) + b"\n"
        async with self._turn:
            for _attempt in range(2):
                try:
                    async with asyncio.timeout(PATIENCE):
                        answer = await self._ask(line)
                except FAILURES as error:
                    log.warning("the computer players' process failed (%s); it is started again", type(error).__name__)
                    await self._end()
                    continue
                if answer.error:
                    raise NoMoveFound(answer.error)
                return answer.move
        raise NoMoveFound("the worker can not be reached")

    async def _ask(self, line: bytes) -> Answer:
        if self._process is None:
            # A session of its own: Ctrl-C in the terminal must not reach it before the tables are closed. It needs no secrets.
            environment = {name: value for name, value in os.environ.items() if not name.startswith("DISCORD_TOKEN")}
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tables.bot_worker", self._games,
                stdin=PIPE, stdout=PIPE, cwd=ROOT, limit=LINE, start_new_session=True, env=environment,
            )  # fmt: skip
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(line)
        await stdin.drain()
        return msgspec.json.decode(await stdout.readuntil(b"\n"), type=Answer)

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if process.returncode is None:
            process.kill()
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()

    async def close(self) -> None:
        """End the worker, also in the middle of a thought."""
        await self._end()
