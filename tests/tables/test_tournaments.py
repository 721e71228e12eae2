"""Tournaments from the first entrant to the last round, over a real store: tables opened, results taken, deadlines."""

from __future__ import annotations

import asyncio
import itertools
import random
from fractions import Fraction

import pytest

import engines
from engines.draws import commitment
from tables.errors import BadChoice, Excluded, NotHost, NotOpen, Refusal, SetAside, TooFew, TooMany
from tables.model.table import MISSED
from tables.model.table_info import Place
from tables.store.table_store import LINKED_SECONDS
from tables.time import timing
from tables.time.timing import DAY, HOUR
from tables.tournaments import clock
from tables.tournaments.standings import standings, winners
from tables.tournaments.tournament import Rules, Tournament
from tests.support.cases import cases
from tests.support.tournaments import FIVE, begun, ended, opened, played, rested, running
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, EWA, HERE, Room


@pytest.mark.parametrize("size", [2, pytest.param(3, marks=pytest.mark.long), pytest.param(4, marks=pytest.mark.long)])
@pytest.mark.parametrize("form", cases(["swiss", "robin"], ["swiss"]))
async def test_a_whole_tournament(room: Room, form: str, size: int) -> None:
    rng = random.Random(7)
    found = await begun(room, format=form, size=size, seconds=DAY)
    rounds = 0
    while found.state == "running":
        rounds += 1
        assert len(found.rounds) == rounds
        tables = await running(room, found.id)
        assert len(tables) == len(found.rounds[-1].pairings)
        for table in rng.sample(tables, len(tables)):
            await played(room, table, rng)
        found = await rested(room, found.id)
        if rounds == 2:
            await room.again()
    assert found.state == "over"
    assert rounds == found.rules.rounds
    if form == "robin" and size == 2:
        assert rounds == 5
    order = standings(found)
    assert sorted(each.entrant.user for each in order) == [person.user for person in FIVE]
    assert order[0].place == 1
    stored = await room.store.read("SELECT table_id, user, rating_place FROM results ORDER BY table_id")
    tables_by_game = await room.tables.tournaments.tournament_tables(found.id)
    for (at, number), table in tables_by_game.items():
        game = found.rounds[at].pairings[number]
        assert {(found.entrants[each].user, place) for each, place in zip(game.entrants, game.places or (), strict=True)} == {
            (user, place) for number_, user, place in stored if number_ == table
        }, "as the results say"
    assert (await room.store.tournaments_due(5)) == []


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(engines.games()))
async def test_a_tournament_of_each_game(room: Room, game: str) -> None:
    room.games = engines.games()
    await room.again()
    rng, seats = random.Random(2), engines.games()[game].seats
    found = await begun(room, (ANNA, BORYS, CELINA), game, size=min(3, seats[-1]), rounds=2)
    while found.state == "running":
        for table in await running(room, found.id):
            await played(room, table, rng)
        found = await rested(room, found.id)
    assert len(found.rounds) == 2
    assert sum(each.games for each in standings(found)) == 6
    assert max(each.points for each in standings(found)) >= 1


