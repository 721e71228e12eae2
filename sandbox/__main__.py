"""`python -m sandbox --port 8080` runs the sandbox alone until SIGTERM or SIGINT."""

import argparse
import asyncio
import signal
import sys

from sandbox.server import Sandbox


async def run(port: int, *, until_stdin_closes: bool = False) -> None:
    """Serve until a signal ends it, or until whoever started it is gone and standard input with it."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    if until_stdin_closes:
        reader = asyncio.StreamReader()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        waiting = asyncio.create_task(reader.read())
        waiting.add_done_callback(lambda _: stop.set())
    async with Sandbox(port, recording=False) as sandbox:
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
    parser.add_argument("--until-stdin-closes", action="store_true", help="end when standard input does")
    asked = parser.parse_args()
    try:
        asyncio.run(run(asked.port, until_stdin_closes=asked.until_stdin_closes))
    except OSError as error:
        sys.exit(f"sandbox: {error}. Take another port: --port 0.")


if __name__ == "__main__":
    main()
