"""Clocks of seats on a clock that the tests move: banks, joint stages, what a timeout does, pauses, vacations."""

from __future__ import annotations

import pytest

from tables.errors import BadChoice, NoClock, NotHost, NotPaused, NotSeated, TooLate
from tables.model.outbox_rows import Note
from tables.rules.reading import Reading
from tables.time import timing
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, HERE, Room

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0


async def table(room: Room, game: str, *people: object, pace: str, late: str = "computer") -> Reading:
    reading = await room.tables.lobbies.open_table(ANNA, HERE, game, {"length": "long"}, language="en", pace=pace)
    for person in people[1:]:
        reading = await room.tables.lobbies.join(reading.info.id, person)  # type: ignore[arg-type]
    await room.tables.times.set_late(reading.info.id, ANNA.user, late)
    await room.tables.lobbies.arrange(reading.info.id, ANNA.user, range(len(people)))
    return await room.tables.lobbies.start(reading.info.id, ANNA.user)


def left(reading: Reading, room: Room, seat: int = 0) -> float:
    due = reading.info.timing.of(seat).due
    assert due is not None
    return due - room.clock.now()


async def test_a_bank_gives_what_a_move_does_not_use_to_the_next_ones(room: Room) -> None:
    reading = await table(room, "steps", ANNA, BORYS, pace="rapid")
    number = reading.info.id
    assert left(reading, room) == 11 * MINUTE
    await room.advance(4 * MINUTE)
    await room.tables.moves.play(number, ANNA.user, ("end",))
    reading = await room.tables.moves.play(number, BORYS.user, ("end",))
    assert left(reading, room) == 8 * MINUTE, "seven were left, and one for each move comes on top"
    reading = await room.tables.moves.play(number, ANNA.user, ("end",))
    reading = await room.tables.moves.play(number, BORYS.user, ("end",))
    assert left(reading, room) == 9 * MINUTE
    for _ in range(2):
        await room.tables.moves.play(number, ANNA.user, ("end",))
        reading = await room.tables.moves.play(number, BORYS.user, ("end",))
    assert left(reading, room) == 11 * MINUTE, "and never more than the bank was at first"


async def test_who_is_late_has_an_empty_bank(room: Room) -> None:
    number = (await table(room, "steps", ANNA, BORYS, pace="rapid")).info.id
    await room.advance(11 * MINUTE)
    await room.until(number, lambda info: info.stage > 1)
    reading = await room.tables.looks.read(number)
    if reading.info.pending == (1,):
        reading = await room.tables.moves.play(number, BORYS.user, ("end",))
    assert left(reading, room) == MINUTE


async def test_in_a_joint_stage_each_has_their_own_clock(room: Room) -> None:
    reading = await table(room, "coins", ANNA, BORYS, pace="rapid")
    number = reading.info.id
    await room.tables.moves.play(number, ANNA.user, ("coin-1",))
    await room.advance(6 * MINUTE)
    reading = await room.tables.moves.play(number, BORYS.user, ("coin-1",))
    assert (left(reading, room, 0), left(reading, room, 1)) == (11 * MINUTE, 6 * MINUTE)
    await room.tables.moves.play(number, ANNA.user, ("coin-2",))
    await room.advance(5 * MINUTE)
    assert (await room.tables.looks.read(number)).info.stage == 2
    reading = await room.tables.moves.take_back(number, ANNA.user)
    assert left(reading, room, 0) == 11 * MINUTE, "it stood meanwhile"
    assert left(reading, room, 1) == MINUTE
    await room.advance(MINUTE)
    reading = await room.until(number, lambda info: info.pending == (0,))
    assert reading.info.stage == 2, "one alone was late"
    assert left(reading, room, 0) == 10 * MINUTE


async def test_the_hosts_own_pace(room: Room) -> None:
    reading = await room.tables.lobbies.open_table(ANNA, HERE, "steps", language="en")
    number = reading.info.id
    await room.tables.lobbies.join(number, BORYS)
    with pytest.raises(NotHost):
        await room.tables.times.set_own_pace(number, BORYS.user, "1 h")
    reading = await room.tables.times.set_own_pace(number, ANNA.user, "1 godz 30 min", "2d")
    assert reading.info.pace == "own-5400-172800"
    await room.again()
    reading = await room.tables.lobbies.start(number, ANNA.user)
    assert reading.info.deadline == room.clock.now() + 5400 + 2 * DAY


@pytest.mark.parametrize(
    ("each", "bank", "key"),
    [
        ("10 s", "", "pace-short"),
        ("15 d", "", "pace-long"),
        ("1 h", "61 d", "pace-long"),
        ("1 h", "30 min", "bank-below-move"),
        ("soon", "", "unreadable-time"),
        ("", "", "unreadable-time"),
        ("5 parsecs", "", "unreadable-time"),
        ("5 min 3", "", "unreadable-time"),
        ("1 h", "-5", "unreadable-time"),
        ("9" * 40, "", "unreadable-time"),
    ],
)
async def test_wrong_times_are_refused_with_the_remedy(room: Room, each: str, bank: str, key: str) -> None:
    number = (await room.tables.lobbies.open_table(ANNA, HERE, "steps", language="en")).info.id
    with pytest.raises(BadChoice) as refused:
        await room.tables.times.set_own_pace(number, ANNA.user, each, bank)
    assert refused.value.key == f"tables.refusal.{key}"
    assert (await room.tables.looks.read(number)).info.pace == "none"


