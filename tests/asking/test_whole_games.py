"""Each game is played to its end by a face of the bot that knows `asking/` and nothing else, and names no game."""

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

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
from tables.model.people import Person, Preferences
from tables.model.table_info import Place
from tables.service import play_actions
from tables.service.service import TableService
from tests.support.store_backends import empty_file

PEOPLE = (Person(11, "Ada"), Person(12, "Borys"))
DRAWN = 0.02
"""The part of the questions whose picture is drawn."""


@pytest.fixture
async def asker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Asker]:
    monkeypatch.setattr(play_actions, "SHOWING", 0.0)  # no channel shows anything here
    empty_file(tmp_path / "zamki.db")
    store = await SqliteStore.open(tmp_path / "zamki.db")
    tables = await TableService.open(store, games=engines.games())
    pictures = Pool(renderers())
    yield Asker(tables, engines.games(), pictures)
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


@pytest.mark.parametrize("game", sorted(engines.games()))
async def test_asking_plays_every_game_to_its_end(asker: Asker, game: str) -> None:
    rng = random.Random(game)
    opened = await asker.tables.lobbies.open_table(PEOPLE[0], Place(1, 2), game, language="en", pace="none")
    await asker.tables.lobbies.join(opened.info.id, PEOPLE[1])
    info = (await asker.tables.lobbies.start(opened.info.id, PEOPLE[0].user)).info
    while info.state == "playing":
        seat = info.seats[rng.choice(info.pending)]
        assert seat.user is not None
        await play_a_move(asker, info.id, seat.user, rng)
        info = await asker.tables.looks.table_info(info.id)
    assert info.result is not None
