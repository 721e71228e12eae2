"""Of several processes on PostgreSQL one is cut off just before or just after any commit, as if killed there: the others bring
to its end what people have begun, with the same presses, at once if there are two of them, and nothing happens twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Awaitable, Callable

import pytest

from data.errors import StoreUnreachable
from tables.errors import Refusal
from tables.leagues.league import SIGN_UP, League
from tables.model.people import Person
from tables.model.table_info import Place
from tables.nights.night import Night
from tables.service.service import TableService
from tables.store.deadlines import NotYet
from tables.time.timing import DAY, HOUR, MINUTE
from tables.tournaments.acts import Occasion
from tables.tournaments.tournament import Rules
from tests.support.postgres_server import Server
from tests.support.two_services import Cable, Two, processes
from tests.support.wishes import slow_wish

pytestmark = pytest.mark.postgres

Act = Callable[[TableService, int], Awaitable[object]]
"""What somebody does at a process, with the number of the press."""


class Company:
    """Two people in a server of their own."""

    def __init__(self, two: Two, number: int) -> None:
        self.two, self.place = two, Place(number, number)
        self.anna, self.borys = Person(100 * number + 1, "Anna"), Person(100 * number + 2, "Borys")
        self.table = self.night = self.tournament = 0
        self.code = ""

    async def tables(self) -> list[tuple[str, int]]:
        """All their tables: the state, and how many people sit there."""
        sql = (
            'SELECT state, count("user") FROM tables JOIN seats ON table_id = id WHERE host IN ($1, $2) GROUP BY id ORDER BY id'
        )
        return [(state, people) for state, people in await self.two.ask(sql, self.anna.user, self.borys.user)]

    async def open(self, at: TableService, press: int) -> None:
        pace = "none" if self.code else "daily"
        reading = await at.lobbies.open_table(self.anna, self.place, "coins", language="en", pace=pace, request=press)
        self.table = reading.info.id

    async def play(self, at: TableService, table: int, person: Person, press: int) -> None:
        while (reading := await at.looks.read(table, person.user)).info.state == "playing":
            if reading.seat in reading.info.pending:
                await at.moves.play(table, person.user, (reading.choices().words[0],), request=press + 100 * reading.info.stage)
            await self.two.clock.advance(1.0)


def search(company: Company) -> list[Act]:
    """They look for a game, are asked, and agree."""

    def looks(person: Person) -> Act:
        wish = slow_wish(person, company.two.clock.now())
        return lambda at, press: at.matchmaking.look_for_game(person, company.place, wish, language="en", request=press)

    def agrees(person: Person) -> Act:
        async def agree(at: TableService, press: int) -> None:
            found = await at.matchmaking.list_in(company.place)
            assert found is not None
            await at.matchmaking.answer(found.id, 1, person.user, comes=True, request=press)

        return agree

    async def sits(at: TableService, _press: int) -> None:
        found = await at.matchmaking.list_in(company.place)
        assert found is not None
        await at.matchmaking.advance(found.id)

    return [looks(company.anna), looks(company.borys), agrees(company.anna), agrees(company.borys), sits]


def ready_check(company: Company) -> list[Act]:
    """They sit down for a slow game; thirteen hours later one of them is asked, and agrees."""
    sat = company.two.clock.now()

    async def joins(at: TableService, press: int) -> None:
        await at.lobbies.join(company.table, company.borys, request=press)

    async def starts(at: TableService, press: int) -> None:
        await company.two.clock.advance(max(0.0, sat + 13 * HOUR - company.two.clock.now()))
        await at.lobbies.start(company.table, company.anna.user, request=press)

    async def agrees(at: TableService, press: int) -> None:
        asked = (await at.looks.read(company.table)).info.guests.open.get(company.borys.user, 0)
        await at.guests.accept(company.table, company.borys, asked, request=press)

    return [company.open, joins, starts, agrees]


def challenge(company: Company) -> list[Act]:
    """One plays against the computer and challenges others, and the other one plays the deal."""
    company.code = "not known yet"

    async def starts(at: TableService, press: int) -> None:
        await at.lobbies.start_alone(company.table, company.anna.user, request=press)

    async def plays(at: TableService, press: int) -> None:
        await company.play(at, company.table, company.anna, press)

    async def offers(at: TableService, press: int) -> None:
        company.code = (await at.challenges.offer(company.table, company.anna.user, request=press)).code

    async def takes(at: TableService, press: int) -> None:
        await at.challenges.begin(company.code, company.borys, company.place.guild, 77, language="en", request=press)

    async def tries(at: TableService, press: int) -> None:
        first = (await at.challenges.look(company.code, company.borys.user)).first
        assert first is not None
        await company.play(at, first.table_id, company.borys, press)

    return [company.open, starts, plays, offers, takes, tries]


def evening(company: Company) -> list[Act]:
    """They say that they come to a game night, are called once, come, and are drawn to one table."""
    clock = company.two.clock
    starts = clock.now() + 90 * MINUTE

    async def opens(at: TableService, press: int) -> None:
        night = Night(place=company.place, language="en", host=company.anna.user, game="coins", starts=starts)
        company.night = (await at.nights.open_night(company.anna, night, request=press)).id

    async def replies(at: TableService, press: int) -> None:
        await at.nights.reply(company.night, company.borys, "yes", request=press)

    def goes_on(when: float) -> Act:
        async def go_on(at: TableService, _press: int) -> None:
            clock.skip(max(0.0, when - clock.now()))
            with contextlib.suppress(NotYet):
                await at.nights.advance(company.night)

        return go_on

    def arrives(person: Person) -> Act:
        return lambda at, press: at.nights.arrive(company.night, person, request=press)

    async def count_calls(_at: TableService, _press: int) -> None:
        sql = "SELECT count(*) FROM outbox WHERE kind = 'night-call' AND subject_id = $1"
        assert await company.two.ask(sql, company.night) == [(1,)]

    comes, called = [opens, replies], [goes_on(starts - HOUR), goes_on(starts), count_calls]
    return [*comes, *called, arrives(company.anna), arrives(company.borys), goes_on(starts + 6 * MINUTE)]


def season(company: Company) -> list[Act]:
    """Four people sign up for a league; its season begins with one division, and ends when the host closes that."""
    clock = company.two.clock
    starts = clock.now() + SIGN_UP
    league = League(place=company.place, language="en", host=company.anna.user, game="coins", starts=starts)
    number = 0

    async def opens(at: TableService, press: int) -> None:
        nonlocal number
        number = (await at.leagues.open_league(company.anna, league, request=press)).id

    def signs_up(user: int) -> Act:
        return lambda at, press: at.leagues.sign_up(number, Person(user, f"P{user}"), request=press)

    async def begins(at: TableService, _press: int) -> None:
        clock.skip(max(0.0, starts - clock.now()))
        both = (at, company.two.other.tables)
        first, _ = await asyncio.gather(*(each.leagues.advance(number) for each in both), return_exceptions=True)
        if isinstance(first, StoreUnreachable):
            raise first

    async def closes(at: TableService, press: int) -> None:
        (division,) = (await at.leagues.league(number)).divisions
        await at.tournaments.close_tournament(division, company.anna.user, request=press)

    async def ends(at: TableService, _press: int) -> None:
        with contextlib.suppress(NotYet):
            await at.leagues.advance(number)
        found = await at.leagues.league(number)
        assert (found.step, len(found.seasons)) == ("planned", 1)
        sql = "SELECT kind, count(*) FROM outbox WHERE subject_id = $1 GROUP BY kind ORDER BY kind"
        assert await company.two.ask(sql, number) == [("league", 1), ("league-end", 1), ("league-season", 1)]

    return [opens, *(signs_up(10 * company.anna.user + each) for each in range(4)), begins, closes, ends]


def dated(company: Company) -> list[Act]:
    """They enter a tournament with a date, are called twice, check in, and play its first round."""
    clock = company.two.clock
    starts = clock.now() + 2 * DAY

    async def opens(at: TableService, press: int) -> None:
        tournaments = at.tournaments
        found = await tournaments.open_tournament(
            company.anna, company.place, "coins", Rules(rounds=1), language="en", request=press
        )
        company.tournament = found.id

    async def dates(at: TableService, press: int) -> None:
        occasion = Occasion(company.anna.user, company.place.channel, 0.0, reason="as agreed")
        await at.tournaments.organise(company.tournament, occasion, "date", (str(int(starts)),), request=press)

    def goes_on(when: float) -> Act:
        async def go_on(at: TableService, _press: int) -> None:
            clock.skip(max(0.0, when - clock.now()))
            with contextlib.suppress(NotYet):
                await at.rounds.advance_tournament(company.tournament)

        return go_on

    def checks_in(person: Person) -> Act:
        return lambda at, press: at.tournaments.check_in(company.tournament, person, request=press)

    async def count_calls(at: TableService, _press: int) -> None:
        sql = "SELECT count(*) FROM outbox WHERE kind = 'check-in' AND subject_id = $1"
        assert await company.two.ask(sql, company.tournament) == [(1,)], (
            "the second call replaces the first, which was not sent"
        )
        assert (await at.tournaments.tournament(company.tournament)).calls == 2

    joins: Act = lambda at, press: at.tournaments.join_tournament(company.tournament, company.borys, request=press)  # noqa: E731
    calls = [goes_on(starts - DAY), goes_on(starts - HOUR), count_calls]
    return [opens, joins, dates, *calls, checks_in(company.anna), checks_in(company.borys), goes_on(starts)]


SCRIPTS = [
    (search, [("playing", 2)], 3),
    (ready_check, [("playing", 2)], 3),
    (challenge, [("over", 1), ("over", 1)], 3),
    (evening, [("playing", 2)], 2),
    (season, [], 2),
    (dated, [("playing", 2)], 2),
]
"""What people do, which tables they have afterwards, and how many processes there are."""


@pytest.mark.parametrize(("script", "tables", "count"), SCRIPTS)
async def test_what_one_process_began_the_others_end(
    postgres: Server, migrated: str, script: Callable[[Company], list[Act]], tables: list[tuple[str, int]], count: int
) -> None:
    async with processes(postgres, migrated, patience=0.01, count=count) as two:
        for each in (two.one, *two.others):
            each.thinker.may_answer.set()
        for number in itertools.count(1):
            company, cable = Company(two, number), Cable(two.one.store, number)
            for press, act in enumerate(script(company), start=10_000 * number):
                with contextlib.suppress(StoreUnreachable), cable.counting():
                    await act(two.one.tables, press)
                if cable.cut:
                    await cable.give_up(two.other.store)
                    repeated = (act(each.tables, press) for each in two.others)
                    for found in await asyncio.gather(*repeated, return_exceptions=True):
                        if isinstance(found, BaseException) and not isinstance(found, Refusal):  # it was carried out before
                            raise found
                await two.clock.advance(0.0)
            for waited in range(1_000):
                if await company.tables() == tables:
                    break
                await two.clock.advance(1.0 if waited < 50 else 0.0)
            assert await company.tables() == tables, f"cut off at {number}"
            if not cable.cut:
                break
            cable.mend()
        assert number > 6
