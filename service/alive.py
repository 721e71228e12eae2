"""`bot.py health`: asks the health check of these settings whether the bot is running.

A container calls this every half minute, so nothing slow is imported here.
"""

import http.client
import sys

from service.settings import Settings

ANSWER_SECONDS = 2.0
"""Timeout in seconds for finding out what is at an address."""

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - where to ask a server that listens everywhere


def answers(address: tuple[str, int]) -> bool:
    """Returns whether a Zamki bot answers at an address."""
    connection = http.client.HTTPConnection(EVERYWHERE.get(address[0], address[0]), address[1], timeout=ANSWER_SECONDS)
    try:
        connection.request("GET", "/live")
        return connection.getresponse().read(100).replace(b" ", b"") == b'{"live":true}'
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def health(settings: Settings) -> int:
    """Print whether the bot answers; returns 1 if not. A health check that is switched off is no fault."""
    alive = settings.health_address is None or answers(settings.health_address)
    text = "answers" if alive else f"does not answer at {settings.health}. Is the bot running, with the same ZAMKI_HEALTH?"
    sys.stdout.write("the health check is switched off\n" if not settings.health else f"the bot {text}\n")
    return 0 if alive else 1
