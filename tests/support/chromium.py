"""Headless Chromium for the browser tests."""

import atexit
import os
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright, expect

from sandbox.client import PATIENCE_SECONDS

PROGRAM = os.environ.get("ZAMKI_CHROMIUM", "/usr/bin/chromium")
FLAGS = ["--headless=new", "--remote-debugging-port=0", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
FLAGS += ["--disable-sync", "--disable-background-networking", "--disable-component-update", "--disable-extensions"]
FLAGS += ["--hide-scrollbars", "--mute-audio", "--disable-background-timer-throttling", "--disable-renderer-backgrounding"]
FLAGS += ["--disable-backgrounding-occluded-windows", "--disable-dev-shm-usage", "--force-color-profile=srgb"]

expect.set_options(timeout=PATIENCE_SECONDS * 1000)  # other tests may run at the same time on a slow machine


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Yields an empty browser. All tests of a process share one Chromium, each with its own contexts, since starting one takes
    longer than many tests. Without Chromium the test is skipped, or fails if ZAMKI_CHROMIUM is set.
    """
    if "ZAMKI_CHROMIUM" not in os.environ and not Path(PROGRAM).exists():
        pytest.skip(f"{PROGRAM} is not installed")
    if not _running or _running[-1].process.poll() is not None:
        _running.append(_Chromium())
    async with async_playwright() as play:
        browser = await play.chromium.connect_over_cdp(_running[-1].address)
        yield browser
        for context in browser.contexts[1:]:  # the first is Chromium's own
            await context.close()
        await browser.close()


class _Chromium:
    """A running Chromium, which ends with this process."""

    def __init__(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="zamki-chromium-", ignore_cleanup_errors=True)
        words = [PROGRAM, *FLAGS, f"--user-data-dir={folder.name}", "about:blank"]
        self.process = subprocess.Popen(words, stderr=subprocess.DEVNULL)
        for end in (folder.cleanup, self.process.wait, self.process.terminate):  # last one first
            atexit.register(end)
        port, until = Path(folder.name, "DevToolsActivePort"), time.monotonic() + PATIENCE_SECONDS
        while not (port.exists() and port.read_text().count("\n")):
            assert self.process.poll() is None, f"{PROGRAM} does not start"
            assert time.monotonic() < until, f"{PROGRAM} does not listen"
            time.sleep(0.05)
        number, path = port.read_text().splitlines()
        self.address = f"ws://127.0.0.1:{number}{path}"


_running: list[_Chromium] = []
