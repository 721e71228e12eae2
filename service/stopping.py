"""How the system asks the bot to stop (SIGTERM and Ctrl+C, on Windows also Ctrl+Break and closing its window), and what the bot
answers: its exit code.
"""

import asyncio
import signal

NO_RESTART = 78
"""The exit code if another start cannot help (EX_CONFIG of sysexits.h): the systemd unit leaves the bot stopped then."""

NAMES = ("SIGTERM", "SIGINT", "SIGBREAK")


def set_by_signals(stop: asyncio.Event) -> None:
    """Make these signals set `stop` from now on, as long as this loop runs."""
    loop = asyncio.get_running_loop()
    for number in (getattr(signal, name) for name in NAMES if hasattr(signal, name)):
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:  # Windows, whose loop any handler wakes
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
