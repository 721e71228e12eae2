"""`python -m sandbox --port 8080` runs the sandbox alone until SIGTERM or SIGINT."""

import argparse
import asyncio
import os
import signal
import sys
import threading

from sandbox.server import Sandbox


async def run(port: int, *, until_stdin_closes: bool = False) -> None:
    """Serve until a signal arrives or, with `until_stdin_closes`, until standard input closes because the parent process has
    ended. Ctrl+C, which reaches both processes, is then left to the parent.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()

    def end(*_: object) -> None:
        loop.call_soon_threadsafe(stop.set)

    def wait_for_the_end_of_input() -> None:
        while os.read(0, 1024):
            pass
        end()

    for number in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:  # Windows, where any handler wakes the loop
            signal.signal(number, end)
    # A thread reads standard input, because on Windows the event loop cannot read such a pipe.
    if until_stdin_closes:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        threading.Thread(target=wait_for_the_end_of_input, daemon=True).start()
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
