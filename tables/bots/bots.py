"""Computer players' turns: requests their moves in the background after each stored move and plays them normally."""

import asyncio
import logging
import math
import random
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, runtime_checkable

from data import telemetry
from data.records.processes import Claim
from engines.contract import Candidate, Fleeting, Game, Move, Position, Seat, View
from engines.draws import choice_seed
from engines.levels import below, usual
from engines.notation import random_move
from tables.bots.bot_process import NoMoveFound
from tables.errors import Refusal, SetAside
from tables.model.table import LoadedTable, Table
from tables.store import claims
from tables.store.changes import TableNews
from tables.store.table_store import TableStore
from tables.time.clock import wait

log = logging.getLogger(__name__)

RETRY_SECONDS = 60.0
"""Seconds after which computer players retry after any failure, such as a full disk."""

POSTING_SECONDS, GLIMPSE = 30, 0.1
"""Seconds for which computer players wait at most until a board that people should see is posted; seconds between two checks of
that.
"""

TICK, LONG_TICK = 0.5, 4.0
"""If several seats choose in secret at the same time, computer players answer only at multiples of a tick (seconds) after they
were asked: the thinking time would reveal what they hold. The long tick is for levels that may think long.
"""


class MoveChooser(Protocol):
    """Finds moves: `tables.bots.bot_process.BotProcess`."""

    async def choose_move(self, game: str, view: View, level: str, seed: int) -> Move: ...

    async def close(self) -> None: ...


@runtime_checkable
class Adviser(Protocol):
    """Judges moves: `tables.bots.bot_process.BotProcess`."""

    async def candidates(  # noqa: PLR0917 - the parameters of a game's method
        self, game: str, view: View, level: str, seed: int, limit: int, also: Sequence[Move] = ()
    ) -> tuple[Candidate, ...]:
        """See `Game.candidates`. Raises NoAdvice."""

    async def compare_moves(
        self, game: str, view: View, level: str, seed: int, played: Sequence[Move]
    ) -> tuple[Candidate, ...]:
        """See `Planned.compare`. Raises NoAdvice."""


