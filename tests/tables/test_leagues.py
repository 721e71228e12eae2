"""Leagues in the table service: seasons that begin and end by themselves, and what people may do."""

from __future__ import annotations

import itertools
import random

import pytest
from msgspec.structs import replace

from engines.draws import SEED_BYTES, commitment, part_of_division, part_of_table
from tables.errors import BadChoice, Excluded, NotHost, Refusal, TooMany
from tables.history import tournament_draw
from tables.leagues.divisions import finishes
from tables.leagues.league import SIGN_UP, WEEK, League
from tables.model.outbox_rows import LeagueAskRow, LeagueCardRow, LeagueEndRow, LeagueFullRow, LeagueSeasonRow
from tables.model.people import Person
from tables.model.table_info import Limits, Place
from tables.time.timing import DAY, HOUR
from tests.support.leagues import HOST, begun, divisions, open_league, play_half, play_season, players, signed_up, started
from tests.support.tournaments import played, rested
from tests.support.wishes import told
from tests.tables.conftest import ANNA, BORYS, Room


async def test_a_season_from_its_first_day_to_the_next(room: Room) -> None:
    people = players(9)
    league = await open_league(room.tables, room.clock.now() + 2 * WEEK)
    assert await told(room, LeagueCardRow) == []
    with pytest.raises(Refusal, match="league-early"):
        await room.tables.leagues.sign_up(league.id, people[0])
    await room.advance(WEEK)
    assert len(await told(room, LeagueCardRow)) == 1
    for person in people:
        await room.tables.leagues.sign_up(league.id, person)
    await room.advance(WEEK)
    runs = await started(room, league.id)
    assert (runs.step, runs.season, runs.players) == ("running", 1, ())
    assert [row.season for row in await told(room, LeagueSeasonRow)] == [1]
    upper, lower = await divisions(room, runs)
    assert (len(upper.entrants), len(lower.entrants)) == (4, 5)
    assert {each.user for each in upper.entrants} == {person.user for person in people[:4]}, "nobody has a rating"
    assert {each.rules.manner for each in (upper, lower)} == {"daily"}
    assert await room.tables.tournaments.tournaments_in(1) == []
    assert await room.store.leagues_due(9) == []
    after = await play_season(room, runs)
    assert [row.season for row in await told(room, LeagueEndRow)] == [1]
    assert (after.step, after.season, after.players) == ("planned", 2, ())
    assert after.starts == runs.starts + 8 * WEEK
    one, two = finishes(await divisions(room, after))
    assert [each.entrant.user for each in one] == [100, 101, 102, 103]
    assert [each.fate for each in (*one, *two)] == ["stays"] * 3 + ["down", "up"] + ["stays"] * 4
    assert await room.tables.tournaments.finished_in(1, 9) == []
    # The second season: somebody has left, somebody is new.
    await room.advance(after.starts - SIGN_UP - room.clock.now())
    for person in (*people[1:], Person(300, "New")):
        await room.tables.leagues.sign_up(league.id, person)
    await room.advance(SIGN_UP)
    runs = await started(room, league.id)
    upper, lower = await divisions(room, runs)
    assert {each.user for each in upper.entrants} == {101, 102, 104, 103}
    assert 300 in {each.user for each in lower.entrants}
    assert len(runs.seasons) == 2


