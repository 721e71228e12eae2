"""Log lines for people and machines, and the health check over real HTTP."""

import asyncio
import datetime as dt
import inspect
import json
import logging
import platform
import socket
from types import ModuleType, SimpleNamespace
from typing import Any

import aiohttp
import discord.client
import discord.shard
import pytest
from prometheus_client.parser import text_string_to_metric_families

from data import telemetry
from data.errors import StoreUnreachable
from data.program import ZAMKI
from data.records.results import TableCount
from service import health, logs, run
from service.metrics import Figures, text


def test_json_lines_carry_the_extras(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("json", "info")
    logging.getLogger("zamki.tables").info("zażółć %d", 3, extra={"table": 42})
    line = json.loads(capsys.readouterr().err)
    assert (line["message"], line["table"], line["level"], line["logger"]) == ("zażółć 3", 42, "info", "zamki.tables")


def test_plain_lines_carry_the_extras_too(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("plain", "info")
    telemetry.begin(144)
    logging.getLogger("chat.outbox.sender").info("told", extra={"table": 42})
    line = capsys.readouterr().err
    assert line.endswith("info    chat.outbox.sender: told (table=42, press=144)\n")
    assert dt.datetime.strptime(f"{line[:19]} +0000", "%Y-%m-%d %H:%M:%S %z"), "with its date"


def test_plain_lines_tell_an_error_whole(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("plain", "info")
    try:
        raise RuntimeError("why")
    except RuntimeError:
        logging.getLogger("zamki").exception("failed")
    text = capsys.readouterr().err
    assert "error   zamki: failed" in text
    assert "RuntimeError: why" in text


@pytest.mark.parametrize("form", ["plain", "json"])
@pytest.mark.parametrize(
    ("module", "message", "argument"),
    [
        (discord.shard, "Attempting a reconnect for shard ID %s in %.2fs", (0, 1.5)),
        (discord.shard, "Failed to connect for shard_id: %s. Retrying...", (0,)),
        (discord.client, "Attempting a reconnect in %.2fs", (1.5,)),
    ],
)
def test_an_outage_of_discord_is_a_line_for_each_try(
    form: str, module: ModuleType, message: str, argument: tuple[float, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert f"'{message}'" in inspect.getsource(module), "discord.py words it otherwise now"
    logs.set_up(form, "info")
    try:
        raise aiohttp.ClientConnectionError("no network")
    except aiohttp.ClientConnectionError:
        logging.getLogger(module.__name__).exception(message, *argument)
    (line,) = capsys.readouterr().err.splitlines()
    assert f"{message % argument} (no network)" in line


@pytest.mark.parametrize("form", ["plain", "json"])
@pytest.mark.parametrize("wrapped", [False, True])
def test_a_store_that_is_away_is_one_line_whoever_meets_it(
    form: str, *, wrapped: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.set_up(form, "info")
    try:
        try:
            raise StoreUnreachable("PostgreSQL does not answer (100% refused).")
        except StoreUnreachable as error:
            if not wrapped:
                raise
            raise RuntimeError("suggestions") from error
    except (StoreUnreachable, RuntimeError):
        logging.getLogger("discord.app_commands").exception("Ignoring exception in autocomplete for %r", "move")
    text = capsys.readouterr().err
    assert text.count("\n") == 1
    assert "Ignoring exception in autocomplete for 'move': PostgreSQL does not answer (100% refused). Start PostgreSQL" in text


def test_discords_library_never_logs_its_debug_lines() -> None:
    logs.set_up("plain", "debug")
    assert logging.getLogger("discord.http").getEffectiveLevel() == logging.INFO
    assert logging.getLogger("zamki").getEffectiveLevel() == logging.DEBUG


SILENT = Figures(ready=False, store="postgresql", answered=False, servers=3, shards=2, processes=4)


async def figures() -> Figures:
    return SILENT


def read(told: bytes) -> dict[str, float]:
    """Every figure as Prometheus' own parser reads it."""
    return {
        sample.name + "".join(f" {value}" for value in sample.labels.values()): sample.value
        for family in text_string_to_metric_families(told.decode())
        for sample in family.samples
    }


def test_the_figures_are_such_as_prometheus_reads() -> None:
    counts = (TableCount("torres", "lobby", 2), TableCount("torres", "playing", 5))
    known = Figures(
        ready=True,
        store="sqlite",
        answered=True,
        servers=7,
        shards=0,
        processes=1,
        tables=counts,
        wishes=3,
        sessions=4,
        waiting=9,
        late=1.5,
        aside=2,
        logins=987,
        doubled=True,
        copied=86400.0,
    )
    told = read(text(known))
    measured = {family.name for family in telemetry.REGISTRY.collect()}
    assert {
        name: value for name, value in told.items() if name.startswith("zamki_") and not name.startswith(tuple(measured))
    } == {
        f"zamki_build_info {platform.python_version()} {ZAMKI}": 1,
        "zamki_ready": 1,
        "zamki_servers": 7,
        "zamki_shards": 0,
        "zamki_processes": 1,
        "zamki_store_up sqlite": 1,
        "zamki_tables torres lobby": 2,
        "zamki_wishes": 3,
        "zamki_page_sessions": 4,
        "zamki_tables torres playing": 5,
        "zamki_outbox_rows": 9,
        "zamki_outbox_late_seconds": 1.5,
        "zamki_direct_flagged": 0,
        "zamki_aside": 2,
        "zamki_logins_left": 987,
        "zamki_doubled": 1,
        "zamki_backup_timestamp_seconds": 86400,
    }
    assert told["process_resident_memory_bytes"] > 1e6


async def test_what_a_silent_store_would_tell_is_left_out() -> None:
    async def report() -> health.Report:
        return {"ready": False}

    async with (
        health.serving(("127.0.0.1", 0), report, figures) as port,
        aiohttp.ClientSession(f"http://127.0.0.1:{port}") as http,
        http.get("/metrics") as answer,
    ):
        assert (answer.status, answer.content_type) == (200, "text/plain")
        told = read(await answer.read())
    assert (told["zamki_store_up postgresql"], told["zamki_shards"], told["zamki_processes"]) == (0, 2, 4)
    assert not [name for name in told if name.startswith(("zamki_tables", "zamki_outbox"))]


async def test_live_and_ready_tell_apart() -> None:
    state: health.Report = {"ready": False, "discord": "connecting"}

    async def report() -> health.Report:
        return state

    async with (
        health.serving(("127.0.0.1", 0), report, figures) as port,
        aiohttp.ClientSession(f"http://127.0.0.1:{port}") as http,
    ):
        async with http.get("/live") as answer:
            assert answer.status == 200
        async with http.get("/ready") as answer:
            assert (answer.status, await answer.json()) == (503, state)
        state = {"ready": True}
        async with http.get("/ready") as answer:
            assert answer.status == 200


async def test_what_cannot_be_read_is_no_line_of_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    async def report() -> health.Report:
        return {"ready": True}

    logs.set_up("plain", "info")
    async with health.serving(("127.0.0.1", 0), report, figures) as port:
        for asked in (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", b"GET /" + b"secret" * 2000 + b" HTTP/1.1\r\n\r\n"):
            incoming, outgoing = await asyncio.open_connection("127.0.0.1", port)
            outgoing.write(asked)
            assert b" 400 " in await incoming.readline()
            outgoing.close()
    assert "aiohttp.server" not in capsys.readouterr().err


@pytest.mark.parametrize(("connected", "closed", "failing"), [(False, False, False), (True, True, False), (True, False, True)])
def test_a_bot_whose_pictures_fail_is_not_ready(connected: bool, closed: bool, failing: bool) -> None:
    def bot(connected: bool, closed: bool, failing: bool) -> Any:
        app = SimpleNamespace(pictures=SimpleNamespace(failing=failing))
        return SimpleNamespace(can_answer=lambda: connected and not closed, app=app)

    assert run._plays(bot(connected=True, closed=False, failing=False))
    assert not run._plays(bot(connected, closed, failing))


async def test_a_taken_port_is_an_error_and_none_serves_nothing() -> None:
    async def report() -> health.Report:
        return {"ready": True}

    async with health.serving(None, report, figures) as port:
        assert port is None
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(OSError, match="in use"):
            async with health.serving(taken.getsockname(), report, figures):
                pass
