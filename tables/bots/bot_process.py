"""The client of the computer players' worker process, which is started on demand and restarted when it dies."""

import asyncio
import contextlib
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from engines.contract import Candidate, Move, View
from tables.bots.bot_worker import Drop, WorkerAnswer, WorkerQuestion

log = logging.getLogger(__name__)

ROOT = Path(__file__).parents[2]

PATIENCE_SECONDS = 30.0
"""Seconds after which a worker that does not answer is killed."""

ADVICE_SECONDS = 10.0
"""Seconds after which advice times out, once its turn has come. Moves found meanwhile count towards it."""

LINE_BYTES = 1 << 20
"""The longest answer in bytes."""

SETTINGS = ("DISCORD_", "ZAMKI_")
"""Prefixes of the bot's own environment variables."""


FAILURES = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError, msgspec.MsgspecError)


class NoMoveFound(Exception):
    """The worker found no move in two attempts."""


class NoAdvice(Exception):
    """The worker has no advice, or timed out."""


class BotProcess:
    """Asks the worker for one move after the other and, in parallel, for one advice after the other, which waits for all moves.
    `games` names a function that returns the games (module:function).
    """

    def __init__(self, games: str = "engines:games") -> None:
        self._games = games
        self._process: Process | None = None
        self._turn = asyncio.Lock()
        self._advice_turn = asyncio.Lock()
        self._starting = asyncio.Lock()
        self._waiting: dict[int, asyncio.Future[WorkerAnswer]] = {}
        self._reading: asyncio.Task[None] | None = None
        self._asked = 0

    async def choose_move(self, game: str, view: View, level: str, seed: int) -> Move:
        """Returns a move for the viewer. A worker that dies is asked again; a slow one is not. Raises NoMoveFound.

        Callers are served in order. A table asks for one move at a time, so tables take turns.
        """
        async with self._turn:
            for _attempt in range(2):
                try:
                    answer = await self._ask(WorkerQuestion(game, _raw(view), level, seed, self._next()), PATIENCE_SECONDS)
                except TimeoutError:
                    log.warning("bot process timed out; restarting it")
                    await self._end()
                    raise NoMoveFound("too slow") from None
                except FAILURES as error:
                    log.warning("bot process failed (%s); restarting it", type(error).__name__)
                    await self._end()
                    continue
                if answer.error:
                    raise NoMoveFound(answer.error)
                return answer.move
        raise NoMoveFound("the worker cannot be reached")

    async def candidates(  # noqa: PLR0917 - the parameters of a game's method
        self, game: str, view: View, level: str, seed: int, limit: int, also: Sequence[Move] = ()
    ) -> tuple[Candidate, ...]:
        """Returns the viewer's best moves, as `Game.candidates` does: one question at a time, and only while no game waits for
        a move. Raises NoAdvice; a slow worker is not killed.
        """
        return await self._ask_advice(WorkerQuestion(game, _raw(view), level, seed, advice=limit, also=tuple(also)))

    async def compare_moves(
        self, game: str, view: View, level: str, seed: int, played: Sequence[Move]
    ) -> tuple[Candidate, ...]:
        """Returns what `Planned.compare` does; asked like `candidates`."""
        return await self._ask_advice(WorkerQuestion(game, _raw(view), level, seed, advice=1, played=tuple(played)))

    async def _ask_advice(self, asked: WorkerQuestion) -> tuple[Candidate, ...]:
        async with self._advice_turn:
            number = self._next()
            question = replace(asked, number=number)
            try:
                answer = await self._ask(question, ADVICE_SECONDS)
            except FAILURES as error:
                self._drop(number)
                raise NoAdvice(type(error).__name__) from None
            except asyncio.CancelledError:
                self._drop(number)
                raise
        if answer.error or not answer.candidates:
            raise NoAdvice(answer.error)
        return answer.candidates

    def _next(self) -> int:
        self._asked += 1
        return self._asked

    async def _ask(self, question: WorkerQuestion, patience: float) -> WorkerAnswer:
        answer: asyncio.Future[WorkerAnswer] = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(patience):
                async with self._starting:
                    stdin = await self._start()
                self._waiting[question.number] = answer
                stdin.write(msgspec.json.encode(question) + b"\n")
                await stdin.drain()
                return await answer
        finally:
            self._waiting.pop(question.number, None)
            if answer.done() and not answer.cancelled():
                answer.exception()  # marks the error as retrieved, even if the caller has been cancelled

    def _drop(self, number: int) -> None:
        """Make the worker abandon a question."""
        if self._process is not None and self._process.stdin is not None:
            with contextlib.suppress(OSError, RuntimeError):
                self._process.stdin.write(msgspec.json.encode(Drop(number)) + b"\n")

    async def _start(self) -> asyncio.StreamWriter:
        if self._process is not None and (self._process.returncode is not None or (self._reading and self._reading.done())):
            await self._end()
        if self._process is None:
            # In its own session, so that Ctrl-C in the terminal does not reach it before the tables are closed. It does not get
            # the bot's settings, some of which are secret.
            environment = {name: value for name, value in os.environ.items() if not name.startswith(SETTINGS)}
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tables.bots.bot_worker", self._games,
                stdin=PIPE, stdout=PIPE, cwd=ROOT, limit=LINE_BYTES, start_new_session=True, env=environment,
            )  # fmt: skip
            self._reading = asyncio.create_task(self._read(self._process), name="answers of the computer players")
        assert self._process.stdin is not None
        return self._process.stdin

    async def _read(self, process: Process) -> None:
        """Deliver the answers until the worker ends; callers that still wait then get an error."""
        assert process.stdout is not None
        failure: BaseException = asyncio.IncompleteReadError(b"", None)
        try:
            while True:
                answer = msgspec.json.decode(await process.stdout.readuntil(b"\n"), type=WorkerAnswer)
                waiting = self._waiting.pop(answer.number, None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(answer)
        except FAILURES as error:
            failure = error
        finally:
            if process is self._process:
                for waiting in self._waiting.values():
                    if not waiting.done():
                        waiting.set_exception(failure)
                self._waiting.clear()

    async def _end(self) -> None:
        process, self._process = self._process, None
        reading, self._reading = self._reading, None
        if reading is not None:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(asyncio.IncompleteReadError(b"", None))
        self._waiting.clear()
        if process is None:
            return
        if process.returncode is None:
            process.kill()
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()

    async def close(self) -> None:
        """End the worker, even while it thinks."""
        await self._end()


class BotProcesses:
    """Several workers, for machines with spare cores. Each move goes to a free one, in order of arrival."""

    def __init__(self, count: int, games: str = "engines:games") -> None:
        self._workers = [BotProcess(games) for _ in range(count)]
        self._free: asyncio.Queue[BotProcess] = asyncio.Queue()
        for worker in self._workers:
            self._free.put_nowait(worker)
        self.candidates, self.compare_moves = self._workers[-1].candidates, self._workers[-1].compare_moves

    async def choose_move(self, game: str, view: View, level: str, seed: int) -> Move:
        """See `BotProcess.choose_move`."""
        worker = await self._free.get()
        try:
            return await worker.choose_move(game, view, level, seed)
        finally:
            self._free.put_nowait(worker)

    async def close(self) -> None:
        """End the workers."""
        for worker in self._workers:
            await worker.close()


def _raw(view: View) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(view))
