"""The sender: takes the outbox's rows, has each carried out, and retries what Discord has refused for now.

Rows of a table are sent in order, tables side by side. What follows from a failure is decided in one place, `Sender._judge`,
based on `chat.wire.outcomes.outcome`.
"""

import asyncio
import contextlib
import logging
import sys
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import discord

from chat.app import App
from chat.cards import board_lines
from chat.outbox import fleeting, refused, reminders
from chat.outbox.deliveries import Deliveries
from chat.wire import extent
from chat.wire.extent import Extent
from chat.wire.interaction_tokens import NoInteractionToken
from chat.wire.messenger import Closed
from chat.wire.outcomes import UNREACHED, Outcome, outcome
from data import telemetry
from data.errors import ClaimLost, StoreError
from tables.errors import Refusal, SetAside
from tables.model.outbox_rows import STANDING, BoardRow, FinalRow, HandRow, OutboxRow, SceneRow, TidyRow

log = logging.getLogger(__name__)

SIDE_BY_SIDE = 24
"""Maximum tables for which rows are sent at the same time."""

FIRST_WAIT, LONGEST_WAIT = 1.0, 5.0
"""First and longest wait between attempts, in seconds, while Discord is out of order; it doubles each time. It stays short, so
that all is sent soon after an outage; `BREATHER_SECONDS` keeps an outage from causing a storm of attempts.
"""

CLOSED_WAIT, LONGEST_CLOSED_WAIT = 60.0, 3600.0
"""The same while a channel cannot be written to: somebody has to do something about it, and Discord mostly reports that."""

ASIDE_WAIT_SECONDS = 900.0
"""Seconds until rows are sent again for a table that is set aside."""

DAY = 24 * 3600.0

HOPED = 3
"""Attempts to show a board after which clocks are stopped until it is shown."""

OUTAGE, FAULTS, ALWAYS = round(DAY / LONGEST_WAIT), 3, sys.maxsize
"""Attempts while Discord is out of reach (about a day), after a fault of ours (the table's next rows must not wait), and for
what must succeed in the end.
"""

PATIENCE, LONGEST_TIDY_WAIT = 100, DAY
"""Attempts to clean messages that are out of reach, and maximum seconds between two of them: about three months in all."""

BREATHER_SECONDS = 1.0
"""Seconds between two rows while no request succeeds."""

PICTURED = (SceneRow, BoardRow, FinalRow, HandRow)
"""Kinds of rows whose picture somebody waits for."""

BOARDS = (SceneRow, BoardRow, FinalRow)
"""Kinds of rows that change what the channel shows of a game."""


