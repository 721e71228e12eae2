"""Tables that keep failing rest for a while."""

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
"""Number of faults that set a table aside; seconds within which they count; seconds for which the table is set aside."""


class Breaker:
    """Sets tables aside after repeated faults. `broke` is called with each table set aside by a fault of this process, and
    until when; `failed` with the table of each such fault.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._faults: defaultdict[int, list[float]] = defaultdict(list)
        self._until: dict[int, float] = {}
        self.broke: list[Callable[[int, float], None]] = []
        self.failed: list[Callable[[int], None]] = []

    def fault(self, table: int) -> None:
        """Record a fault of this process at a table."""
        telemetry.FAULTS.labels("table").inc()
        for tell_others in self.failed:
            tell_others(table)
        until = self.count_fault(table)
        if until is None:
            return
        telemetry.BROKEN.inc()
        log.error("table %s is set aside for %d minutes: it has failed %d times", table, REST // 60, FAULTS)
        for tell in self.broke:
            tell(table, until)

    def count_fault(self, table: int) -> float | None:
        """Count a fault of any process. Returns until when it sets the table aside; None: it does not, or it already was."""
        now = self._clock.now()
        recent = [at for at in self._faults[table] if at > now - WITHIN]
        self._faults[table] = [*recent[1 - FAULTS :], now]
        if len(self._faults[table]) < FAULTS or self.until(table) is not None:
            return None
        self._until[table] = now + REST
        return now + REST

    def until(self, table: int) -> float | None:
        """Returns until when (Unix seconds) the table is set aside; None: it is not."""
        until = self._until.get(table)
        if until is not None and until <= self._clock.now():
            del self._until[table]
            return None
        return until

    def forget(self, table: int) -> None:
        """Discard the faults of a table that is over."""
        self._until.pop(table, None)
        self._faults.pop(table, None)

    def __len__(self) -> int:
        """Returns how many tables are currently set aside."""
        return sum(self.until(table) is not None for table in tuple(self._until))

    @contextmanager
    def watching(self, table: int) -> Iterator[None]:
        """Count an exception in the block as a fault of the table, unless it is a refusal."""
        try:
            yield
        except (Refusal, IllegalMove):
            raise
        except Exception:
            self.fault(table)
            raise
