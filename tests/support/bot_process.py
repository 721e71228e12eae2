"""The bot as a separate process, beside a sandbox that keeps running."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from unittest.mock import patch

import bot
from sandbox import Sandbox
from sandbox.client import PATIENCE_SECONDS

ROOT = Path(__file__).parents[2]


def environment(folder: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ZAMKI_", "DISCORD_"))}
    return (
        kept
        | {"ZAMKI_DATABASE": str(folder / "zamki.sqlite"), "ZAMKI_STATE": str(folder), "ZAMKI_HEALTH": "127.0.0.1:0"}
        | more
    )


def started(*arguments: str | Path, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the bot as a separate process."""
    return subprocess.run(
        [sys.executable, ROOT / "bot.py", *arguments],
        cwd=folder,
        env=environment(folder, **more),
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )


def zamki(*arguments: str | Path, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run the command line in this process without changing its logs: starting a process takes longer than the command."""
    told, faults = io.StringIO(), io.StringIO()
    here, logs = patch.dict(os.environ, environment(folder, **more), clear=True), patch("service.logs.set_up")
    with here, logs, contextlib.chdir(folder), contextlib.redirect_stdout(told), contextlib.redirect_stderr(faults):
        code = bot.main([str(argument) for argument in arguments])
    return subprocess.CompletedProcess(arguments, code, told.getvalue(), faults.getvalue())


@asynccontextmanager
async def running(sandbox: Sandbox, folder: Path, **more: str) -> AsyncIterator[tuple[asyncio.subprocess.Process, int]]:
    """Run the bot as a separate process; yields it with the port of its health check once it is ready."""
    given = environment(folder, DISCORD_TOKEN=sandbox.token, ZAMKI_API=sandbox.api, ZAMKI_GATEWAY=sandbox.gateway, **more)
    process = await asyncio.create_subprocess_exec(
        sys.executable, ROOT / "bot.py", cwd=folder, env=given, stderr=asyncio.subprocess.PIPE
    )
    assert process.stderr is not None
    told = b""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while b"zamki: ready" not in told:
                line = await process.stderr.readline()
                assert line, told.decode()
                told += line
        yield process, int(re.findall(rb"health check on port (\d+)", told)[0])
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
