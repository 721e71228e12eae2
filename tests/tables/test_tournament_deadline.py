"""The deadline of a round: nobody loses a game whose own time has not run out, and where nobody has come, nobody has won."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction

import pytest
from msgspec.structs import replace

from data.records.tournaments import EntrantRow
from tables.errors import NotHost, Refusal
from tables.history import verify
from tables.model.people import Person
from tables.time.plan import NIGHT, Quiet
from tables.time.presence import MOMENT_SECONDS
from tables.time.timing import DAY, HOUR
from tables.tournaments import acts, clock, entering, rounds
from tables.tournaments.standings import standings, trophies, uncounted_entrants, winners
from tables.tournaments.tournament import CHOICE, EXTENSIONS, Pairing, Round, Rules, Tournament
from tests.support.random_game_count import WHOLE
from tests.support.raw_sql import run
from tests.support.tournaments import acted, begun, ended, rested, running, stopped
from tests.support.toy_games import games
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, EWA, HERE, Room

ASKED = DAY * (1 + EXTENSIONS / 4)
"""Seconds from the beginning of a round of a day until its host is asked."""

LAST = ASKED + CHOICE
"""Seconds from then to its last deadline."""

Habit = Callable[[float, random.Random], float]
"""When a person moves, in seconds from now; given the seconds left to them."""

HABITS: Mapping[str, Habit] = {
    "prompt": lambda _left, _rng: 60.0,
    "staller": lambda left, _rng: max(left - 5.0, 1.0),
    "slow": lambda left, rng: rng.uniform(0.1, 0.9) * left + 1.0,
    "forgetful": lambda left, rng: left * (1.5 if rng.random() < 0.3 else 0.3) + 1.0,
    "absent": lambda _left, _rng: 100 * DAY,
}


class Played:
    """What the people of a room have done in their games of a round, as its tests see it."""

    def __init__(self, room: Room, rng: random.Random) -> None:
        self.room = room
        self.rng = rng
        self.pick: Callable[[tuple[str, ...]], str] = rng.choice
        self.moved: set[tuple[int, int]] = set()
        """Table and user."""
        self.overran: set[tuple[int, int]] = set()

    async def until_over(self, number: int, habits: Mapping[int, Habit]) -> Tournament:
        """Play by these habits, by user, until the tournament has come to its end."""
        acts: dict[tuple[int, int, int], float] = {}
        for _ in range(600):
            found = await rested(self.room, number)
            if found.state != "running":
                return found
            now, soonest = self.room.clock.now(), found.due or 0.0
            late: list[tuple[float, int, int]] = []
            for table in await running(self.room, number):
                info = (await self.room.tables.looks.read(table)).info
                for seat in info.pending:
                    user, due = info.seats[seat].user or 0, info.timing.of(seat).due
                    if due is None or info.seats[seat].resigned:
                        continue
                    at = acts.setdefault((table, info.stage, user), now + habits[user](due - now, self.rng))
                    if at <= now < due:
                        await self._moves(table, user)
                        soonest = now
                        break
                    soonest = min(soonest, due, at)
                    late += [(due, table, user)] if at >= due else []
            self.overran |= {(table, user) for due, table, user in late if due <= soonest}
            await self.room.advance(max(0.0, soonest - now) + 0.5)
        raise AssertionError("it does not end")

    async def _moves(self, table: int, user: int) -> None:
        words: tuple[str, ...] = ()
        while not (choices := (await self.room.tables.looks.read(table, user)).choices(words)).complete:
            words = (*words, self.pick(choices.words))
        await self.room.tables.moves.play(table, user, words)
        self.moved.add((table, user))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(60 if WHOLE else 8))
async def test_nobody_whose_time_has_not_run_out_loses_at_a_deadline(room: Room, seed: int) -> None:
    """Random people at tables of two to four, from the prompt to those who stall within their time or never come."""
    rng = random.Random(seed)
    size = rng.choice((2, 3, 4))
    people = (ANNA, BORYS, CELINA, DAWID)[: max(size, rng.choice((2, 3, 4)))]
    found = await begun(room, people, game=rng.choice(("steps", "coins")), size=size, seconds=DAY, rounds=1)
    played = Played(room, rng)
    start = room.clock.now()
    names = {each.user: rng.choice(tuple(HABITS)) for each in people}
    found = await played.until_over(found.id, {user: HABITS[name] for user, name in names.items()})
    assert room.clock.now() - start <= LAST + HOUR
    tables = await room.tables.tournaments.tournament_tables(found.id)
    for at, game in enumerate(found.rounds[0].pairings):
        await _just(room, found, game, tables[0, at], played)
    for each in winners(found):
        assert any(user == each.user for _, user in played.moved)


async def _just(room: Room, found: Tournament, game: Pairing, table: int, played: Played) -> None:
    info = (await room.tables.looks.read(table)).info
    points = {found.entrants[each].user: game.points(each) for each in game.entrants}
    came = {user for user in points if (table, user) in played.moved}
    blameless = {user for user in points if (table, user) not in played.overran}
    half = Fraction(len(points), 2)
    assert sum(points.values()) == (half if came or (blameless and game.places) else 0), "all points, or none"
    if not came:
        assert not any(points[user] for user in points.keys() - blameless), "nobody wins by not coming"
    if info.closed is not None:
        lost = [user for user in blameless if game.places and points[user] < Fraction(1, 2)]
        assert not lost, "nobody loses but on their own clock"
    if game.undecided:
        assert (info.state, info.closed) == ("cancelled", "undecided")
    if info.state == "cancelled":
        assert await played.room.store.read("SELECT 1 FROM results WHERE table_id = ? AND void = 0", (table,)) == []


async def _moved(room: Room, table: int, move: str = "add 1") -> int:
    """Let whoever is awaited move. Returns them."""
    now = (await room.tables.looks.read(table)).info
    user = now.seats[now.pending[0]].user
    assert user is not None
    await room.tables.moves.play(table, user, tuple(move.split()))
    return user


@pytest.mark.long
async def test_a_game_without_overrun_is_prolonged_and_then_shared(room: Room) -> None:
    found = await begun(room, (ANNA, BORYS), game="steps", seconds=DAY, rounds=1)
    (table,) = await running(room, found.id)
    start = found.rounds[0].begun
    await _moved(room, table)
    await stopped(room.tables, table)
    for times in range(EXTENSIONS):
        deadline = start + DAY * (1 + times / 4)
        await room.advance(deadline - room.clock.now() - 1)
        found = await rested(room, found.id)
        assert (found.rounds[0].extended, found.deadline) == (times, deadline)
        await room.advance(2)
        found = await rested(room, found.id)
        assert (found.rounds[0].extended, found.due) == (times + 1, start + DAY * (1 + (times + 1) / 4))
        assert await running(room, found.id) == [table]
    await room.advance(start + ASKED - room.clock.now() + 1)
    found = await rested(room, found.id)
    assert found.asked_until == found.due
    assert [kind for kind, _ in await room.mail()].count("judge") == 1
    assert await running(room, found.id) == [table], "the host has not decided yet"
    await room.advance(start + LAST - room.clock.now() + 1)
    found = await ended(room, found.id)
    assert found.state == "over"
    assert [(each.points, each.wins, each.games) for each in standings(found)] == [(Fraction(1, 2), 0, 1)] * 2
    info = (await room.tables.looks.read(table)).info
    assert (info.state, info.closed) == ("cancelled", "undecided")
    assert await room.store.read("SELECT 1 FROM ratings") == []


@pytest.mark.parametrize("manner", ["live", "several"])
async def test_who_is_awaited_is_reminded_once(room: Room, manner: str) -> None:
    """At a live pace when a tenth of the round is left, else a day before."""
    found = await begun(room, (ANNA, BORYS), game="steps", manner=manner, rounds=1)
    (table,) = await running(room, found.id)
    await stopped(room.tables, table)
    at = found.deadline - (found.rules.seconds / 10 if manner == "live" else DAY)
    assert found.due == at
    await room.advance(at - room.clock.now() - 2)
    assert not (await rested(room, found.id)).rounds[0].reminded
    await room.advance(4)
    found = await rested(room, found.id)
    assert (found.rounds[0].reminded, found.due) == (True, found.deadline)
    await rested(room, found.id)
    assert [kind for kind, _ in await room.mail()].count("round-end") == 1
    assert await room.tables.tournaments.awaited_users(found) == set(), "its clocks are stopped"
    await room.tables.times.resume(table, ANNA.user)
    info = (await room.tables.looks.read(table)).info
    assert await room.tables.tournaments.awaited_users(found) == {info.seats[info.pending[0]].user}


@pytest.mark.parametrize(("hour", "sent"), [(12, 12), (21, 21), (22, 32), (2, 8), (8, 8)])
def test_a_reminder_at_night_waits_for_the_morning(hour: int, sent: int) -> None:
    at, one = hour * HOUR, replace(_over(2, Pairing((0, 1))), state="running")
    slow = replace(one, rules=Rules(manner="daily", seconds=at + DAY))  # its round begins at midnight on 1 January 1970
    assert clock.remind_at(slow, "UTC") == sent * HOUR
    assert clock.remind_at(slow, "Asia/Tokyo") == Quiet(*NIGHT, "Asia/Tokyo").ends(at)
    assert clock.remind_at(clock.remind(slow), "UTC") is None
    live = replace(one, rules=Rules(manner="live", seconds=at / 0.9))
    assert (clock.remind_at(live, "UTC") is None) == (hour in {2, 22}), "by morning it would be over"


async def _asked(room: Room, people: tuple[Person, ...]) -> Tournament:
    """A round of pairs whose host is asked, as all games are paused. In each somebody has moved."""
    found = await begun(room, people, game="steps", seconds=DAY, rounds=1)
    for table in await running(room, found.id):
        await _moved(room, table)
        await stopped(room.tables, table)
    for times in range(EXTENSIONS + 1):
        await room.advance(found.rounds[0].begun + DAY * (1 + times / 4) - room.clock.now() + 1)
        found = await rested(room, found.id)
    return found


@pytest.mark.long
@pytest.mark.parametrize("judged", [1, 2, 0])
async def test_the_host_decides_games_that_are_not_their_own(room: Room, judged: int) -> None:
    """The host lets one win, or all share the points, or nobody have a result."""
    found = await _asked(room, (ANNA, BORYS, CELINA, DAWID))
    games = found.rounds[0].pairings
    (own,) = [at for at, game in enumerate(games) if (found.of(ANNA.user) or found.entrants[0]).number in game.entrants]
    (at,) = {0, 1} - {own}
    game = games[at]
    result = {1: str(game.entrants[0]), 2: acts.SHARED, 0: acts.NO_RESULT}[judged]
    for who, which, error in ((BORYS, at, NotHost), (ANNA, own, Refusal)):
        with pytest.raises(error):
            await acted(room, found.id, who, "judge", which, games[which].entrants[0])
    with pytest.raises(Refusal, match="own-game"):
        await acted(room, found.id, ANNA, "prolong")
    await acted(room, found.id, ANNA, "judge", at, result)
    found = await rested(room, found.id)
    points = [game.points(each) for game in found.rounds[0].pairings[at : at + 1] for each in game.entrants]
    assert points == {1: [1, 0], 2: [Fraction(1, 2)] * 2, 0: [0, 0]}[judged]
    table = (await room.tables.tournaments.tournament_tables(found.id))[0, at]
    info = (await room.tables.looks.read(table)).info
    assert (info.state, info.closed) == ("cancelled", "judged")
    assert await room.store.read("SELECT 1 FROM results WHERE table_id = ? AND void = 0", (table,)) == []
    await acted(room, found.id, EWA, "judge", own, acts.NO_RESULT, moderator=True)
    assert (await rested(room, found.id)).state == "over"
    log = [line.what for line in await room.tables.servers.log_of_server(HERE.guild)]
    assert sum(what.startswith("tournament-judged") for what in log) == 2


@pytest.mark.long
async def test_more_time_goes_on_until_the_host_is_asked_again(room: Room) -> None:
    found = await _asked(room, (ANNA, BORYS))
    now = room.clock.now()
    given = await acted(room, found.id, EWA, "prolong", moderator=True)
    assert given.deadline == now + DAY / 4
    found = await rested(room, found.id)
    assert (found.due, found.asked_until) == (given.deadline, None)
    assert [kind for kind, _ in await room.mail()].count("judge") == 1
    await room.advance(DAY / 4 + 1)
    found = await rested(room, found.id)
    assert found.asked_until is not None
    assert [kind for kind, _ in await room.mail()].count("judge") == 1


async def test_more_time_is_not_given_again_for_outages_before(room: Room) -> None:
    found = await begun(room, (ANNA, BORYS), game="steps", seconds=DAY, rounds=1)
    (table,) = await running(room, found.id)
    await _moved(room, table)
    await stopped(room.tables, table)
    await _outage(room, 5 * HOUR)
    while (found := await rested(room, found.id)).asked_until is None:
        await room.advance((found.due or 0.0) - room.clock.now() + 1)
    until = room.clock.now() + DAY / 4
    given = await acted(room, found.id, EWA, "prolong", moderator=True)
    assert given.due == until
    assert (await rested(room, found.id)).due == pytest.approx(until)


@pytest.mark.long
@pytest.mark.parametrize("during", [False, True])
async def test_a_pause_takes_no_time_from_a_round_that_had_an_outage(room: Room, during: bool) -> None:
    """The outage is before the pause, or during it."""
    found = await begun(room, (ANNA, BORYS), game="steps", seconds=2 * DAY, rounds=1)
    await stopped(room.tables, *await running(room, found.id))
    await _outage(room, 5 * HOUR, unless=during)
    left = ((await rested(room, found.id)).due or 0.0) - room.clock.now()
    await room.tables.tournaments.channel_gone(found.id, HERE.channel)
    await room.advance(DAY)
    await _outage(room, 5 * HOUR, unless=not during)
    await room.advance(DAY)
    await room.tables.tournaments.move_tournament(found.id, ANNA.user, 77)
    found = await rested(room, found.id)
    assert (found.due or 0.0) - room.clock.now() == pytest.approx(left, abs=MOMENT_SECONDS)


async def _outage(room: Room, seconds: float, *, unless: bool = False) -> None:
    if not unless:
        await room.close()
        await room.clock.advance(seconds)
        await room.open()


@pytest.mark.long
async def test_a_game_that_somebody_left_without_a_move_is_unrated(room: Room) -> None:
    found = await begun(room, (ANNA, BORYS), game="steps", seconds=DAY, rounds=1)
    (table,) = await running(room, found.id)
    late = {(await room.tables.looks.read(table)).info.seats[0].user}
    habits = {user: HABITS["absent" if user in late else "prompt"] for user in (ANNA.user, BORYS.user)}
    await Played(room, random.Random(1)).until_over(found.id, habits)
    found = await room.tables.tournaments.tournament(found.id)
    assert sorted(each.points for each in standings(found)) == [0, 1], "a game won"
    assert await room.store.read("SELECT 1 FROM results WHERE rated") == []


@pytest.mark.long
async def test_who_stalls_within_their_time_wins_nothing(room: Room) -> None:
    found = await begun(room, (ANNA, BORYS, CELINA, DAWID), game="steps", size=4, seconds=14 * DAY, rounds=1)
    habits = {each.user: HABITS["staller"] for each in found.entrants}
    played = Played(room, random.Random(1))
    played.pick = lambda words: words[0]  # as many moves in a turn as there can be
    found = await played.until_over(found.id, habits)
    assert (found.rounds[0].extended, found.rounds[0].pairings[0].undecided) == (EXTENSIONS, True)
    assert [each.points for each in standings(found)] == [Fraction(1, 2)] * 4
    assert not played.overran


async def test_who_has_overrun_loses_at_the_deadline_to_who_has_not(room: Room) -> None:
    found = await begun(room, (ANNA, BORYS), game="steps", seconds=DAY, rounds=1)
    (table,) = await running(room, found.id)
    late, other = await _overrun(room, table)
    await _moved(room, table)
    await stopped(room.tables, table)
    await room.advance(found.rounds[0].begun + DAY - room.clock.now() + 1)
    found = await ended(room, found.id)
    info = (await room.tables.looks.read(table)).info
    assert (info.state, info.closed) == ("over", "deadline")
    assert {each.entrant.user: each.points for each in standings(found)} == {late: 0, other: 1}
    assert [seat.user for seat in info.seats if seat.resigned] == [late]
    assert verify.replay(await room.tables.looks.record(table), games()).good


async def _overrun(room: Room, table: int) -> tuple[int, int]:
    """Let whoever is awaited overrun their time, and then move again. Returns them and the other."""
    info = (await room.tables.looks.read(table)).info
    late = info.seats[info.pending[0]].user or 0
    await room.advance((info.deadline or 0.0) - room.clock.now() + 1)
    await room.until(table, lambda now: now.stage > info.stage)
    assert await _moved(room, table) == late
    return late, next(seat.user or 0 for seat in info.seats if seat.user != late)


async def test_points_are_shared_where_all_have_overrun(room: Room) -> None:
    found = await begun(room, (ANNA, BORYS), game="steps", seconds=DAY, rounds=1)
    (table,) = await running(room, found.id)
    late, other = await _overrun(room, table)
    await _moved(room, table, "end")
    assert await _overrun(room, table) == (other, late)
    await stopped(room.tables, table)
    await room.advance(found.rounds[0].begun + DAY - room.clock.now() + 1)
    found = await ended(room, found.id)
    assert (found.state, found.rounds[0].extended) == ("over", 0)
    assert {each.entrant.user: each.points for each in standings(found)} == {late: Fraction(1, 2), other: Fraction(1, 2)}


async def test_three_at_a_table_of_whom_one_has_overrun(room: Room) -> None:
    found = await begun(room, (ANNA, BORYS, CELINA), game="steps", size=3, seconds=DAY, rounds=1)
    (table,) = await running(room, found.id)
    late, _other = await _overrun(room, table)
    await stopped(room.tables, table)
    await room.advance(found.rounds[0].begun + DAY - room.clock.now() + 1)
    found = await ended(room, found.id)
    points = {each.entrant.user: each.points for each in standings(found)}
    assert points == {each.user: Fraction(0) if each.user == late else Fraction(3, 4) for each in found.entrants}
    assert verify.replay(await room.tables.looks.record(table), games()).good


@pytest.mark.long
@pytest.mark.parametrize("game", ["steps", "coins"])
async def test_two_who_never_move_have_no_points_and_no_trophy(room: Room, game: str) -> None:
    found = await begun(room, (ANNA, BORYS), game=game, seconds=HOUR, rounds=1)
    for _ in range(12):
        await room.advance(HOUR / 8)
        await rested(room, found.id)
    found = await ended(room, found.id)
    assert found.state == "over"
    assert [each.points for each in standings(found)] == [0, 0]
    assert winners(found) == trophies(found) == ()


async def test_an_unloadable_table_is_shared_at_the_last_deadline(room: Room) -> None:
    found = await begun(room, (ANNA, BORYS), game="steps", seconds=DAY, rounds=1)
    (table,) = await running(room, found.id)
    async with room.store.transaction() as tx:
        await run(tx, "UPDATE snapshots SET snapshot = ? WHERE table_id = ?", b"?", table)
    await room.again()
    for after in (*(DAY * (1 + times / 4) for times in range(EXTENSIONS + 1)), LAST + 1):
        await room.clock.advance(found.rounds[0].begun + after - room.clock.now() + 1)
        found = await rested(room, found.id)
    assert found.state == "over"
    assert [each.points for each in standings(found)] == [Fraction(1, 2)] * 2


def _over(people: int, *games: Pairing, form: str = "swiss", byes: tuple[int, ...] = ()) -> Tournament:
    """A tournament of one round that is over."""
    entrants = tuple(EntrantRow(number, 100 + number, f"P{number}") for number in range(people))
    round_ = Round(pairings=games, byes=byes, begun=0.0)
    rules = Rules(format="robin" if form == "robin" else "swiss", rounds=1)
    return Tournament(
        place=HERE, game="coins", options={}, language="en", host=100, created=0.0, rules=rules, state="over",
        entrants=entrants, rounds=(round_,),
    )  # fmt: skip


def test_a_trophy_needs_four_players_and_a_winner_with_points() -> None:
    def game(*who: int, places: tuple[int, ...] = (1, 2), played: tuple[int, ...] | None = None) -> Pairing:
        return Pairing(who, places, played=who if played is None else played)

    four = _over(4, game(0, 1), game(2, 3))
    assert [each.number for each in trophies(four)] == [each.number for each in winners(four)] == [0, 2]
    two = _over(2, game(0, 1))
    assert ([each.number for each in winners(two)], trophies(two)) == ([0], ())
    came = _over(4, game(0, 1), game(2, 3, played=(2,)))
    assert ([each.number for each in winners(came)], trophies(came)) == ([0, 2], ()), "only three have played"
    assert winners(_over(4, game(0, 1, places=()), game(2, 3, places=()))) == (), "nobody has points"
    assert winners(_over(3, game(0, 1, places=()), byes=(2,))) == (), "a bye is not a game played"
    before = _over(4, Pairing((0, 1), (1, 2)), Pairing((2, 3), (2, 1)))
    assert [each.number for each in trophies(before)] == [0, 3], "an earlier version did not record who had played"
    assert winners(replace(four, state="cancelled")) == ()


def test_a_round_robin_counts_no_games_of_people_who_left_early() -> None:
    """Four people: D beats A and leaves; then A beats B, B beats C and C beats A."""
    beats = {(3, 0), (0, 1), (1, 2), (2, 0)}
    found = _robin(4, beats, leaves=3, after=1)
    shown = [(each.entrant.number, int(each.points), each.place) for each in standings(found)]
    assert shown == [(0, 1, 1), (1, 1, 1), (2, 1, 1), (3, 0, 4)]
    late = _robin(4, beats | {(3, 1)}, leaves=3, after=2)
    points = {each.entrant.number: each.points for each in standings(late)}
    assert points[3] == 2, "after half of the games they stand"
    assert sum(points.values()) == 6


@pytest.mark.long
@pytest.mark.parametrize("people", range(3, 9))
@pytest.mark.parametrize("after", [0, 1, 2])
def test_who_leaves_early_changes_nothing_among_the_others(people: int, after: int) -> None:
    rng = random.Random(people * 10 + after)
    order = rng.sample(range(people), people)
    beats = {(one, other) for at, one in enumerate(order) for other in order[at + 1 :]}
    gone = rng.randrange(people)
    found = _robin(people, beats, leaves=gone, after=after)
    if gone not in uncounted_entrants(found):
        assert 2 * after >= people - 1
        return
    others = [each for each in standings(found) if each.entrant.number != gone]
    assert [each.entrant.number for each in others] == [each for each in order if each != gone]
    byes = people % 2  # then each of the others has one
    assert [each.points for each in others] == [people - 2 - at + byes for at in range(people - 1)] or byes
    assert standings(found)[-1].entrant.number == gone
    assert standings(found)[-1].points == 0


def _robin(people: int, beats: set[tuple[int, int]], *, leaves: int, after: int) -> Tournament:
    """A whole round robin of pairs with these results; one person leaves after this number of rounds."""
    entrants = tuple(EntrantRow(number, 100 + number, f"P{number}") for number in range(people))
    rules = Rules(format="robin", rounds=people - 1 + people % 2)
    found = Tournament(
        place=HERE, game="coins", options={}, language="en", host=100, created=0.0, rules=rules, state="running",
        entrants=entrants,
    )  # fmt: skip
    while found.state == "running":
        if len(found.rounds) == after:
            found = entering.withdrawn(found, (leaves,))
        found = rounds.following(found, (), (2,), now=0.0)
        games = found.rounds[-1].pairings
        ended = {at: replace(game, places=(1, 2) if game.entrants in beats else (2, 1), played=game.entrants)
                 for at, game in enumerate(games)} if found.state == "running" else {}  # fmt: skip
        found = rounds.note_games(found, ended)
    return found
