"""Leagues as people see them: signing up, the divisions in their thread, and how the season was."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial

import pytest

from chat.cards.leagues import title
from cogs.week import card as week_card
from data.words import words
from sandbox import Person
from sandbox.client import JSON, Outcome
from tables.leagues.league import SIGN_UP, League
from tables.model.people import Person as Somebody
from tables.model.server import ServerSettings
from tests.support.manual_clock import ManualClock
from tests.support.nights import at_time
from tests.support.world import World, eventually, piece, pieces, says, text_of

START = datetime(2026, 11, 20, 12, tzinfo=UTC).timestamp()

PEOPLE = ("Ada", "Borys", "Chloe", "Dmitri", "Ewa")


@pytest.fixture
async def time(world: World) -> ManualClock:
    return await world.at_time(START)


async def league_of(world: World) -> League:
    [(number,)] = await world.ask("SELECT id FROM leagues")
    return await world.tables.leagues.league(number)


async def message(world: World, person: Person, kind: str) -> JSON:
    """Returns a message of the only league, as somebody sees it."""
    league = await league_of(world)
    await eventually(lambda: world.standing(league.id, kind))
    return await world.message(person, league.id, kind)


async def press(world: World, person: Person, kind: str, verb: str) -> Outcome:
    found = await message(world, person, kind)
    answer = await person.press(found, piece(found, f"league.{verb}"))
    await world.done()
    await world.later(3.0)
    return answer


async def rest(world: World, time: ManualClock) -> None:
    """Move the time on, second by second, until everything has been sent."""
    for _ in range(300):
        await time.advance(1.0)
        if not await world.ask("SELECT 1 FROM outbox WHERE due <= ?", time.now() + 10.0):
            return await world.quiet()
    raise AssertionError("it does not come to rest")


async def started(world: World) -> bool:
    return (await league_of(world)).step == "running"


async def ended(world: World) -> bool:
    return (await league_of(world)).step != "running"


async def games_open(world: World, division: int, count: int) -> bool:
    return len(await world.tables.tournaments.tournament_tables(division)) >= count


async def week_of(world: World, league: League) -> str:
    """Returns what its server is told of the week that ends now."""
    settings = ServerSettings(weekly=league.place.channel)
    week = await world.tables.weeks.read(league.place.guild, settings, 0.0, world.time.now())
    assert week is not None
    return (await week_card(world.bot.app, league, week, words("pl"))).text


@pytest.mark.usefixtures("time")
async def test_a_season_with_five_people(world: World, time: ManualClock) -> None:
    world.sandbox.world.add_person("ewa", "Ewa", "pl")
    people = [await world.person(name) for name in PEOPLE]
    ada, borys, *_ = people
    answer = await ada.settled(await ada.command("gry", "tournament league", game="rycerze", when="30.11. 20:00"))
    assert says("cogs.league.opened") in text_of(answer)
    league = await league_of(world)
    assert await world.ask("SELECT count(*) FROM messages WHERE kind LIKE 'league%'") == [(0,)], "nothing is told before"
    await at_time(world, time, league.starts - SIGN_UP)
    for person in people:
        await press(world, person, "league", "enter")
    card = text_of(await message(world, ada, "league"))
    assert words("pl").count("cogs.league.signed", 5, names="Ada, Borys, Chloe, Dmitri, Ewa") in card
    await time.advance(league.starts - time.now())
    await eventually(partial(started, world))
    await rest(world, time)
    league = await league_of(world)
    (division,) = league.divisions
    await eventually(lambda: world.standing(division, "tournament"))
    season = await message(world, ada, "league-season")
    assert says("cogs.league.begun", season=1) in text_of(season)
    shown = await world.message(borys, division, "tournament")
    assert shown["channel_id"] == season["id"], "in the thread below the message of the season"
    assert says("cogs.league.division", name="A") in text_of(shown)
    assert pieces(await message(world, ada, "league")) == []
    mine = text_of(await borys.settled(await press(world, borys, "league-season", "mine")))
    assert mine.count("▸") in {2, 3}, "with five people, somebody rests"
    timed = await borys.settled(await borys.press(shown, piece(shown, "tournament.standings")))
    assert text_of(timed).count(says("cogs.time.banks", each="").strip()) == 6, "of each game that runs"
    for half in (1, 2):
        await eventually(partial(games_open, world, division, (6, 10)[half - 1]))
        for table in (await world.tables.tournaments.tournament_tables(division)).values():
            info = (await world.view(table)).info
            if info.state == "playing":
                leaves, wins = sorted(info.people, reverse=True)
                await world.tables.endings.resign(table, leaves)
                await world.tables.endings.claim(table, wins)
        await rest(world, time)
        if half == 1:
            assert f"{title(league, words('pl')).removeprefix('### ')} — 🥇" in await week_of(world, league)
    await eventually(partial(ended, world))
    await rest(world, time)
    told = text_of(await message(world, ada, "league-end"))
    assert says("cogs.league.ended", season=1) in told
    assert "🥇" in told
    assert await world.ask("SELECT count(*) FROM messages WHERE kind LIKE 'league%' AND message <> 0") == [(3,)]
    end = await message(world, ada, "league-end")
    past = await borys.settled(await borys.press(end, piece(end, "history.open")))
    name = says("cogs.league.thread", number=league.id, game=words("pl")("rycerze.short"), season=1)
    assert f"▸ {name}: 🥇 " in text_of(past)
    again = await world.pressed(borys, past, piece(past, "league.past"))
    assert [line in text_of(again) for line in told.splitlines() if "🥇" in line] == [True]
    standings = text_of(await borys.settled(await borys.press(again, piece(again, "tournament.standings"))))
    assert says("cogs.league.division", name="A") in standings


@pytest.mark.usefixtures("time")
async def test_only_managers_open_leagues_of_short_games(world: World) -> None:
    ada, borys = await world.person("Ada"), await world.person("Borys")
    refused = text_of(await borys.settled(await borys.command("gry", "tournament league", game="rycerze", when="30.11. 20:00")))
    assert says("cogs.server.refusal.not-moderator") in refused
    long = text_of(await ada.settled(await ada.command("gry", "tournament league", game="zamek", when="30.11. 20:00")))
    assert words("pl")("rycerze.name") in long
    assert await world.ask("SELECT count(*) FROM leagues") == [(0,)]


@pytest.mark.long
@pytest.mark.usefixtures("time")
async def test_a_season_outlives_its_thread_and_its_channel(world: World, time: ManualClock) -> None:
    people = [await world.person(name) for name in PEOPLE[:4]]
    ada, borys, *_ = people
    await ada.settled(await ada.command("gry", "tournament league", game="rycerze", when="26.11. 13:30"))
    league, places = await league_of(world), world.sandbox.world
    for person in people:
        await world.tables.leagues.sign_up(league.id, Somebody(int(person.id), person.name))
    await time.advance(league.starts - time.now())
    await eventually(partial(started, world))
    await rest(world, time)
    (division,) = (await league_of(world)).divisions
    first = await world.message(ada, division, "tournament")
    places.delete_channel(places.channels[int(first["channel_id"])])
    await world.tables.tournaments.show_again(division)
    await rest(world, time)
    before, season = await world.message(ada, division, "tournament"), await message(world, ada, "league-season")
    assert before["channel_id"] == season["id"] != first["channel_id"]
    assert not any("🏰" in text_of(each) for each in await ada.messages(await ada.dm())), "nobody has to do anything"
    places.delete_channel(next(each for each in places.channels.values() if each.name == "gry"))
    await eventually(partial(lost, world))
    await rest(world, time)
    told = [text_of(each) for each in await ada.messages(await ada.dm())]
    assert sum(says("cogs.league.gone", number=league.id) in each for each in told) == 1
    assert not any("🏰" in text_of(each) for each in await borys.messages(await borys.dm())), "only its host is told"
    await ada.settled(await ada.command("turniej", "zamki repair", table=str(league.id)))
    await rest(world, time)
    season, shown = await message(world, ada, "league-season"), await world.message(ada, division, "tournament")
    assert int(season["channel_id"]) == next(each.id for each in places.channels.values() if each.name == "turniej")
    assert shown["channel_id"] == season["id"] != before["channel_id"]
    assert (await world.tables.tournaments.tournament(division)).going


async def lost(world: World) -> bool:
    league = await league_of(world)
    return league.lost and all(each.paused is not None for each in await world.tables.leagues.divisions(league))
