"""Each game is played to its end by a face of the bot that knows `asking/` and nothing else, and names no game."""

import random
from pathlib import Path

import pytest

import engines
from tables.model.people import Person
from tables.model.table_info import Place
from tables.service import play_actions
from tests.support.asked_play import asker_on, play_a_move

PEOPLE = (Person(11, "Ada"), Person(12, "Borys"))


@pytest.mark.parametrize("game", sorted(engines.games()))
async def test_asking_plays_every_game_to_its_end(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_actions, "SHOWING", 0.0)  # no channel shows anything here
    rng = random.Random(game)
    async with asker_on(tmp_path / "zamki.db") as asker:
        opened = await asker.tables.lobbies.open_table(PEOPLE[0], Place(1, 2), game, language="en", pace="none")
        await asker.tables.lobbies.join(opened.info.id, PEOPLE[1])
        info = (await asker.tables.lobbies.start(opened.info.id, PEOPLE[0].user)).info
        while info.state == "playing":
            seat = info.seats[rng.choice(info.pending)]
            assert seat.user is not None
            await play_a_move(asker, info.id, seat.user, rng)
            info = await asker.tables.looks.table_info(info.id)
        assert info.result is not None
