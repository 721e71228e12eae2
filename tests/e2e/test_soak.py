"""Nothing is left of tables that are over: no task, no open file, no lock, no entry of a cache (`bench.soak`, in short)."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bench.soak import evenings
from render import renderers
from tests.support.blank_pictures import BlankPool

TABLES, EVENINGS = 6, 3


@pytest.mark.long
async def test_nothing_is_left_of_tables_that_are_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The bot is pointed at its sandbox for good, and freezes what it has begun with.
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    left = []
    try:
        async with evenings(tmp_path, TABLES, leave=0.05, pool=BlankPool(renderers())) as at_tables:
            for _ in range(EVENINGS):
                await at_tables.evening(TABLES)
                left.append(await at_tables.left())
            _, over = await at_tables.stored()
    finally:
        gc.unfreeze()
    assert over == TABLES * EVENINGS
    most: dict[str, int] = {}
    """What the bot itself takes, as of the first evening."""
    for evening in left:
        of_the_bot = {name: evening.pop(name) for name in ("tasks", "open files")}
        assert not any(evening.values()), evening
        most = most or of_the_bot
        assert all(count <= most[name] for name, count in of_the_bot.items()), (of_the_bot, most)
