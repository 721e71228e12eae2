"""Tables that fail again and again are left alone for a while, before they wear out everybody else's bot.

A fault is one of ours: a rule, a view or a picture that raises what is no refusal. What the store or Discord do is no table's
fault. Three within half an hour, and the table is set aside for a quarter of an hour; then it is tried again, and one more sets
it aside again. Processes that share a store tell each other of each fault, so that three are three wherever they happen; the
one at which the third happens has it told. All of it lies in memory: a restarted process tries every table at once,
since an update may well have fixed it, and after three more faults the table is set aside again and its people are told again.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from data import telemetry
from engines.contract import IllegalMove
from tables.errors import Refusal
from tables.time.clock import Clock

log = logging.getLogger(__name__)

FAULTS = 3
WITHIN = 1800.0
REST = 900.0
"""Faults, and the seconds within which that many set a table aside; seconds for which they do."""


class Breaker:
    """`broke` is called with each table that is set aside by a fault of this process, and until when; `failed` with the table
    of each such fault.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._faults: defaultdict[int, list[float]] = defaultdict(list)
        self._until: dict[int, float] = {}
        self.broke: list[Callable[[int, float], None]] = []
        self.failed: list[Callable[[int], None]] = []

    def fault(self, table: int) -> None:
        """Something of ours failed at a table."""
        telemetry.FAULTS.labels("table").inc()
        for tell_others in self.failed:
            tell_others(table)
        until = self.heard(table)
        if until is None:
            return
        telemetry.BROKEN.inc()
        log.error("table %s is set aside for %d minutes: it has failed %d times", table, REST // 60, FAULTS)
        for tell in self.broke:
            tell(table, until)

    def heard(self, table: int) -> float | None:
        """Count a fault, which may be another process's. Until when the table is set aside by it; None: it is not, or was."""
        now = self._clock.now()
        recent = [at for at in self._faults[table] if at > now - WITHIN]
        self._faults[table] = [*recent[1 - FAULTS :], now]
        if len(self._faults[table]) < FAULTS or self.until(table) is not None:
            return None
        self._until[table] = now + REST
        return now + REST

    def until(self, table: int) -> float | None:
        """Until when (Unix) the table is set aside; None: it is not."""
        until = self._until.get(table)
        if until is not None and until <= self._clock.now():
            del self._until[table]
            return None
        return until

    def forget(self, table: int) -> None:
        """The table is over: whatever failed is of no matter any more."""
        self._until.pop(table, None)
        self._faults.pop(table, None)

    def __len__(self) -> int:
        """How many tables are set aside now."""
        return sum(self.until(table) is not None for table in tuple(self._until))

    @contextmanager
    def watching(self, table: int) -> Iterator[None]:
        """Count it as the table's fault if the block raises what is no refusal."""
        try:
            yield
        except (Refusal, IllegalMove):
            raise
        except Exception:
            self.fault(table)
            raise