@pytest.mark.long
async def test_seeds_are_promised_before_anybody_signs_up(room: Room) -> None:
    people = players(8)
    league = await open_league(room.tables, room.clock.now() + SIGN_UP)
    promise = league.promise
    assert promise == (await room.tables.leagues.league(league.id)).promise != ""
    for press, person in enumerate(people[:3], 101):
        await room.tables.leagues.sign_up(league.id, person, request=press)
    await room.advance(SIGN_UP)
    called_off = await room.tables.leagues.league(league.id)
    assert (called_off.note, called_off.promise, called_off.presses) == ("few", promise, (101, 102, 103))
    for press, person in enumerate(people[3:], 104):
        await room.tables.leagues.sign_up(league.id, person, request=press)
    await room.advance(WEEK)
    league = await started(room, league.id)
    assert league.promise == "", "the next season has a part of its own"
    upper, _ = league.divisions
    assert [each.promise for each in await divisions(room, league)] == [promise] * 2
    opened = room.tables.tournaments.opened_part
    while (await room.tables.tournaments.tournament(upper)).state == "running":
        await play_half(room, replace(league, seasons=(replace(league.seasons[0], divisions=(upper,)),)))
    assert await opened(upper) == "", "the seeds of games that are played follow from it"
    await play_season(room, league)
    for at, division in enumerate(await divisions(room, league)):
        secret = bytes.fromhex(await opened(division.id))
        assert commitment(secret[:SEED_BYTES]) == promise
        draw = tournament_draw.published_draw(division, secret.hex())
        assert draw is not None
        assert (draw.promise, draw.division, draw.presses) == (promise, at, tuple(map(str, range(101, 109))))
        assert tournament_draw.check(draw).good
        assert not tournament_draw.check(replace(draw, division=1 - at)).good
        for (round_at, game), table in (await room.tables.tournaments.tournament_tables(division.id)).items():
            record = await room.tables.looks.record(table)
            assert bytes.fromhex(record.secret) == part_of_table(
                part_of_division(secret[:SEED_BYTES], at), round_at + 1, game + 1
            )
    planned = await room.tables.leagues.league(league.id)
    await room.advance(planned.starts - SIGN_UP - room.clock.now())
    following = await room.tables.leagues.league(league.id)
    assert (following.step, len(following.promise), following.presses) == ("sign-up", 64, ())


async def test_a_season_waits_until_there_is_room_for_all_of_it(room: Room) -> None:
    league = await signed_up(room, players(8))
    room.limits = Limits(tables_per_guild=7)  # enough for one division
    await room.again()
    await room.advance(SIGN_UP)
    waits = await room.tables.leagues.league(league.id)
    assert (waits.step, waits.note, waits.divisions) == ("sign-up", "full", ())
    await room.advance(HOUR)
    assert len(await told(room, LeagueFullRow)) == 1, "its host is told once"
    room.limits = Limits(tables_per_guild=8)
    await room.again()
    await room.advance(HOUR)
    begun = await started(room, league.id)
    assert (begun.step, begun.note, len(begun.divisions)) == ("running", "", 2)


@pytest.mark.long
async def test_newcomers_are_placed_by_their_rating(room: Room) -> None:
    known, unknown = players(8)[4:], players(4)
    first = await begun(room, known)
    for table in (await room.tables.tournaments.tournament_tables(first.divisions[0])).values():
        await played(room, table, random.Random(table))
    await room.advance(DAY)
    second = await begun(room, [*unknown, *known])
    parts = [{each.user for each in division.entrants} for division in await divisions(room, second)]
    rated = {each.user for each in known}
    assert parts[0] == rated, "people without a rating come after all others"


async def test_too_few_people_twice(room: Room) -> None:
    league = await signed_up(room, players(3))
    await room.advance(SIGN_UP)
    once = await room.tables.leagues.league(league.id)
    assert (once.step, once.note, once.starts) == ("sign-up", "few", league.starts + WEEK)
    assert len(once.players) == 3, "people are still signed up"
    assert await told(room, LeagueAskRow) == []
    await room.advance(WEEK)
    assert len(await told(room, LeagueAskRow)) == 1
    with pytest.raises(NotHost):
        await room.tables.leagues.go_on(league.id, BORYS.user)
    assert not (await room.tables.leagues.go_on(league.id, HOST.user)).asked
    for _ in range(4):
        await room.advance(WEEK)
    assert (await room.tables.leagues.league(league.id)).note == "empty"


