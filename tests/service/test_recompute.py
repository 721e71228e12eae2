"""`bot.py recompute` and `bot.py void`: ratings made anew from the stored results."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import bot
from data.opening import open_store
from tests.support.rated_games import simulated


def test_ratings_are_made_anew_and_a_game_taken_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "zamki.sqlite"

    async def fill() -> None:
        store = await open_store(path)
        await simulated(store, 12, 1)
        async with store.transaction() as tx:
            await tx.forget_ratings(1)
        await store.close()

    asyncio.run(fill())
    monkeypatch.setenv("ZAMKI_DATABASE", str(path))
    assert bot.main(["recompute"]) == 0
    assert "ratings have changed" in capsys.readouterr().out
    assert bot.main(["recompute", "1"]) == 0
    assert "to the last digit" in capsys.readouterr().out
    assert bot.main(["void", "2"]) == 0
    assert "counts for nobody" in capsys.readouterr().out
    assert bot.main(["void", "2"]) == 1
    assert bot.main(["recompute"]) == 0
    assert "to the last digit" in capsys.readouterr().out