async def test_the_lobby_of_a_tournament(room: Room) -> None:
    found = await opened(room, (ANNA, BORYS))
    number = found.id
    again = await room.tables.tournaments.open_tournament(DAWID, HERE, "coins", Rules(), language="en", request=9)
    assert (
        await room.tables.tournaments.open_tournament(DAWID, HERE, "coins", Rules(), language="en", request=9)
    ).id == again.id
    assert await room.tables.tournaments.join_tournament(number, BORYS) == found, "who is there already stays"
    with pytest.raises(NotHost):
        await room.tables.rounds.begin_tournament(number, BORYS.user)
    with pytest.raises(NotHost):
        await room.tables.tournaments.close_tournament(number, BORYS.user)
    left = await room.tables.tournaments.leave_tournament(number, ANNA.user)
    assert left.host == BORYS.user == (await room.tables.tournaments.tournament(number)).host
    with pytest.raises(TooFew):
        await room.tables.rounds.begin_tournament(number, BORYS.user)
    with pytest.raises(Refusal, match="not-in"):
        await room.tables.tournaments.leave_tournament(number, ANNA.user)
    with pytest.raises(Refusal, match="none"):
        await room.tables.tournaments.tournament((await room.table("coins", ANNA, BORYS)).info.id)
    with pytest.raises(Refusal, match="server"):
        await room.tables.tournaments.open_tournament(ANNA, Place(0, 2), "coins", Rules(), language="en")
    with pytest.raises(BadChoice):
        await room.tables.tournaments.open_tournament(ANNA, HERE, "coins", Rules(size=5), language="en")
    await room.tables.servers.exclude(1, EWA.user, ANNA.user, seconds=DAY)
    with pytest.raises(Excluded):
        await room.tables.tournaments.join_tournament(number, EWA)
    await room.tables.tournaments.close_tournament(again.id, CELINA.user, moderator=True)
    assert (await room.tables.servers.log_of_server(1))[0].what == "closed"
    with pytest.raises(Refusal, match="cancelled"):
        await room.tables.tournaments.join_tournament(again.id, BORYS)
    for host in (ANNA, CELINA):
        await opened(room, (host,))
    with pytest.raises(TooMany, match="tournament-many"):
        await opened(room, (DAWID,))
    await room.tables.tournaments.leave_tournament(number, BORYS.user)
    assert (await room.tables.tournaments.tournament(number)).state == "cancelled", "the last one has left"
    await room.advance(8 * DAY)
    async with asyncio.timeout(60):  # nobody has begun them for a week
        while await room.tables.tournaments.tournaments_in(1):
            await asyncio.sleep(0.01)
    assert (await room.tables.looks.tables_of(ANNA.user, 1))[0].state == "playing", "a tournament is in no list of tables"


async def test_where_nobody_comes_nobody_wins(room: Room) -> None:
    found = await begun(room, (ANNA, BORYS), seconds=DAY, rounds=1)
    await room.advance(DAY + 60)
    found = await ended(room, found.id)
    assert found.state == "over"
    assert [each.points for each in standings(found)] == [0, 0]
    assert [each.place for each in standings(found)] == [1, 1]
    assert winners(found) == ()


@pytest.mark.long
async def test_who_leaves_has_lost_what_is_still_to_play(room: Room) -> None:
    found = await begun(room, (ANNA, BORYS, CELINA), format="robin")
    here = found.rounds[0].pairings[0]
    one, other = (found.entrants[each] for each in here.entrants)
    await room.tables.tournaments.leave_tournament(found.id, one.user)
    found = await rested(room, found.id)
    (table,) = (await room.tables.tournaments.tournament_tables(found.id)).values()
    seats = (await room.tables.looks.read(table)).info.seats
    assert [info.resigned for info in seats if info.user == one.user] == [True]
    await room.tables.endings.claim(table, other.user)
    found = await rested(room, found.id)
    assert found.rounds[0].pairings[0].points(one.number) == 0
    assert found.rounds[0].pairings[0].points(other.number) == 1
    while found.state == "running":
        for table in await running(room, found.id):
            await played(room, table, random.Random(1))
        found = await rested(room, found.id)
    last = next(each for each in standings(found) if each.entrant.user == one.user)
    assert (last.points, last.games) == (Fraction(one.number in {each for r in found.rounds for each in r.byes}), last.games)


async def test_who_is_at_odds_is_kept_apart(room: Room) -> None:
    await room.tables.guests.block(ANNA.user, BORYS.user, blocked=True)
    whole = await opened(room, (ANNA,), format="robin")
    with pytest.raises(NotOpen):
        await room.tables.tournaments.join_tournament(whole.id, BORYS)
    await room.tables.tournaments.close_tournament(whole.id, ANNA.user)
    found = await begun(room, (ANNA, BORYS, CELINA, DAWID), rounds=3)
    for _ in range(2):
        pairs = [{found.entrants[n].user for n in each.entrants} for each in found.rounds[-1].pairings]
        assert {ANNA.user, BORYS.user} not in pairs
        for table in await running(room, found.id):
            await played(room, table, random.Random(1))
        found = await rested(room, found.id)


