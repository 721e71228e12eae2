"""Log lines on standard error, for people (`plain`) or machines (`json`: one object a line).

Lines caused by a press have its id as `press`, from the press to the posts that follow from it, in whichever process.

A fault of the store is one line, whoever meets it, and so is each new try to reach Discord. discord.py always logs at `info`,
since its debug lines contain interaction tokens.
"""

import datetime as dt
import json
import logging
import sys

from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.web import RequestPayloadError

from data import telemetry
from data.errors import StoreError

RECONNECTS = ("Attempting a reconnect", "Failed to connect for shard_id")
"""How messages of discord.py begin that tell with a traceback why a connection ended or could not be made."""

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


def _extras(record: logging.LogRecord) -> dict[str, object]:
    """Returns what was passed as `extra`."""
    return {key: value for key, value in vars(record).items() if key not in _STANDARD}


class JsonLines(logging.Formatter):
    """One JSON object a line: time (UTC), level, logger, message, and what was passed as `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": dt.datetime.fromtimestamp(record.created, dt.UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= _extras(record)
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class PlainLines(logging.Formatter):
    """`2026-11-24 10:36:06 info    chat.outbox.sender: told (table=7, kind=board, press=1441…)`."""

    def format(self, record: logging.LogRecord) -> str:
        moment = dt.datetime.fromtimestamp(record.created).astimezone().strftime("%Y-%m-%d %H:%M:%S")
        line = f"{moment} {record.levelname.lower():<7} {record.name}: {record.getMessage()}"
        if extras := ", ".join(f"{key}={value}" for key, value in _extras(record).items()):
            line += f" ({extras})"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def add_press(record: logging.LogRecord) -> bool:
    """Add the id of the press that caused a log line."""
    if press := telemetry.press():
        record.press = press
    return True


def shorten_known(record: logging.LogRecord) -> bool:
    """Make one line of a fault of the store, which says itself what is wrong. Otherwise whoever meets it (the clocks, the
    computer players, discord.py) would print a traceback every few seconds while PostgreSQL is away.
    """
    error = record.exc_info[1] if record.exc_info else None
    while error is not None and not isinstance(error, StoreError):
        error = error.__cause__
    if error is not None:
        record.msg, record.args = f"{record.getMessage()}: {error}", ()
        record.exc_info = record.exc_text = None
    return True


def shorten_reconnects(record: logging.LogRecord) -> bool:
    """Make one line of a connection to Discord that is tried again. Its traceback, at each try of an outage, shows only
    discord.py and aiohttp.
    """
    error = record.exc_info[1] if record.exc_info else None
    if error is not None and record.name.startswith("discord.") and str(record.msg).startswith(RECONNECTS):
        record.msg, record.args = f"{record.getMessage()} ({error or type(error).__name__})", ()
        record.exc_info = record.exc_text = None
    return True


def is_not_about_voice(record: logging.LogRecord) -> bool:
    """Voice is not used; two warnings at each start would only worry hosts."""
    return "voice" not in record.getMessage()


def is_not_about_bad_requests(record: logging.LogRecord) -> bool:
    """Anybody can send our HTTP servers what cannot be read; aiohttp would quote it, with a traceback each time."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, HttpProcessingError | RequestPayloadError)


def set_up(form: str, level: str) -> None:
    """Send all log lines to standard error in this form; replaces an earlier setup."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(add_press)
    handler.addFilter(shorten_known)
    handler.addFilter(shorten_reconnects)
    handler.setFormatter(JsonLines() if form == "json" else PlainLines())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    for noisy in ("discord", "aiosqlite", "asyncio", "PIL", "aiohttp"):
        logging.getLogger(noisy).setLevel(max(logging.INFO, logging.getLevelName(level.upper())))
    logging.getLogger("discord.client").addFilter(is_not_about_voice)
    logging.getLogger("aiohttp.server").addFilter(is_not_about_bad_requests)