@pytest.mark.parametrize("key", ["own-1-0", "own-3600-5", "own--5-0", "own-99999999-0", "fast", "", "own-60-0-0"])
def test_forged_paces_are_refused(key: str) -> None:
    with pytest.raises(BadChoice):
        timing.read_pace(key)


def test_times_as_people_type_them() -> None:
    typed = {
        "90 s": 90,
        "5": 300,
        "5 min": 300,
        "1,5 h": 5400,
        "1h30m": 5400,
        "2 dni": 2 * DAY,
        "12 godz.": 12 * HOUR,
        "1 D": DAY,
    }
    assert {text: timing.seconds(text) for text in typed} == typed


async def test_the_others_decide_whether_to_wait(room: Room) -> None:
    number = (await table(room, "steps", ANNA, BORYS, CELINA, pace="day", late="vote")).info.id
    await room.advance(DAY)
    reading = await room.tables.looks.read(number)
    (vote,) = reading.info.votes
    assert (vote.kind, vote.seat, vote.asked, vote.about) == ("late", None, (1, 2), (0,))
    assert reading.info.pending == (0,)
    await room.tables.votes.agree_vote(number, BORYS.user, vote.id)
    reading = await room.tables.votes.end_vote(number, CELINA.user, vote.id)
    assert reading.info.votes == ()
    assert left(reading, room) == DAY, "once more"
    await room.advance(DAY)
    (vote,) = (await room.tables.looks.read(number)).info.votes
    await room.tables.votes.agree_vote(number, BORYS.user, vote.id)
    await room.tables.votes.agree_vote(number, CELINA.user, vote.id)
    reading = await room.until(number, lambda info: info.stage > 1)
    kinds = [row[0] for row in await room.store.read("SELECT kind FROM journal ORDER BY number")]
    assert kinds == ["start", "overdue", "stand-in"]


async def test_who_moves_at_last_ends_the_vote(room: Room) -> None:
    number = (await table(room, "steps", ANNA, BORYS, pace="day", late="vote")).info.id
    await room.advance(DAY)
    reading = await room.tables.moves.play(number, ANNA.user, ("end",))
    assert reading.info.votes == ()
    assert left(reading, room, 1) == DAY


async def test_who_does_not_answer_the_vote_agrees(room: Room) -> None:
    number = (await table(room, "steps", ANNA, BORYS, pace="day", late="vote")).info.id
    await room.advance(DAY)
    await room.advance(DAY)
    await room.until(number, lambda info: info.stage > 1)


async def test_with_nobody_left_to_vote_the_computer_moves(room: Room) -> None:
    number = (await table(room, "coins", ANNA, BORYS, pace="day", late="vote")).info.id
    await room.advance(DAY)
    await room.until(number, lambda info: info.stage == 2)


async def test_a_pause_that_all_agree_to(room: Room) -> None:
    reading = await table(room, "steps", ANNA, BORYS, CELINA, pace="day")
    number = reading.info.id
    await room.advance(6 * HOUR)
    reading = await room.tables.times.pause(number, CELINA.user)
    (vote,) = reading.info.votes
    await room.tables.votes.agree_vote(number, ANNA.user, vote.id)
    reading = await room.tables.votes.agree_vote(number, BORYS.user, vote.id)
    assert reading.info.timing.pause is not None
    assert (reading.info.votes, reading.info.deadline) == ((), None)
    with pytest.raises(NoClock):
        await room.tables.times.pause(number, ANNA.user)
    with pytest.raises(NotSeated):
        await room.tables.times.resume(number, DAWID.user)
    await room.advance(9 * DAY)
    await room.again()
    reading = await room.tables.times.resume(number, BORYS.user)
    assert left(reading, room) == 18 * HOUR
    with pytest.raises(NotPaused):
        await room.tables.times.resume(number, BORYS.user)
    notes = [note for kind, told in await room.mail() if kind == "board" for note in told.notes]
    assert notes[-1] == Note("tables.note.resumed", 1)


async def test_a_pause_can_be_refused_and_lapses(room: Room) -> None:
    number = (await table(room, "steps", ANNA, BORYS, pace="slow")).info.id
    vote = (await room.tables.times.pause(number, ANNA.user)).info.votes[0]
    await room.tables.votes.end_vote(number, BORYS.user, vote.id)
    await room.tables.times.pause(number, ANNA.user)
    await room.advance(DAY)
    reading = await room.tables.looks.read(number)
    assert (reading.info.votes, reading.info.timing.pause) == ((), None)


