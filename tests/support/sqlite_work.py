"""How many statements SQLite's threads are carrying out, and have been given."""

from __future__ import annotations

from typing import Any

import aiosqlite
import pytest

_running = _given = 0


def under_way() -> int:
    return _running


def given() -> int:
    return _given


def count_statements(patch: pytest.MonkeyPatch) -> None:
    """From now on, count the statements that are under way, and all."""
    real: Any = aiosqlite.Connection._execute

    async def execute(connection: aiosqlite.Connection, function: Any, *values: Any, **named: Any) -> Any:
        global _given, _running
        _given += 1
        _running += 1
        try:
            return await real(connection, function, *values, **named)
        finally:
            _running -= 1

    patch.setattr(aiosqlite.Connection, "_execute", execute)
