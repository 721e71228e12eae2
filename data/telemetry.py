"""Telemetry: the current press, and what is measured while the bot runs."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

EPOCH = 1_420_070_400.0
"""Unix time at which snowflakes start; they count milliseconds from bit 22 on."""

LONGEST = 3600.0
"""Seconds; a press that seems older indicates wrong clocks."""

APART_SECONDS = 10.0
"""Seconds by which this computer's clock and Discord's may disagree: a press takes some of them to arrive."""

_apart = 0.0
"""Seconds by which this computer's clock was ahead of Discord's at the latest press."""

_press: ContextVar[tuple[int, float]] = ContextVar("press", default=(0, 0.0))

REGISTRY = CollectorRegistry()

QUICK = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
SLOW = (0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0, 120.0)
"""Upper bounds of histograms in seconds: for short operations, and for what people wait for."""


def begin(press: int, arrived: float | None = None) -> None:
    """Attribute what this task does from now on, and the tasks it starts, to this press (0: none); `arrived` (monotonic): when
    it arrived, by default now.
    """
    _press.set((press, time.monotonic() if arrived is None else arrived))


def compare(press: int) -> float | None:
    """Compare this computer's clock with Discord's, which has stamped a press that has just arrived. Returns the seconds by
    which it is ahead, if they disagree and did not before.
    """
    global _apart
    before, _apart = _apart, _seconds(press)
    return _apart if abs(_apart) > APART_SECONDS >= abs(before) else None


def _seconds(press: int) -> float:
    return time.time() - EPOCH - (press >> 22) / 1000


def press() -> int:
    """Returns the id of the current press; 0: none."""
    return _press.get()[0]


def since() -> float | None:
    """Returns the seconds since the press arrived at this process; None: there is no press."""
    number, arrived = _press.get()
    return time.monotonic() - arrived if number else None


def age() -> float | None:
    """Returns the seconds since the person pressed, at whatever process; None: there is no press, or the clocks disagree."""
    number = press()
    if not number or abs(_apart) > APART_SECONDS:
        return None
    seconds = _seconds(number)
    return seconds if 0 <= seconds < LONGEST else None


def _histogram(name: str, about: str, *labels: str, bounds: tuple[float, ...] = QUICK) -> Histogram:
    return Histogram(f"zamki_{name}_seconds", about, labels, registry=REGISTRY, buckets=bounds)


def _counter(name: str, about: str, *labels: str) -> Counter:
    return Counter(f"zamki_{name}", about, labels, registry=REGISTRY)


def _gauge(name: str, about: str) -> Gauge:
    return Gauge(f"zamki_{name}", about, registry=REGISTRY)


ACKNOWLEDGED = _histogram("acknowledgement", "From a press's arrival until Discord has its acknowledgement (3 s at most)")
SHOWN = _histogram("press_to_picture", "From a press until its picture is in Discord", "where", bounds=SLOW)
"""`where`: the person's own `answer`, the table's public `board`, a `hand` in direct messages."""

LOOP = _histogram("loop_delay", "By how much the event loop was late")
STORE = _histogram("store", "A transaction of the store, from its turn to its end")
STORE_WAIT = _histogram("store_wait", "For how long a transaction waited for its turn")
LIMIT_WAIT = _histogram("rate_limit_wait", "For how long a request to Discord was held back", bounds=SLOW)
DISCORD = _counter("discord_answers", "What Discord answered to requests", "status")
"""`status`: `2xx`, `4xx`, `429`, `5xx`, or `none` if there was no answer."""

PICTURE = _histogram("picture", "Drawing one picture, without the wait for its turn", "kind", bounds=SLOW)
THOUGHT = _histogram("computer_move", "A computer player's move, from asking to answer", "game", "level", bounds=SLOW)
BY_LOT = _counter("computer_moves_by_lot", "Moves by lot, where no computer player answered", "game")

INTERACTIONS = _counter("interactions", "Presses, commands and forms that Discord has delivered")
FAULTS = _counter("faults", "What went wrong by a fault of ours", "where")
"""`where`: an `answer` to a press, an outbox `row`, a `picture`, a `table` and its rules."""
GIVEN_UP = _counter("rows_given_up", "What Discord was to be told and never will be", "kind")
OUTAGE = _counter("unreachable_seconds", "Seconds for which people of a shard could not be answered, once they can again")
PAGE_BYTES = _counter("page_bytes", "Bytes that pages have sent to readers, before compression on the way")
PAGE_STREAMS = _gauge("page_streams", "Readers of pages who are told of changes as they happen")
BROKEN = _counter("set_aside", "Tables set aside after faults, again and again")


def measure(what: Histogram, seconds: float | None) -> None:
    """Record a time, if known."""
    if seconds is not None:
        what.observe(seconds)


@contextmanager
def picture(kind: str) -> Iterator[None]:
    """Measure how long the block takes to make a picture; if it fails, count a fault."""
    with PICTURE.labels(kind).time():
        try:
            yield
        except Exception:
            FAULTS.labels("picture").inc()
            raise


@asynccontextmanager
async def store_turn(lock: asyncio.Lock) -> AsyncIterator[None]:
    """Hold the lock for a transaction of the store, measuring the wait for it and the time in it."""
    with STORE_WAIT.time():
        await lock.acquire()
    try:
        with STORE.time():
            yield
    finally:
        lock.release()


for where in ("answer", "picture", "row", "table"):
    FAULTS.labels(where)  # so that a rate without faults is 0 and not unknown
