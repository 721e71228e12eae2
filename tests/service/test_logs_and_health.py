"""Log lines for people and machines, and the health check over real HTTP."""

import json
import logging
import socket

import aiohttp
import pytest

from service import health, logs


@pytest.fixture(autouse=True)
def _leave_logging_as_it_was():
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level


def test_json_lines_carry_the_extras(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("json", "info")
    logging.getLogger("zamki.tables").info("zażółć %d", 3, extra={"table": 42})
    line = json.loads(capsys.readouterr().err)
    assert (line["message"], line["table"], line["level"], line["logger"]) == ("zażółć 3", 42, "info", "zamki.tables")


def test_plain_lines_tell_an_error_whole(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("plain", "info")
    try:
        raise RuntimeError("why")
    except RuntimeError:
        logging.getLogger("zamki").exception("failed")
    text = capsys.readouterr().err
    assert "error   zamki: failed" in text
    assert "RuntimeError: why" in text


def test_discords_library_never_logs_its_debug_lines() -> None:
    logs.set_up("plain", "debug")
    assert logging.getLogger("discord.http").getEffectiveLevel() == logging.INFO
    assert logging.getLogger("zamki").getEffectiveLevel() == logging.DEBUG


async def test_live_and_ready_tell_apart() -> None:
    state: health.Report = {"ready": False, "discord": "connecting"}

    async def report() -> health.Report:
        return state

    async with health.serving(("127.0.0.1", 0), report) as port, aiohttp.ClientSession(f"http://127.0.0.1:{port}") as http:
        async with http.get("/live") as answer:
            assert answer.status == 200
        async with http.get("/ready") as answer:
            assert (answer.status, await answer.json()) == (503, state)
        state = {"ready": True}
        async with http.get("/ready") as answer:
            assert answer.status == 200


async def test_a_taken_port_is_an_error_and_none_serves_nothing() -> None:
    async def report() -> health.Report:
        return {"ready": True}

    async with health.serving(None, report) as port:
        assert port is None
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(OSError, match="in use"):
            async with health.serving(taken.getsockname(), report):
                pass