class Sender:
    """Runs until it is stopped; rows in flight are finished first."""

    def __init__(self, app: App, deliveries: Deliveries) -> None:
        self._app = app
        self._tables = app.tables
        self._deliveries = deliveries
        self._places = asyncio.Semaphore(SIDE_BY_SIDE)
        self._tasks: set[asyncio.Task[None]] = set()
        self._main: asyncio.Task[None] | None = None
        self._failing = 0
        """Rows that have failed in a row because Discord was out of order."""
        self._waiting: set[int] = set()
        """Rows (by serial) that wait because Discord was out of order."""
        self._refused: dict[int, tuple[int, Extent]] = {}
        """For rows (by serial) that Discord refused for an unknown reason: how often, and the extent to try next."""

    def start(self) -> None:
        self._main = asyncio.create_task(self._run(), name="outbox")

    async def stop(self, patience: float) -> None:
        """Take no more rows, and wait at most `patience` seconds for those in flight."""
        if self._main is not None:
            self._main.cancel()
            await asyncio.gather(self._main, return_exceptions=True)
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=patience)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await self._places.acquire()  # a row is taken only when there is room to carry it out
            if self._failing >= SIDE_BY_SIDE:
                await asyncio.sleep(BREATHER_SECONDS)  # nothing succeeds: one row a second shows when that changes
            row = await self._next()
            task = asyncio.create_task(self._carry_out(row), name=f"outbox {row.kind} {row.subject}")
            self._tasks.add(task)
            task.add_done_callback(self._note_end)

    async def _next(self) -> OutboxRow:
        """Wait for the next row, even if the store is out of order for long."""
        while True:
            try:
                return await self._tables.outbox.next()
            except StoreError as error:
                log.warning("cannot read the outbox: %s", error)
                await asyncio.sleep(FIRST_WAIT)
            except Exception:
                log.exception("cannot read the outbox")
                await asyncio.sleep(FIRST_WAIT)

    def _note_end(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._places.release()

    async def _carry_out(self, row: OutboxRow) -> None:
        """Send one row and the hands behind it. Whatever happens, rows are handed back, or their table would wait forever."""
        rows: Sequence[OutboxRow] = [row]
        where = {"table": row.subject, "kind": row.kind}
        try:
            with self._tables.outbox.under(row):
                while following := await self._carried_out(rows):
                    rows = following
        except ClaimLost:
            await self._handle_lost_lease(rows)
        except StoreError as error:
            log.warning("cannot return a row: %s", error, extra=where)
            await asyncio.sleep(FIRST_WAIT)
            await self._give_back(rows)
        except Exception:
            log.exception("cannot return a row", extra=where)
            await asyncio.sleep(FIRST_WAIT)
            await self._give_back(rows)

    async def _carried_out(self, rows: Sequence[OutboxRow]) -> Sequence[OutboxRow]:
        """Send a row, or hands of a table one after the other, and note the result. Returns the hands behind that are to be
        sent next.
        """
        outbox = self._tables.outbox
        for number, row in enumerate(rows):
            telemetry.begin(row.payload.press)
            sent, again = await self._send(row)
            if isinstance(row.payload, BoardRow):
                await self._tell_clocks(row, sent, again)
            if sent or again is None:
                self._refused.pop(row.serial, None)
            if not sent:
                await outbox.mark_failed(row, again, sent=rows[:number])
                if again is None:
                    telemetry.GIVEN_UP.labels(row.kind).inc()
                return ()
            _told_in_time(row)
        return await outbox.mark_done(*rows, on=self._main is not None and not self._main.done())

    async def _tell_clocks(self, row: OutboxRow, sent: bool, again: float | None) -> None:
        """Clocks are stopped while the board cannot be shown, and run on when it is."""
        with contextlib.suppress(Refusal):
            if sent:
                await self._tables.times.note_shown(row.subject)
            elif again is None or again >= CLOSED_WAIT or row.attempts >= HOPED:
                await refused.not_shown(self._app, row.subject)

    async def _handle_lost_lease(self, rows: Sequence[OutboxRow]) -> None:
        """Handle a lost lease: this process has slept past it, and another sends the table's rows. What was in flight may have
        restored an older state, so the table is sent again.
        """
        row = rows[0]
        log.warning("row now belongs to another process", extra={"table": row.subject, "kind": row.kind})
        await self._give_back(rows)
        try:
            await self._tables.subjects.show_again(row.subject)
        except Exception:
            log.exception("cannot requeue the table", extra={"table": row.subject})

    async def _give_back(self, rows: Sequence[OutboxRow]) -> None:
        where = {"table": rows[0].subject, "kind": rows[0].kind}
        try:
            await self._tables.outbox.give_back(*rows)
        except StoreError as error:
            log.warning("cannot release a row: %s", error, extra=where)
        except Exception:
            log.exception("cannot release a row", extra=where)

    async def _send(self, row: OutboxRow) -> tuple[bool, float | None]:
        """Returns whether the row was carried out, and if not, the seconds until the next attempt (None: given up)."""
        sent, again = True, None
        try:
            if isinstance(row.payload, TidyRow):
                return await self._tidy(row)
            with extent.showing(self._refused.get(row.serial, (0, Extent.WHOLE))[1]):
                await self._deliveries.carry_out(row)
        except (ClaimLost, StoreError):
            raise
        except Exception as error:  # noqa: BLE001 - judged by what it is
            sent, again = False, await self._judge(row, error)
        try:
            # Sent or given up: the row is finished only if nothing shows what has vanished and what the row has replaced is
            # cleaned.
            if again is None:
                if isinstance(row.payload, BOARDS) and not await fleeting.clear(self._app, row.subject):
                    sent, again = False, _wait(row, ALWAYS)
                else:
                    await self._clean(row)
        except (ClaimLost, StoreError):
            raise
        except Exception as error:  # noqa: BLE001 - judged by what it is
            sent, again = False, await self._judge(row, error)
        if sent:
            await self._flows()
        return sent, again

    async def _judge(self, row: OutboxRow, error: Exception) -> float | None:
        """Returns what a failure means for the row: the seconds until the next attempt, or None to give it up."""
        if isinstance(error, SetAside):
            return ASIDE_WAIT_SECONDS
        if isinstance(error, NoInteractionToken):
            return LONGEST_CLOSED_WAIT  # or until the next press there
        where = {"table": row.subject, "kind": row.kind}
        why = outcome(error)
        if isinstance(error, discord.HTTPException):
            log.warning("Discord refused", extra={**where, "status": error.status, "code": error.code})
        elif isinstance(error, Closed):
            log.info("thread is locked", extra=where)
        elif isinstance(error, (*UNREACHED, discord.RateLimited)):
            log.warning("cannot reach Discord", extra={**where, "error": type(error).__name__})
        else:
            telemetry.FAULTS.labels("row").inc()
            log.error("row failed", exc_info=error, extra=where)
            again = _wait(row, FAULTS)
            if again is None:
                self._tables.fault(row.subject)
            return again
        if isinstance(error, Closed):
            await self._tell(refused.tell_closed, row.subject)
            return _wait(row, ALWAYS, CLOSED_WAIT, LONGEST_CLOSED_WAIT)
        if isinstance(error, discord.RateLimited):
            return error.retry_after
        if why is Outcome.LATER:
            self._failing += 1
            self._waiting.add(row.serial)
            return _wait(row, OUTAGE)
        if why is Outcome.FAULT and isinstance(error, discord.HTTPException):
            return await self._unknown(row, error)
        if why is Outcome.CHANNEL_GONE:
            await self._tell(refused.tell_gone, row.subject)
        if why is Outcome.OUT_OF_REACH:
            await self._tell(refused.tell_host, row.subject)
            if isinstance(row.payload, STANDING):
                return _wait(row, PATIENCE, CLOSED_WAIT, LONGEST_TIDY_WAIT)
        return None

    async def _unknown(self, row: OutboxRow, error: discord.HTTPException) -> float | None:
        """Handle a refusal for an unknown reason: try a smaller extent (`chat.wire.extent`). If that is refused too, tell the
        players.
        """
        if self._app.emoji.may_be_cause(error):
            return 0.0  # the same without emoji
        count, shown = self._refused.get(row.serial, (0, Extent.WHOLE))
        telemetry.FAULTS.labels("row").inc()
        if count + 1 < FAULTS:
            self._refused[row.serial] = count + 1, extent.less_than(shown, error)
            return 0.0  # it is another request, so there is nothing to wait for
        where = {"table": row.subject, "kind": row.kind, "status": error.status, "code": error.code}
        log.error("Discord refused a row permanently", extra=where)
        if isinstance(row.payload, HandRow):
            await self._tell(partial(reminders.mention, seat=row.payload.seat), row.subject)
        elif isinstance(row.payload, BOARDS):
            await self._tell(refused.tell_refused, row.subject)
        return None

    async def _tell(self, people: Callable[[App, int], Awaitable[None]], table: int) -> None:
        """Tell people why a row cannot be carried out. If that fails as well, the next attempt at the row tells them."""
        try:
            await people(self._app, table)
        except (discord.DiscordException, *UNREACHED) as error:
            log.info("cannot notify the players", extra={"table": table, "error": type(error).__name__})

    async def _flows(self) -> None:
        """Note that a row was carried out. If it is the first after several failures, waiting rows are tried immediately; a row
        that alone fails again and again is not.
        """
        outage, self._failing = self._failing > 1, 0
        waiting, self._waiting = self._waiting, set()
        if outage:
            await self._tables.outbox.hasten(waiting)

    async def _clean(self, row: OutboxRow) -> None:
        """Clean what the row has replaced. What Discord does not accept yet is left to a row of its own."""
        try:
            left = await self._app.messenger.clean(row.subject, partial(board_lines.turn_was, self._app, row.subject))
        except discord.RateLimited as limited:
            await self._tables.outbox.tidy(row.subject, limited.retry_after)
            return
        if left is not None:
            await self._tables.outbox.tidy(row.subject, FIRST_WAIT if left is Outcome.LATER else CLOSED_WAIT)

    async def _tidy(self, row: OutboxRow) -> tuple[bool, float | None]:
        """Like `_send`, for a row that cleans the rest of the table's retired messages."""
        left = await self._app.messenger.clean(row.subject, partial(board_lines.turn_was, self._app, row.subject))
        if left is None:
            return True, None
        if left is Outcome.LATER:
            return False, _wait(row, ALWAYS)
        return False, _wait(row, PATIENCE, CLOSED_WAIT, LONGEST_TIDY_WAIT)


def _told_in_time(row: OutboxRow) -> None:
    """Log that a row was sent, and how long after the press that caused it."""
    # Not at `info`: a press is one line there, and rows are counted by the metrics.
    log.debug("row sent", extra={"table": row.subject, "kind": row.kind})
    if isinstance(row.payload, PICTURED) and not row.attempts:
        telemetry.measure(telemetry.SHOWN.labels("hand" if isinstance(row.payload, HandRow) else "board"), telemetry.age())


def _wait(row: OutboxRow, attempts: int, first: float = FIRST_WAIT, longest: float = LONGEST_WAIT) -> float | None:
    """Returns the seconds until the next attempt; None after the last one."""
    return min(first * 2.0 ** min(row.attempts, 16), longest) if row.attempts < attempts else None
