"""SQLite without a thread for each connection, for tests that store a lot: the same statements at a fraction of the cost, if
nothing else has to run meanwhile.
"""

from __future__ import annotations

import functools
import sqlite3
from typing import Any

import aiosqlite
import aiosqlite.core
import pytest


def in_the_same_thread(patch: pytest.MonkeyPatch) -> None:
    """From now on, make connections execute their statements where they are awaited, without waiting for the disk."""

    def connect(*where: Any, **options: Any) -> Any:
        return real(*where, **options | {"check_same_thread": False})

    async def execute(connection: aiosqlite.Connection, function: Any, *values: Any, **named: Any) -> Any:
        if values[:1] == ("PRAGMA synchronous = FULL",):
            values = ("PRAGMA synchronous = OFF", *values[1:])
        return function(*values, **named)

    real = sqlite3.connect
    patch.setattr(sqlite3, "connect", functools.wraps(real)(connect))
    patch.setattr(aiosqlite.Connection, "_execute", execute)
