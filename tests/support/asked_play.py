"""Plays games by `asking/` alone, as any face of the bot can."""

import random
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import engines
from asking.asker import Asker
from asking.lead import Confirm, Next, PlayMove, of_step
from asking.pictures import picture_for
from asking.question import question
from data.sqlite.store import SqliteStore
from data.words import words
from engines.contract import Move
from render import renderers
from render.pool import Pool
from tables.model.people import Preferences
from tables.service.service import TableService
from tables.time.clock import Clock
from tests.support.store_backends import empty_file

DRAWN = 0.02
"""The part of the questions whose picture is drawn."""


@asynccontextmanager
async def asker_on(
    file: Path, clock: Clock | None = None, token: Callable[[int], bytes] = secrets.token_bytes
) -> AsyncIterator[Asker]:
    """Yields what people are asked with, on a new database in this file. `token`: what games are dealt from."""
    empty_file(file)
    store = await SqliteStore.open(file)
    tables = await TableService.open(store, games=engines.games(), clock=clock, token=token)
    pictures = Pool(renderers())
    try:
        yield Asker(tables, engines.games(), pictures)
    finally:
        pictures.close()
        await tables.close()
        await store.close()


async def play_a_move(asker: Asker, table: int, user: int, rng: random.Random) -> None:
    """Answer questions at random, as a person would press, until a whole move has been played."""
    reading, said = await asker.open(table, user), Move()
    assert reading.view is not None
    while True:
        asked = question(reading.choices, said, chosen=reading.view.chosen)
        steps = asked.steps(asker.labels(reading, words("en")))
        assert steps, f"{user} is awaited and can say nothing after {said}"
        assert all(step.label or step.kind in {"turn", "done", "refill"} for step in steps)
        if rng.random() < DRAWN:
            picture = (await picture_for(asker, user, reading, asked.said, words("en"), Preferences())).picture
            assert picture is not None
            assert picture.alt
        answer = of_step(reading, rng.choice([step for step in steps if not step.marked] or steps))
        if isinstance(answer, Confirm | PlayMove):
            await asker.play(reading, user, answer.said)
            return
        assert isinstance(answer, Next), f"{answer} for {asked.said}"
        said = answer.said