async def test_a_forgotten_pause_ends_by_itself(room: Room) -> None:
    number = (await table(room, "steps", ANNA, BORYS, pace="day")).info.id
    vote = (await room.tables.times.pause(number, ANNA.user)).info.votes[0]
    await room.tables.votes.agree_vote(number, BORYS.user, vote.id)
    await room.tables.moves.play(number, ANNA.user, ("end",))
    assert (await room.tables.looks.read(number)).info.deadline is None, "one may play on, the clocks stand"
    await room.advance(14 * DAY)
    assert left(await room.tables.looks.read(number), room, 1) == DAY


async def test_without_a_clock_there_is_nothing_to_pause(room: Room) -> None:
    number = (await table(room, "steps", ANNA, BORYS, pace="none")).info.id
    with pytest.raises(NoClock):
        await room.tables.times.pause(number, ANNA.user)


@pytest.mark.long
async def test_a_vacation_stops_the_clocks_of_slow_games(room: Room) -> None:
    slow = (await table(room, "steps", ANNA, BORYS, pace="day")).info.id
    live = (await table(room, "steps", ANNA, BORYS, pace="rapid")).info.id
    await room.advance(MINUTE)
    preferences = await room.tables.times.take_vacation(ANNA.user, 3)
    assert preferences.plan.left(room.clock.now()) == 27
    reading = await room.tables.looks.read(slow)
    assert left(reading, room) == 4 * DAY - MINUTE
    assert reading.info.timing.of(0).away == room.clock.now() + 3 * DAY, "the others can see it"
    assert left(await room.tables.looks.read(live), room) == 10 * MINUTE
    await room.again()
    await room.advance(DAY)
    await room.tables.times.take_vacation(ANNA.user, 0)
    reading = await room.tables.looks.read(slow)
    assert left(reading, room) == DAY - MINUTE, "ended early"
    assert (await room.tables.people.person(ANNA.user)).plan.left(room.clock.now()) == 29, "two days were not begun"
    with pytest.raises(BadChoice):
        await room.tables.times.take_vacation(ANNA.user, 14)


async def test_a_hand_follows_the_time_of_its_owner(room: Room) -> None:
    """It names the deadline, so it is told again when a vacation or a pause moves that; other hands are left alone."""
    number = (await table(room, "steps", ANNA, BORYS, pace="day")).info.id
    await room.mail()
    await room.tables.times.take_vacation(ANNA.user, 2)
    assert [(kind, getattr(told, "seat", None)) for kind, told in await room.mail()] == [("board", None), ("hand", 0)]
    await room.tables.times.take_vacation(BORYS.user, 2)
    assert [kind for kind, _ in await room.mail()] == ["board"], "nobody waits for Borys"
    vote = (await room.tables.times.pause(number, BORYS.user)).info.votes[0]
    await room.mail()
    await room.tables.votes.agree_vote(number, ANNA.user, vote.id)
    assert ("hand", 0) in [(kind, getattr(told, "seat", None)) for kind, told in await room.mail()]
    await room.tables.times.resume(number, ANNA.user)
    assert ("hand", 0) in [(kind, getattr(told, "seat", None)) for kind, told in await room.mail()]


async def test_a_move_asked_during_a_vacation_begins_after_it(room: Room) -> None:
    number = (await table(room, "steps", ANNA, BORYS, pace="day")).info.id
    await room.tables.times.take_vacation(BORYS.user, 2)
    await room.advance(HOUR)
    reading = await room.tables.moves.play(number, ANNA.user, ("end",))
    assert left(reading, room, 1) == 3 * DAY - HOUR
    await room.advance(2 * DAY)
    reading = await room.tables.moves.play(number, BORYS.user, ("add", "1"))
    assert left(reading, room, 1) == DAY


async def test_a_snooze_moves_the_reminder_but_not_past_the_end(room: Room) -> None:
    number = (await table(room, "steps", ANNA, BORYS, pace="day")).info.id
    await room.advance(18 * HOUR)
    with pytest.raises(TooLate):
        await room.tables.times.snooze(number, ANNA.user, 7 * HOUR)
    await room.mail()
    await room.tables.times.snooze(number, ANNA.user, 2 * HOUR)
    await room.advance(2 * HOUR - 1)
    assert not [kind for kind, _ in await room.mail() if kind == "remind"]
    await room.advance(1)
    assert [told.seats for kind, told in await room.mail() if kind == "remind"] == [(0,)]


def test_who_looks_in_once_a_day_does_not_overrun_once_a_day() -> None:
    """Forty moves of people who answer up to 27 hours after they are asked and twice miss two evenings in a row."""
    for key, overruns in (("daily", 0), ("day", 1)):
        pace, now, clocks = timing.read_pace(key), 0.0, timing.Timing()
        late = 0
        for move in range(40):
            clocks = timing.begin(clocks, pace, (0,), 1, now)
            now += HOUR * (74 if move in {9, 29} else 21 + move % 7)
            late += bool(clocks.up(now))
            clocks = timing.follow(clocks, pace, (), now)
        assert (late > 0) == bool(overruns), key
    assert next(iter(timing.PACES)) == "daily", "it is offered first"
