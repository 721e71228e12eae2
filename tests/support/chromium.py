"""Headless Chromium for the browser tests."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright, expect

from sandbox.client import PATIENCE_SECONDS

PROGRAM = os.environ.get("ZAMKI_CHROMIUM", "/usr/bin/chromium")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
FLAGS += ["--disable-background-networking", "--disable-component-update"]

expect.set_options(timeout=PATIENCE_SECONDS * 1000)  # other tests may run beside it on a slow machine


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """A browser with nothing in it. Without Chromium the test is skipped, but where ZAMKI_CHROMIUM is set it fails."""
    if "ZAMKI_CHROMIUM" not in os.environ and not Path(PROGRAM).exists():
        pytest.skip(f"{PROGRAM} is not installed")
    async with async_playwright() as play:
        browser = await play.chromium.launch(executable_path=PROGRAM, args=FLAGS)
        yield browser
        await browser.close()