async def test_closing_leaves_the_games_that_are_played(room: Room) -> None:
    found = await begun(room)
    await room.tables.tournaments.close_tournament(found.id, ANNA.user)
    tables = await running(room, found.id)
    assert len(tables) == 2
    await played(room, tables[0], random.Random(3))
    found = await rested(room, found.id)
    assert found.state == "cancelled"
    assert await room.store.tournaments_due(5) == []
    assert await room.tables.tournaments.opened_part(found.id) == "", "the seed of a game that is played follows from it"
    await room.advance(LINKED_SECONDS)
    await room.mail()
    one, other = [seat.user or 0 for seat in (await room.tables.looks.read(tables[1])).info.seats]
    await room.tables.endings.resign(tables[1], one)
    await room.tables.endings.claim(tables[1], other)
    told: list[str] = []
    for _ in range(20):  # the clock of the tournaments notes the end meanwhile
        await room.tables.rounds.advance_tournament(found.id)
        await room.advance(LINKED_SECONDS)
        told += [kind for kind, _ in await room.mail()]
    assert "tournament" in told, "its card shows the part"
    assert commitment(bytes.fromhex(await room.tables.tournaments.opened_part(found.id))) == found.promise


async def test_a_game_unknown_to_this_version_waits(room: Room) -> None:
    found = await opened(room, (ANNA, BORYS))
    every, room.games = room.games, {}
    await room.again()
    for going_on in (
        room.tables.rounds.begin_tournament(found.id, ANNA.user),
        room.tables.rounds.advance_tournament(found.id),
    ):
        with pytest.raises(SetAside):
            await going_on
    room.games = every
    await room.again()
    await room.tables.rounds.begin_tournament(found.id, ANNA.user)
    assert len((await rested(room, found.id)).rounds) == 1


@pytest.mark.long
async def test_it_goes_on_by_itself_and_twice_is_once(room: Room) -> None:
    found = await opened(room, (ANNA, BORYS, CELINA, DAWID), seconds=DAY)
    assert [kind for kind, _ in await room.mail()] == ["tournament", "ready"], "each told once, as it is now"
    await room.tables.rounds.begin_tournament(found.id, ANNA.user)
    for rounds in (1, 2):
        await until_opened(room, found.id, rounds)
        await asyncio.gather(*(room.tables.rounds.advance_tournament(found.id) for _ in range(3)))
        assert len(await running(room, found.id)) == 2
        begun = await room.store.read("SELECT count(*) FROM journal WHERE kind = 'start'")
        assert begun == [(2 * rounds,)]
        for table in await running(room, found.id):
            await played(room, table, random.Random(5))


async def until_opened(room: Room, number: int, rounds: int) -> None:
    """Wait until the clock has opened the tables of a round."""
    for _ in range(3000):
        if len(await room.tables.tournaments.tournament_tables(number)) == 2 * rounds:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("no tables open")


async def test_a_game_made_void_afterwards_is_worth_nothing(room: Room) -> None:
    found = await begun(room, (ANNA, BORYS), rounds=1)
    (table,) = await running(room, found.id)
    for user in (ANNA.user, BORYS.user) * 3:
        hand = (await room.tables.looks.read(table, user)).choices()
        await room.tables.moves.play(table, user, (hand.words[-1 if user == ANNA.user and len(hand.words) > 1 else 0],))
    found = await rested(room, found.id)
    before = standings(found)
    assert sum(each.points for each in before) == 1
    await room.tables.endings.make_void(table, EWA.user, reason="somebody played for both")
    found = await rested(room, found.id)
    assert found.state == "over"
    assert [each.points for each in standings(found)] == [0, 0]
    assert await room.store.tournaments_due(5) == []
    await room.tables.endings.restore(table, DAWID.user, reason="they did not")
    assert standings(await rested(room, found.id)) == before, "it counts again"


async def test_a_forgotten_person_leaves_and_is_renamed(room: Room) -> None:
    found = await begun(room, (ANNA, BORYS, CELINA, DAWID))
    told = await room.tables.personal.personal_data(BORYS.user)
    assert told["entrants"][0]["name"] == "Borys"
    name = await room.tables.personal.forget_person(BORYS.user)
    found = await rested(room, found.id)
    gone = next(each for each in found.entrants if each.name == name)
    assert gone.withdrawn
    assert gone.user < 0


def test_without_a_manner_who_never_comes_is_out_before_half() -> None:
    for seconds, people in itertools.product((HOUR, DAY, 14 * DAY), (2, 3, 4)):
        whole = Tournament(
            place=HERE, game="coins", options={}, language="en", host=1, created=0.0, rules=Rules(seconds=seconds)
        )
        each = timing.read_pace(clock.pace(whole, people))
        assert each.each is not None
        assert 0 < each.bank + MISSED * each.each < seconds / 2


