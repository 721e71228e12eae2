"""Leagues in a real store: opened, signed up for, begun, played."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterable
from typing import Any

from tables.errors import Refusal
from tables.leagues.league import SIGN_UP, League
from tables.model.people import Person
from tables.service.service import TableService
from tables.tournaments.tournament import Tournament
from tests.support.tournaments import rested
from tests.tables.conftest import ANNA, HERE, Room

HOST = ANNA


def players(count: int) -> list[Person]:
    """Returns this many people, Anna not among them."""
    return [Person(100 + number, f"P{number}") for number in range(count)]


async def open_league(tables: TableService, starts: float, request: int | None = None, **wanted: Any) -> League:
    """Returns a league of coins that Anna has opened."""
    league = League(**{"place": HERE, "language": "en", "host": HOST.user, "game": "coins", "starts": starts, **wanted})
    return await tables.leagues.open_league(HOST, league, request=request)


async def signed_up(room: Room, people: Iterable[Person], **wanted: Any) -> League:
    """Returns a league for whose first season, in a week, these people have signed up."""
    league = await open_league(room.tables, room.clock.now() + SIGN_UP, **wanted)
    for person in people:
        league = await room.tables.leagues.sign_up(league.id, person)
    return league


async def begun(room: Room, people: Iterable[Person], **wanted: Any) -> League:
    """Returns a league whose first season has just begun, and whose tables are open."""
    league = await signed_up(room, people, **wanted)
    await room.advance(SIGN_UP)
    return await started(room, league.id)


async def started(room: Room, number: int) -> League:
    """Returns the league with the tables of its season open."""
    await room.tables.leagues.advance(number)
    league = await room.tables.leagues.league(number)
    for each in league.divisions:
        if (await room.tables.tournaments.tournament(each)).state == "running":
            await rested(room, each)
    return league


async def play_half(room: Room, league: League, absent: Collection[int] = ()) -> None:
    """End the games of the season that run: whoever has the higher number leaves. Games of the absent go on."""
    for each in league.divisions:
        for table in (await room.tables.tournaments.tournament_tables(each)).values():
            info = (await room.tables.looks.read(table)).info
            if info.state == "playing" and info.people.isdisjoint(absent):
                *leaving, last = sorted(info.people, reverse=True)
                with contextlib.suppress(Refusal):  # somebody has left already
                    for user in leaving:
                        await room.tables.endings.resign(table, user)
                with contextlib.suppress(Refusal):
                    await room.tables.endings.claim(table, last)
        division = await room.tables.tournaments.tournament(each)
        if division.state == "running":
            await room.tables.rounds.advance_tournament(each)
            if (await room.tables.tournaments.tournament(each)).state == "running":
                await rested(room, each)


async def play_season(room: Room, league: League) -> League:
    """Returns the league after all games of its season."""
    while (await room.tables.leagues.league(league.id)).step == "running":
        await play_half(room, league)
        await room.tables.leagues.advance(league.id)
    return await room.tables.leagues.league(league.id)


async def divisions(room: Room, league: League) -> list[Tournament]:
    return await room.tables.leagues.divisions(league)