class Bots:
    """Runs one task for each table where a computer player owes a move; it ends when it is people's turn.

    If several processes share the store, only the one with the claim thinks for a table. A move is stored only if the table is
    unchanged, so a lost claim wastes nothing but the thinking.
    """

    def __init__(
        self, table_store: TableStore, chooser: MoveChooser, play: Callable[[LoadedTable, Seat, Move, str], Awaitable[None]]
    ) -> None:
        """`play` stores a move for the table as it was read, with a note of the table's (the last word of `tables.note.…`, or
        none), and refuses it if the table has changed.
        """
        self._table_store = table_store
        self._chooser = chooser
        self._play = play
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._woken: set[int] = set()
        """Tables that have changed since their task last looked at them."""
        self._polling: asyncio.Task[None] | None = None
        self._news = asyncio.Event()
        self._closed = False

    def start(self) -> None:
        """Look regularly for tables that nobody thinks for."""
        if self._table_store.store.shared:
            self._polling = asyncio.create_task(self._poll(), name="computers of all tables")

    def retry(self) -> None:
        """Look for tables that nobody thinks for."""
        self._news.set()

    def wake(self, news: TableNews) -> None:
        """Look at a table that has changed."""
        if news.thinking:
            self.resume(news.table)

    def resume(self, table: int) -> None:
        """Continue at a table, which need not be in memory."""
        if self._closed:
            return
        if table in self._tasks:
            self._woken.add(table)
            return
        self._tasks[table] = asyncio.create_task(self._drive(table), name=f"computers at table {table}")

    async def _poll(self) -> None:
        while True:
            await wait(self._table_store.clock, self._news, claims.POLL_SECONDS)
            self._news.clear()
            try:
                for table in await self._table_store.store.tables_thinking():
                    if table not in self._tasks:
                        self.resume(table)
            except Exception:
                log.exception("cannot look for tables without a bot worker")

    async def close(self) -> None:
        """Cancel the thinking; moves that are being stored are completed."""
        self._closed = True
        tasks = [*self._tasks.values(), *([self._polling] if self._polling is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._chooser.close()

    async def _drive(self, table: int) -> None:
        claim = None
        try:
            claim = await self._table_store.store.claim(table, "thinking")
            if claim is not None:
                await self._think_on(table, claim)
        except Exception:
            log.exception("no bot worker for table %s", table)
        finally:
            if claim is not None:
                await claims.give_back(self._table_store.store, claim)
            del self._tasks[table]
            if table in self._woken:  # by a change that arrived while this ended
                self._woken.discard(table)
                self.resume(table)

    async def _think_on(self, table: int, claim: Claim) -> None:
        while self._table_store.store.holds(claim):
            self._woken.discard(table)
            try:
                loaded = await self._table_store.read(table)
                if not loaded.table.thinking or loaded.position is None:
                    return
                await self._move(loaded, loaded.table.thinking[0])
            except SetAside:
                until = self._table_store.breaker.until(table)
                if until is None:
                    return
                await self._table_store.clock.sleep(until - self._table_store.clock.now())
            except Exception:
                log.exception("bots of table %s failed", table)
                await self._table_store.clock.sleep(RETRY_SECONDS)

    async def _move(self, loaded: LoadedTable, seat: Seat) -> None:
        assert loaded.position is not None
        game = self._table_store.games[loaded.table.game]
        begun = self._table_store.clock.now()
        with self._table_store.breaker.watching(loaded.table.id):
            move, said = await self._think(loaded, game, seat)
        table = loaded.table
        if any(table.acts(other) for other in range(len(table.seats))):
            if isinstance(game, Fleeting):
                await self._leave_to_look(table.id, game.linger(loaded.position.view(None)))
            if len(table.pending) > 1 or loaded.chosen:
                await self._until_tick(begun, LONG_TICK if table.seats[seat].ponders else TICK)
        try:
            await self._play(loaded, seat, move, said)
        except Refusal:
            now = await self._table_store.read(loaded.table.id)
            if now.table.version == loaded.table.version:
                log.exception("table %s, seat %s: the computer player's move was refused", loaded.table.id, seat)
                await self._play(loaded, seat, _any_move(loaded, seat), "by-lot")

    async def _until_tick(self, begun: float, tick: float) -> None:
        elapsed = self._table_store.clock.now() - begun
        await self._table_store.clock.sleep(math.ceil(elapsed / tick) * tick - elapsed)

    async def _leave_to_look(self, table: int, seconds: float) -> None:
        """Leave people this many seconds, from when the board was posted, to look at what the move will hide."""
        if not seconds:
            return
        clock = self._table_store.clock
        until = clock.now() + POSTING_SECONDS
        while clock.now() < until and await self._table_store.store.outbox_waits(table, "board"):
            await clock.sleep(GLIMPSE)
        await clock.sleep(seconds)

    async def _think(self, loaded: LoadedTable, game: Game, seat: Seat) -> tuple[Move, str]:
        """Returns a move and the table's note on it, if a lower level found it or none did."""
        assert loaded.position is not None
        if loaded.table.timing.late == "default" and loaded.table.acts(seat):
            return game.safe_move(loaded.position, seat), ""
        level = loaded.table.seats[seat].level or usual(game)
        try:
            return await self._find_move(loaded, game, seat, level), ""
        except NoMoveFound as error:
            log.warning("table %s, seat %s: no move by %s (%s)", loaded.table.id, seat, level, error)
        weaker = below(game, level)
        if weaker is not None:
            try:
                return await self._find_move(loaded, game, seat, weaker), "weaker"
            except NoMoveFound as error:
                log.warning("table %s, seat %s: no move by %s (%s)", loaded.table.id, seat, weaker, error)
        telemetry.BY_LOT.labels(game.key).inc()
        # The game must go on, if only with a random legal move.
        log.error("table %s, seat %s: no advice, playing a random move", loaded.table.id, seat)
        return _any_move(loaded, seat), "by-lot"

    async def _find_move(self, loaded: LoadedTable, game: Game, seat: Seat, level: str) -> Move:
        position = _position_to_judge(loaded)
        view = game.recall(position, seat, level) if isinstance(game, Fleeting) else position.view(seat)
        with telemetry.THOUGHT.labels(game.key, level).time():
            return await self._chooser.choose_move(game.key, view, level, _seed(loaded.table, seat))


def _position_to_judge(loaded: LoadedTable) -> Position:
    """Returns the position that a computer player considers. In a game with one person it lacks what others have chosen in the
    open joint stage: who is quicker must not matter.
    """
    assert loaded.position is not None
    if not (_is_alone(loaded.table) and loaded.chosen):
        return loaded.position
    position = loaded.position.copy()
    for other in loaded.chosen:
        position.retract(other)
    return position


def _seed(table: Table, seat: Seat) -> int:
    """Returns the seed of a computer player's random choice: in a game with one person the same for all who play its deal."""
    return choice_seed(table.seed, seat, table.stage) if _is_alone(table) else secrets.randbits(64)


def _is_alone(table: Table) -> bool:
    """Returns whether only one person plays: equal moves lead to equal games then, so others can play the same."""
    return sum(info.user is not None for info in table.seats) == 1


def same_position(one: LoadedTable, other: LoadedTable) -> bool:
    """Returns whether two versions of a table have the same position, even if it was loaded again in between."""
    if one.position is None or other.position is None:
        return False
    return one.position is other.position or one.position.snapshot() == other.position.snapshot()


def _any_move(loaded: LoadedTable, seat: Seat) -> Move:
    assert loaded.position is not None
    return random_move(loaded.position, seat, random.Random(secrets.randbits(64)))  # noqa: S311 - no secret
