"""The seats that a computer player moves: asked in the background after the people's move is stored, played as normal moves."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import Awaitable, Callable
from typing import Protocol

from data import mail
from engines.contract import Fleeting, Game, Move, Seat, View
from engines.notation import random_move
from tables.desk import Desk
from tables.errors import Refusal
from tables.players import NoAdvice
from tables.table import Held

log = logging.getLogger(__name__)

RETRY = 60.0
"""Seconds after which computer players go on that could not, whatever the cause (a full disk, for one)."""

POSTING = 30
"""Seconds for which computer players wait at most for a board to be posted that people should have time to look at."""


class Advisers(Protocol):
    """Who finds moves: `tables.players.Players`."""

    async def advise(self, game: str, view: View, level: str, seed: int) -> Move: ...

    async def close(self) -> None: ...


class Computers:
    """One task for each table where a computer player owes a move; it ends when people are to move."""

    def __init__(self, desk: Desk, players: Advisers, play: Callable[[Held, Seat, Move], Awaitable[None]]) -> None:
        """`play` stores a move found for the table as it was then, and refuses it when the table has moved on."""
        self._desk = desk
        self._players = players
        self._play = play
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._closed = False

    def wake(self, held: Held) -> None:
        """Look at a table that has changed."""
        table = held.table
        if table.thinking and table.id not in self._tasks and not self._closed:
            self.resume(table.id)

    def resume(self, table: int) -> None:
        """Go on at a table that is not in memory yet."""
        self._tasks[table] = asyncio.create_task(self._drive(table), name=f"computers at table {table}")

    async def close(self) -> None:
        """Drop what is being thought; moves being stored are stored."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._players.close()

    async def _drive(self, table: int) -> None:
        try:
            while True:
                try:
                    held = await self._desk.read(table)
                    if not held.table.thinking or held.position is None:
                        return
                    await self._move(held, held.table.thinking[0])
                except Exception:
                    log.exception("the computer players of table %s stumbled", table)
                    await self._desk.clock.sleep(RETRY)
        finally:
            del self._tasks[table]

    async def _move(self, held: Held, seat: Seat) -> None:
        assert held.position is not None
        game = self._desk.games[held.table.game]
        move = await self._think(held, game, seat)
        table = held.table
        if isinstance(game, Fleeting) and any(table.acts(other) for other in range(len(table.seats))):
            await self._leave_to_look(table.id, game.linger(held.position.view(None)))
        try:
            await self._play(held, seat, move)
        except Refusal:
            now = await self._desk.read(held.table.id)
            if now.position is held.position:
                log.exception("table %s, seat %s: the computer player's move was refused", held.table.id, seat)
                await self._play(held, seat, _any_move(held, seat))

    async def _leave_to_look(self, table: int, seconds: float) -> None:
        """Let people look for so long at what the move is going to take away, counted from when its board was posted."""
        if not seconds:
            return
        for _ in range(POSTING):
            if not await mail.waits(self._desk.store, table, "board"):
                break
            await self._desk.clock.sleep(1.0)
        await self._desk.clock.sleep(seconds)

    async def _think(self, held: Held, game: Game, seat: Seat) -> Move:
        assert held.position is not None
        level = held.table.seats[seat].level or game.levels[max(0, len(game.levels) - 2)]
        view = game.recall(held.position, seat, level) if isinstance(game, Fleeting) else held.position.view(seat)
        try:
            return await self._players.advise(game.key, view, level, secrets.randbits(64))
        except NoAdvice as error:
            # The game must go on: a legal move of no great wit.
            log.error("table %s, seat %s: no advice (%s), a random move is played", held.table.id, seat, error)  # noqa: TRY400
            return _any_move(held, seat)


def _any_move(held: Held, seat: Seat) -> Move:
    assert held.position is not None
    return random_move(held.position, seat, random.Random(secrets.randbits(64)))  # noqa: S311 - no secret
