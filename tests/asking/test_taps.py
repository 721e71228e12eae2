"""What taps on a picture mean: each leads on, and taps and buttons together offer every answer."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import engines
from asking.lead import Confirm, Next, PlayMove, following
from asking.question import Question, question
from asking.taps import taps
from data.words import words
from engines.contract import Move, Word
from tables.model.people import Person
from tables.model.table_info import Place
from tables.service import play_actions
from tests.support.asked_play import asker_on, play_a_move
from tests.support.cases import cases

ADA, BORYS = Person(1, "Ada"), Person(2, "Borys")
MOVES = 25


def all_words(asked: Question, said: Move = (), depth: int = 2) -> list[Word]:
    """Returns every word that may follow within `depth` words, as if each of them had a place."""
    choices = asked.ask(said)
    deeper = [word for each in choices.words for word in (all_words(asked, (*said, each), depth - 1) if depth > 1 else ())]
    return [*choices.words, *deeper]


@pytest.mark.long
@pytest.mark.parametrize("game", cases(engines.games(), {"torres"}))
async def test_taps_offer_what_the_rules_offer(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_actions, "SHOWING", 0.0)
    rng = random.Random(3)
    async with asker_on(tmp_path / "zamki.db", token=bytes) as asker:
        table = (await asker.tables.lobbies.open_table(ADA, Place(1, 2), game, language="en", pace="daily")).info.id
        await asker.tables.lobbies.join(table, BORYS)
        await asker.tables.lobbies.start(table, ADA.user)
        seen = 0
        for _ in range(MOVES):
            info = await asker.tables.looks.table_info(table)
            if info.state != "playing":
                break
            user = info.seats[info.pending[0]].user or 0
            reading = await asker.open(table, user)
            assert reading.view is not None
            asked = question(reading.choices, chosen=reading.view.chosen)
            labels = asker.labels(reading, words("en"))
            places = list(dict.fromkeys(all_words(asked, asked.said)))
            for each in taps(asked, labels, places):
                for step in each.steps:
                    assert step.label or step.kind == "turn"
                    seen += 1
                    if step.kind != "place":
                        answer = following(reading.choices, step.said)
                        assert isinstance(answer, Next | PlayMove | Confirm), f"a tap on {each.word} leads nowhere: {step.said}"
            await play_a_move(asker, table, user, rng)
        assert seen >= 10, "there was something to tap"
