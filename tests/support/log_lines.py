"""Log lines that a test expects, or does not expect, apart from those of everything else that runs meanwhile."""

import logging

import pytest

OURS = ("service", "zamki", "web", "cogs", "chat", "asking", "tables", "engines", "render", "data")
"""The bot's own loggers."""


def lines_of(caplog: pytest.LogCaptureFixture, *loggers: str, level: int = logging.WARNING) -> list[logging.LogRecord]:
    """Returns the lines of these loggers, and of those below them, that have this level or a higher one."""
    return [record for record in caplog.records if record.levelno >= level and f"{record.name}.".startswith(_dotted(loggers))]


def messages_of(caplog: pytest.LogCaptureFixture, *loggers: str, level: int = logging.WARNING) -> list[str]:
    return [record.getMessage() for record in lines_of(caplog, *loggers, level=level)]


def _dotted(loggers: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{logger}." for logger in loggers)
