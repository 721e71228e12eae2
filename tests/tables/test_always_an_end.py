"""No table stands forever: whoever is waited for has a clock, or something else that is stored ends the wait."""

from __future__ import annotations

import contextlib
import random
import sqlite3
from pathlib import Path

import pytest

from tables.errors import NothingToTakeBack, Refusal
from tables.model.people import Person
from tables.rules import due
from tables.rules.reading import Reading
from tables.time.timing import DAY, MINUTE
from tests.support.crowd_simulation import PEOPLE, Crowd, Habit, crowded
from tests.support.sqlite_same_thread import in_the_same_thread
from tests.support.table_store import loaded_table
from tests.support.toy_games import CoinsGame
from tests.tables.conftest import ANNA, BORYS, CELINA, HERE, Room


async def table(room: Room, game: str, *people: Person, pace: str, late: str = "computer") -> Reading:
    reading = await room.tables.lobbies.open_table(people[0], HERE, game, {"length": "long"}, language="en", pace=pace)
    for person in people[1:]:
        reading = await room.tables.lobbies.join(reading.info.id, person)
    await room.tables.times.set_late(reading.info.id, people[0].user, late)
    await room.tables.lobbies.arrange(reading.info.id, people[0].user, range(len(people)))
    return await room.tables.lobbies.start(reading.info.id, people[0].user)


class Fickle(Crowd):
    """People who take back, vote, pause, leave and go on vacation far more often than they move."""

    at_once = 80
    rarely = 0.1
    paces = ("bank", "bank", "own-3600-86400", "own-7200-259200", "day", "none")

    def habit(self) -> Habit:
        return Habit(self.rng.choice((0.2, 0.5, 0.8)), 99)

    async def act(self, number: int, user: int) -> bool:
        view = (await self.room.tables.looks.read(number, user)).view
        if view is None or not view.chosen:
            return await super().act(number, user)
        if self.rng.random() < 0.6:
            await self.room.tables.moves.take_back(number, user)
        return False

    async def time_passes(self) -> None:
        await super().time_passes()
        if self.rng.random() < 0.3:
            with contextlib.suppress(Refusal):
                await self.room.tables.times.take_vacation(self.rng.choice(PEOPLE).user, self.rng.randrange(3))


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, *(seed for seed in (0, 2, 3, 4, 5))])
async def test_every_stored_table_has_an_end_whatever_its_people_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    in_the_same_thread(monkeypatch)
    async with crowded(tmp_path / "zamki.db") as room:
        room.games = {**room.games, "coins": CoinsGame()}
        await room.again()
        await Fickle(room, random.Random(seed)).live()


async def late_in_a_joint_stage(room: Room, late: str = "computer") -> int:
    """A table at which Borys's time is up and Anna still has some of hers."""
    number = (await table(room, "coins", ANNA, BORYS, CELINA, pace="rapid", late=late)).info.id
    await room.tables.moves.play(number, ANNA.user, ("coin-1",))
    await room.tables.moves.play(number, CELINA.user, ("coin-1",))
    await room.advance(6 * MINUTE)
    await room.tables.moves.play(number, BORYS.user, ("coin-1",))
    await room.tables.moves.play(number, CELINA.user, ("coin-2",))
    await room.advance(6 * MINUTE)
    return number


async def test_a_choice_for_a_late_player_can_be_changed(room: Room) -> None:
    number = await late_in_a_joint_stage(room)
    await room.until(number, lambda info: info.pending == (0,))
    reading = await room.tables.looks.read(number, BORYS.user)
    assert not reading.can_take_back
    with pytest.raises(NothingToTakeBack) as refused:
        await room.tables.moves.take_back(number, BORYS.user)
    assert refused.value.key == "tables.refusal.time-was-up"
    reading = await room.tables.moves.play(number, BORYS.user, ("coin-5",))
    assert reading.view is not None
    assert reading.view.chosen == ("coin-5",)
    await room.tables.moves.play(number, ANNA.user, ("coin-2",))
    assert (await room.tables.looks.read(number)).info.stage == 3


async def test_an_answer_given_during_the_vote_on_the_delay_stays(room: Room) -> None:
    number = await late_in_a_joint_stage(room, late="vote")
    assert (await room.tables.looks.read(number)).info.votes
    await room.tables.moves.play(number, BORYS.user, ("coin-5",))
    with pytest.raises(NothingToTakeBack):
        await room.tables.moves.take_back(number, BORYS.user)


async def test_a_clock_runs_again_when_nobody_is_left_to_vote(room: Room) -> None:
    number = (await table(room, "steps", ANNA, BORYS, pace="day", late="vote")).info.id
    await room.advance(DAY)
    assert (await room.tables.looks.read(number)).info.votes
    reading = await room.tables.endings.resign(number, BORYS.user)
    assert reading.info.pending == (0,)
    assert reading.info.timing.of(0).due == room.clock.now() + DAY


async def test_a_table_that_was_stored_without_an_end_gets_one(room: Room) -> None:
    reading = await table(room, "steps", ANNA, BORYS, pace="day")
    await room.close()
    with contextlib.closing(sqlite3.connect(room.path)) as database, database:
        timing = '{"clocks":[{"asked":true,"since":1.0},{}]}'
        document = "json_set(document, '$.timing', json(?), '$.deadline', NULL, '$.remind', NULL)"
        database.execute(f"UPDATE tables SET document = {document}, due = changed", (timing,))
    await room.open()
    assert due.stranded_seats((await loaded_table(room.tables, reading.info.id)).table) == (0,)
    await room.advance(1.0)
    deadline = (await room.tables.looks.read(reading.info.id)).info.deadline
    assert deadline is not None
    assert deadline >= room.clock.now() + DAY - 1.0