async def test_a_stand_in_takes_over_games_not_begun(room: Room) -> None:
    league = await begun(room, players(5))
    ewa, first = Person(300, "Ewa"), Person(301, "First")
    await room.tables.guests.block(first.user, 101, blocked=True)
    for person in (first, ewa):
        league = await room.tables.leagues.sign_up(league.id, person)
    with pytest.raises(Refusal, match="league-playing"):
        await room.tables.leagues.sign_up(league.id, players(1)[0])
    with pytest.raises(Refusal, match="league-leave"):
        await room.tables.leagues.withdraw(league.id, players(1)[0].user)
    (division,) = league.divisions
    await room.tables.tournaments.leave_tournament(division, 104)
    await rested(room, division)
    await play_half(room, league)
    half = await rested(room, division)
    assert len(half.rounds) == 2
    assert half.entrants[-1].user == ewa.user, "nobody plays with a person they block"
    await play_season(room, league)
    (over,) = await divisions(room, league)
    games = [{over.entrants[each].user for each in game.entrants} for one in over.rounds for game in one.pairings]
    assert len(games) == 10
    assert sum(300 in game for game in games) + sum(104 in game for game in games) == 4
    ((*_, last),) = finishes((over,))
    assert (last.entrant.user, last.fate) == (104, "left")


@pytest.mark.long
async def test_people_who_miss_two_deadlines_go_to_the_bottom(room: Room) -> None:
    league = await begun(room, players(8))
    away = {100, 101}
    await room.tables.times.take_vacation(101, 7)
    for _ in range(60):
        await play_half(room, league, away)
        await room.tables.leagues.advance(league.id)
        if (await room.tables.leagues.league(league.id)).step != "running":
            break
        await room.advance(2 * DAY)
        away = {100}
    upper, _ = finishes(await divisions(room, league))
    by_user = {each.entrant.user: each for each in upper}
    assert by_user[100].fate == "late"
    assert by_user[100].overran >= 2
    assert upper[-1].entrant.user == 100
    assert by_user[101].overran <= 1, "vacation stops the clock; only the game with the other one is not played"
    assert by_user[101].fate == "stays"


async def test_people_who_block_each_other_or_were_excluded_are_apart(room: Room) -> None:
    people = players(8)
    await room.tables.guests.block(100, 101, blocked=True)
    for user in (102, 103):
        await room.tables.servers.exclude(1, user, 99, seconds=HOUR)
    await room.advance(2 * HOUR)
    league = await begun(room, people)
    parts = [{each.user for each in division.entrants} for division in await divisions(room, league)]
    for pair in ({100, 101}, {102, 103}):
        assert not any(pair <= part for part in parts)
    assert all(one.apart for division in await divisions(room, league) for one in division.rounds), "nobody learns of it"


async def test_excluded_people_do_not_begin(room: Room) -> None:
    league = await signed_up(room, players(6))
    await room.tables.servers.exclude(1, 100, 99, seconds=60 * DAY)
    with pytest.raises(Excluded):
        await room.tables.leagues.sign_up(league.id, players(1)[0])
    await room.tables.leagues.exclude(1, 101)
    await room.advance(SIGN_UP)
    (division,) = await divisions(room, await started(room, league.id))
    assert {each.user for each in division.entrants} == {102, 103, 104, 105}


async def test_refusals_when_a_league_is_opened(room: Room) -> None:
    soon = room.clock.now() + 3 * WEEK
    with pytest.raises(Refusal, match="league-server"):
        await open_league(room.tables, soon, place=Place(0, 2))
    with pytest.raises(BadChoice, match="league-when"):
        await open_league(room.tables, room.clock.now() + HOUR)
    for number in range(3):
        await room.advance(2 * HOUR)
        assert (await open_league(room.tables, soon, request=number)).id == (
            await open_league(room.tables, soon, request=number)
        ).id
    with pytest.raises(TooMany):
        await open_league(room.tables, soon)
    league = (await room.tables.leagues.leagues_in(1))[0]
    with pytest.raises(NotHost):
        await room.tables.leagues.end(league.id, BORYS.user)
    for other in await room.tables.leagues.leagues_in(1):
        await room.tables.leagues.end(other.id, BORYS.user if other == league else HOST.user, moderator=other == league)
    log = [(line.what, line.user) for line in await room.tables.servers.log_of_server(1)]
    assert log[-3:] == [("league-ended", HOST.user), ("league-ended", HOST.user), ("league-ended", BORYS.user)]


