"""`bot.py recompute` and `bot.py void`: ratings made again from the stored results."""

from __future__ import annotations

import asyncio
from pathlib import Path

from data.opening import open_store
from tests.support.bot_process import zamki
from tests.support.rated_games import simulated


def test_ratings_are_made_again_and_a_game_taken_out(tmp_path: Path) -> None:
    path = tmp_path / "zamki.sqlite"

    async def fill() -> None:
        store = await open_store(path)
        await simulated(store, 12, 1)
        async with store.transaction() as tx:
            await tx.forget_ratings(1)
        await store.close()

    asyncio.run(fill())
    done = zamki("recompute", folder=tmp_path)
    assert done.returncode == 0
    assert "ratings have changed" in done.stdout
    done = zamki("recompute", "1", folder=tmp_path)
    assert done.returncode == 0
    assert "to the last digit" in done.stdout
    done = zamki("void", "2", folder=tmp_path)
    assert done.returncode == 0
    assert "no longer counts" in done.stdout
    done = zamki("void", "2", folder=tmp_path)
    assert done.returncode == 1
    done = zamki("recompute", folder=tmp_path)
    assert done.returncode == 0
    assert "to the last digit" in done.stdout
