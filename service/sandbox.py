"""The sandbox beside the bot: `make play`. It is a separate process, which ends with the bot in any case."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from service import health
from service.run import run
from service.settings import BadSettings, Settings

ROOT = Path(__file__).parent.parent

DATABASE = "var/sandbox.sqlite"
"""The sandbox's database, separate from the real tables."""

PORT = 8080
"""The default port of the page."""

OTHER_PORT = "Choose another one: python zamki.py play --port 8090."

PATIENCE_SECONDS = 20.0
"""Seconds within which the sandbox must have printed its addresses."""


def settings_for(settings: Settings, port: int) -> Settings:
    """Returns the settings of a sandbox on a port: with its own health check and database, unless the settings name others.

    So two sandboxes on two ports can run at the same time. The health check uses the port after the page's (port 0: a free
    one); raises BadSettings for a port that does not exist.
    """
    if not 0 <= port < 65535:
        raise BadSettings(f"PORT={port}: write a number from 1 to 65534, such as 8090, or 0 for a free one.")
    usual = Settings()
    if settings.health == usual.health:
        settings = msgspec.structs.replace(settings, health=f"127.0.0.1:{port + 1 if port else 0}")
    if settings.database == usual.database:
        database = DATABASE if port in (0, PORT) else DATABASE.replace(".sqlite", f"-{port}.sqlite")
        settings = msgspec.structs.replace(settings, database=database)
    return settings


def check_free(settings: Settings, port: int) -> None:
    """Raises BadSettings if there is no sandbox to start, or if the page's port or the health check's is taken."""
    if not (ROOT / "sandbox").is_dir():
        raise BadSettings("This installation has no sandbox (the container image leaves it out). Take a checkout.")
    if health.is_taken(("127.0.0.1", port)):
        raise BadSettings(f"Port {port} is taken, perhaps by another sandbox. {OTHER_PORT}")
    if settings.health_address is not None and health.is_taken(settings.health_address):
        raise BadSettings(
            f"The health check's address {settings.health} is taken. Set ZAMKI_HEALTH to another, or to nothing,"
            " or choose another port for the page, which the health check follows: python zamki.py play --port 8090."
        )


async def play(settings: Settings, asked_port: int | None) -> int:
    """Run the bot in a sandbox on this port; returns the exit code. Raises BadSettings."""
    port = PORT if asked_port is None else asked_port
    settings = settings_for(settings, port)
    check_free(settings, port)
    async with sandbox_for(settings, port) as (of_sandbox, page):

        def say_so() -> None:
            sys.stdout.write(f"\n  Zamki is open: {page}\n  Type /zamki start there. Ctrl+C ends it.\n\n")
            sys.stdout.flush()

        return await run(of_sandbox, say_so)


@asynccontextmanager
async def sandbox_for(settings: Settings, port: int) -> AsyncIterator[tuple[Settings, str]]:
    """Start the sandbox; yields settings that point at it, and the page's address. Raises BadSettings if it cannot start."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "sandbox", "--port", str(port), "--until-stdin-closes"),
        cwd=ROOT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        # Ctrl+C reaches every process of the terminal's group: the bot disconnects first, then ends the sandbox, which ignores
        # the signal (and on Windows, which has no sessions, relies on that).
        start_new_session=True,
    )
    try:
        addresses = await _addresses(process, port)
        yield (
            msgspec.structs.replace(settings, token=addresses["token"], api=addresses["api"], gateway=addresses["gateway"]),
            addresses["page"],
        )
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def _addresses(process: asyncio.subprocess.Process, port: int) -> dict[str, str]:
    """Read the lines `page`, `api`, `gateway` and `token` that the sandbox prints when it serves."""
    addresses: dict[str, str] = {}
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while "token" not in addresses:
                line = (await process.stdout.readline()).decode()
                if not line:
                    raise BadSettings(f"The sandbox could not start on port {port}. {OTHER_PORT}")
                name, _, value = line.strip().partition(" ")
                addresses[name] = value.strip()
    except TimeoutError:
        raise BadSettings("The sandbox does not answer.") from None
    return addresses
