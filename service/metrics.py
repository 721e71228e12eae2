"""Metrics for Prometheus on the health check's port: the contents of the store, the state of this process, and its measurements
(`data/telemetry.py`). None of them names a person, a server or a move.
"""

import asyncio
import platform
from collections.abc import Sequence

import msgspec
from prometheus_client import CollectorRegistry, Gauge, Info, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from data import telemetry
from data.program import ZAMKI
from data.records.results import TableCount

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4


LOOK_SECONDS = 0.25
"""Seconds between two measurements of the event loop's delay."""


async def watch_loop() -> None:
    """Measure the event loop's delay forever."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LOOK_SECONDS
        await asyncio.sleep(LOOK_SECONDS)
        telemetry.LOOP.observe(max(0.0, loop.time() - due))


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """The metrics at one moment. Those from the store are about all processes, and empty while the store does not answer."""

    ready: bool
    """As in `/ready`."""
    store: str
    """The kind of store: `sqlite` or `postgresql`."""
    answered: bool
    """Whether the store answered."""
    servers: int
    """Discord servers of this process's shards."""
    shards: int
    """Shards that this process holds by leases; 0 for all, without leases."""
    processes: int
    """Live processes on this store."""
    tables: Sequence[TableCount] = ()
    """Numbers of tables, by game and state."""
    wishes: int = 0
    """People who look for a game."""
    sessions: int = 0
    """Sessions of people who play on pages."""
    waiting: int = 0
    """Outbox rows to be sent."""
    late: float = 0.0
    """Seconds for which the oldest of them has been due."""
    aside: int = 0
    """Tables that this process has set aside."""
    flagged: bool = False
    """Whether Discord has flagged the bot as spam, so that it sends no direct messages."""
    logins: int | None = None
    """Logins that Discord allows until the end of its day; None if it has not said."""
    doubled: bool = False
    """Whether another copy of this bot answers presses."""
    copied: float | None = None
    """When (Unix) the newest regular backup was made; None if there is none, or if the bot makes none."""


def text(figures: Figures) -> bytes:
    """Returns the metrics in Prometheus text format 0.0.4, with memory, CPU time and open files of this process."""
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    Info("zamki_build", "What runs", registry=registry).info({"version": ZAMKI, "python": platform.python_version()})

    def gauge(name: str, about: str, value: float) -> None:
        Gauge(f"zamki_{name}", about, registry=registry).set(value)

    gauge("ready", "1 when Discord is connected, the store answers and pictures can be drawn", figures.ready)
    gauge("servers", "Discord servers of this process", figures.servers)
    gauge("shards", "Shards of the gateway that this process holds by leases", figures.shards)
    gauge("processes", "Processes that live on this store", figures.processes)
    up = Gauge("zamki_store_up", "1 when the store answers", ["store"], registry=registry)
    up.labels(figures.store).set(figures.answered)
    if figures.answered:
        tables = Gauge("zamki_tables", "Tables, by game and state", ["game", "state"], registry=registry)
        for count in figures.tables:
            tables.labels(count.game, count.state).set(count.tables)
        gauge("wishes", "People who look for a game", figures.wishes)
        gauge("page_sessions", "Sessions of people who play on pages, until a month after their last use", figures.sessions)
        gauge("outbox_rows", "What Discord has yet to be told, in rows", figures.waiting)
        gauge("outbox_late_seconds", "For how long the row that has waited longest has been due", figures.late)
        gauge("direct_flagged", "1 while Discord takes the bot for spam: nobody is written to directly", figures.flagged)
    gauge("aside", "Tables that this process has set aside: it cannot load them, or they failed again and again", figures.aside)
    gauge("doubled", "1 while another copy of this bot answers presses", figures.doubled)
    if figures.logins is not None:
        gauge("logins_left", "Logins that Discord allows until the end of its day", figures.logins)
    if figures.copied is not None:
        gauge("backup_timestamp_seconds", "When the newest regular backup was made", figures.copied)
    return generate_latest(registry) + generate_latest(telemetry.REGISTRY)
