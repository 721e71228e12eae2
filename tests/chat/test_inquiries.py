"""Whether people are still in the server is asked beside what they are told, and holds nothing up."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from chat.wire import messenger
from chat.wire.messenger import INQUIRIES, Messenger

SHOWN: Any = SimpleNamespace(place=SimpleNamespace(guild=1))


async def test_many_questions_after_members_wait_for_no_rate_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messenger, "INQUIRY", 0.01)
    asked: list[int] = []

    class Slow:
        async def is_member(self, _guild: int, user: int) -> bool:
            asked.append(user)
            await asyncio.sleep(3600)
            return False

    rest: Any = Slow()
    tables: Any = SimpleNamespace(posts=None)
    room = Messenger(rest, tables)
    assert all(await asyncio.gather(*(room.is_here(SHOWN, user) for user in range(100))))
    assert asked == list(range(INQUIRIES))
    assert await room.is_here(SHOWN, 100)
    assert asked[-1] == 100, "the next one is asked again"