async def test_a_person_has_one_open_tournament_and_empty_ones_end(room: Room) -> None:
    first = await opened(room, [ANNA])
    with pytest.raises(TooMany, match="tournament-yours"):
        await room.tables.tournaments.open_tournament(ANNA, Place(5, 6), "coins", Rules(), language="en")
    second = await opened(room, [BORYS, ANNA])
    await room.advance(clock.EMPTY)
    await room.tables.rounds.advance_tournament(first.id)
    await room.tables.rounds.advance_tournament(second.id)
    assert (await room.tables.tournaments.tournament(first.id)).state == "cancelled", "nobody but its host was there"
    assert (await room.tables.tournaments.tournament(second.id)).state == "lobby"
    await opened(room, [ANNA])
    told = [kind for kind, _ in await room.mail()]
    assert told.count("ready") == 1, "two are few, but after a day their host is called"
    await room.advance(clock.LIFE - clock.EMPTY)
    await room.tables.rounds.advance_tournament(second.id)
    assert (await room.tables.tournaments.tournament(second.id)).state == "cancelled"


async def test_a_tournament_without_its_channel_pauses_until_moved(room: Room) -> None:
    found = await begun(room, (ANNA, BORYS, CELINA, DAWID), game="steps", seconds=DAY, rounds=2)
    (one, other), start = await running(room, found.id), found.rounds[0].begun
    assert await room.tables.tournaments.channel_gone(found.id, HERE.channel + 1) is None
    await room.advance(DAY / 4)
    paused = await room.tables.tournaments.channel_gone(found.id, HERE.channel)
    assert paused is not None
    for table in (one, other):
        for person in (ANNA, BORYS, CELINA, DAWID):
            await room.tables.times.take_vacation(person.user, 5) if table == one else None
    await played(room, one, random.Random(1))
    await room.clock.advance(3 * DAY)
    await room.tables.rounds.advance_tournament(found.id)
    now = await room.tables.tournaments.tournament(found.id)
    assert (now.state, len(now.rounds), now.rounds[0].extended, now.due) == ("running", 1, 0, None)
    assert (await room.tables.looks.read(other)).info.state == "playing", "no deadline of a round while it is paused"
    with pytest.raises(NotHost):
        await room.tables.tournaments.move_tournament(found.id, BORYS.user, 77)
    await room.tables.tournaments.move_tournament(found.id, ANNA.user, 77)
    moved = await rested(room, found.id)
    assert (moved.place, moved.paused) == (Place(1, 77), None)
    assert (moved.rounds[0].begun, moved.rounds[0].later) == (start, 3 * DAY), "the round has the time that it had"
    assert [each.places is not None for each in moved.rounds[0].pairings] == [True, False]
    assert (await room.tables.looks.read(other)).info.place == Place(1, 77)
    await room.again()
    assert (await room.tables.tournaments.tournament(found.id)).place == Place(1, 77)


async def test_a_paused_lobby_gains_no_outage_twice(room: Room) -> None:
    found = await opened(room, FIVE)
    await room.advance(2 * DAY)
    await room.tables.tournaments.channel_gone(found.id, HERE.channel)
    for _ in range(2):
        await room.close()
        await room.clock.advance(3 * DAY)
        await room.open()
    await room.advance(DAY)
    now = await room.tables.tournaments.move_tournament(found.id, ANNA.user, 77)
    assert now.due == pytest.approx(found.created + clock.LIFE + 6 * DAY, abs=1.0)
    for after, state in ((4 * DAY - 10, "lobby"), (20, "cancelled")):
        await room.advance(after)
        await room.tables.rounds.advance_tournament(found.id)
        assert (await room.tables.tournaments.tournament(found.id)).state == state


async def test_people_play_in_the_colours_they_like(room: Room) -> None:
    room.games = engines.games()
    await room.again()
    await room.tables.people.set_preferences(BORYS.user, colours="sky red")
    (table,) = await running(room, (await begun(room, (ANNA, BORYS), "rzymianie", size=2, rounds=1)).id)
    info = (await room.tables.looks.read(table)).info
    assert {seat.user: seat.colour for seat in info.seats}[BORYS.user] == "red"
    assert info.options["clans"] == "-".join(seat.colour for seat in info.seats)
