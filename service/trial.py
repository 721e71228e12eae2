"""The sandbox beside the bot: `make play`. It is a process of its own, which ends with the bot however the bot ends."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from service.settings import BadSettings, Settings

PATIENCE = 20.0
"""Seconds until the sandbox must have told its addresses."""


@asynccontextmanager
async def sandbox_for(settings: Settings, port: int) -> AsyncIterator[tuple[Settings, str]]:
    """Start the sandbox; yields settings that point at it, and the page's address. Raises BadSettings if it cannot start."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "sandbox", "--port", str(port), "--until-stdin-closes"),
        cwd=Path(__file__).parent.parent,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        told = await _addresses(process, port)
        yield msgspec.structs.replace(settings, token=told["token"], api=told["api"], gateway=told["gateway"]), told["page"]
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def _addresses(process: asyncio.subprocess.Process, port: int) -> dict[str, str]:
    """The lines `page`, `api`, `gateway` and `token` that the sandbox prints when it serves."""
    told: dict[str, str] = {}
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            while "token" not in told:
                line = (await process.stdout.readline()).decode()
                if not line:
                    raise BadSettings(
                        f"The sandbox could not start on port {port}. Take another one: bot.py --sandbox --port 0."
                    )
                name, _, value = line.strip().partition(" ")
                told[name] = value.strip()
    except TimeoutError:
        raise BadSettings("The sandbox does not answer.") from None
    return told
