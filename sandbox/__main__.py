"""`python -m sandbox --port 8080` runs the sandbox alone until SIGTERM or SIGINT."""

import argparse
import asyncio
import signal
import sys

from sandbox.server import Sandbox


async def run(port: int) -> None:
    """Serve until a signal ends it."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    async with Sandbox(port) as sandbox:
        lines = (
            f"page     {sandbox.url}/",
            f"api      {sandbox.api}",
            f"gateway  {sandbox.gateway}",
            f"token    {sandbox.token}",
        )
        sys.stdout.write("\n".join(lines) + "\n")
        sys.stdout.flush()
        await stop.wait()


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(prog="python -m sandbox", description="A Discord of its own on loopback.")
    parser.add_argument("--port", type=int, default=8080, help="port on 127.0.0.1; 0 takes a free one")
    asyncio.run(run(parser.parse_args().port))


if __name__ == "__main__":
    main()