async def test_a_lost_channel_stops_the_season_and_repair_goes_on(room: Room) -> None:
    league = await begun(room, players(4))
    assert await room.tables.leagues.channel_gone(league.id, 77) is None
    lost = await room.tables.leagues.channel_gone(league.id, league.place.channel)
    assert lost is not None
    assert lost.for_moderators
    again = await room.tables.leagues.channel_gone(league.id, league.place.channel)
    assert again == lost, "its host is told once, whoever finds that out at the same time"
    (division,) = await divisions(room, league)
    assert division.paused is not None
    await room.advance(3 * DAY)
    found = await room.tables.leagues.repair(league.id, ANNA.user, 9)
    (division,) = await divisions(room, found)
    assert (found.place.channel, division.place.channel, division.paused) == (9, 9, None)
    assert (await play_season(room, found)).step == "planned"


@pytest.mark.long
async def test_forgotten_people_stay_as_a_number_in_old_tables(room: Room) -> None:
    league = await begun(room, players(4))
    await room.tables.leagues.sign_up(league.id, Person(300, "Ewa"))
    after = await play_season(room, league)
    await room.tables.personal.forget_person(100)
    await room.tables.personal.forget_person(HOST.user)
    (division,) = await divisions(room, after)
    ((first, *_),) = finishes((division,))
    assert first.entrant.name.startswith("Player")
    assert first.entrant.user < 0
    assert (await room.tables.leagues.league(league.id)).host < 0


async def test_a_league_is_in_the_download_and_goes_with_its_server(room: Room) -> None:
    league = await begun(room, players(4))
    await room.tables.leagues.sign_up(league.id, Person(300, "Ewa"))
    mine = await room.tables.personal.personal_data(300)
    assert [each["name"] for each in mine["league_players"]] == ["Ewa"]
    assert [each["game"] for each in (await room.tables.personal.personal_data(HOST.user))["leagues"]] == ["coins"]
    async with room.store.transaction() as tx:
        for number in await tx.subjects_of_server(1, 99):
            await tx.forget_subject(number)
        await tx.forget_server(1)
    for table in ("leagues", "league_players", "tournaments", "entrants", "tables", "subjects"):
        assert await room.store.read(f"SELECT count(*) FROM {table}") == [(0,)], table


@pytest.mark.long
async def test_three_seasons_with_everything_that_happens(room: Room) -> None:
    """People leave, come late, and go on vacation; the bot is down for a day. Nothing is left behind."""
    people = players(11)
    league = await signed_up(room, people)
    seen: list[League] = []
    for season in range(3):
        await room.advance(max(1.0, (await room.tables.leagues.league(league.id)).starts - room.clock.now()))
        runs = await started(room, league.id)
        assert runs.step == "running", season
        seen.append(runs)
        parts = await divisions(room, runs)
        entrants = [each.user for part in parts for each in part.entrants]
        assert len(entrants) == len({*entrants})
        await room.tables.leagues.sign_up(league.id, Person(400 + season, "Late"))
        await room.tables.tournaments.leave_tournament(parts[0].id, parts[0].entrants[0].user)
        away = parts[-1].entrants[0].user
        await room.tables.times.take_vacation(parts[-1].entrants[1].user, 5)
        if season == 1:
            room.clock.pass_by(DAY)
            await room.again()
        for _ in range(60):
            await play_half(room, runs, {away})
            await room.tables.leagues.advance(league.id)
            if (await room.tables.leagues.league(league.id)).step != "running":
                break
            await room.advance(2 * DAY)
        over = await room.tables.leagues.league(league.id)
        assert over.step == "planned"
        ended = await divisions(room, over)
        assert all(game.places is not None for part in ended for one in part.rounds for game in one.pairings)
        assert any(each.user == 400 + season for each in ended[0].entrants)
        told_fates = {each.entrant.user: each.fate for part in finishes(ended) for each in part}
        assert told_fates[away] == "late"
        await room.advance(over.starts - SIGN_UP - room.clock.now())
        for person in (*people, Person(400 + season, "Late")):
            await room.tables.leagues.sign_up(league.id, person)
    assert len({each.starts for each in seen}) == 3
    assert await room.store.read("SELECT count(*) FROM tables WHERE state = 'playing'") == [(0,)]
    assert all(b.starts - a.starts >= 5 * WEEK for a, b in itertools.pairwise(seen))
    assert replace(seen[0], version=0) != seen[1]
