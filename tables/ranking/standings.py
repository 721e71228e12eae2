"""A server's leaderboards: rated games only; equal players share their place."""

import datetime as dt
from bisect import bisect_left
from collections.abc import Sequence
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from msgspec.structs import replace

from data.records.ratings import TallyRow
from data.store import Store
from tables.model.server import Season
from tables.model.standings import BoardKind, ServerStanding, Standings, StandingsSpan
from tables.ranking import counting, ratings

PAGE = 10
"""Lines per page."""

SEASON_GAMES = 5
"""Games in a season that somebody needs to be on its board by rating."""

POSTED_HOUR = 10
"""The hour of a season's first day, local time, in which the leaderboard of the last one is posted."""


def season(now: float, length: Season) -> tuple[int, int]:
    """Returns the first and the last month of the current season (`counting.month`)."""
    return season_of(counting.month(now), length)


def season_of(month: int, length: Season) -> tuple[int, int]:
    """Returns the first and the last month of a month's season."""
    return (month, month) if length == "month" else (month - month % 3, month - month % 3 + 2)


def posted_at(month: int, zone: str) -> float:
    """Returns when the leaderboard is posted of the season before the one that begins with this month."""
    return dt.datetime(month // 12, month % 12 + 1, 1, POSTED_HOUR, tzinfo=ZoneInfo(zone)).timestamp()


def begins(month: int) -> float:
    """Returns when a month begins (UTC)."""
    return dt.datetime(month // 12, month % 12 + 1, 1, tzinfo=dt.UTC).timestamp()


class StandingsQuery(msgspec.Struct, frozen=True, kw_only=True):
    """A leaderboard: its server, its game and class of variants (`game` None: all games), its order and its span. `user`: the
    person who asks.
    """

    guild: int
    game: str | None = None
    variant: str = ""
    kind: BoardKind = "wins"
    span: StandingsSpan = "all"
    page: int = 0
    user: int | None = None
    size: int = PAGE

    @property
    def scope(self) -> counting.Scope:
        return (self.game, self.variant) if self.game is not None else (counting.ALL, "")


class _Ranked:
    """All people on a board, best first."""

    users: Sequence[int]
    worth: Sequence[Any]
    """The sort keys by line, ascending; equal ones share a place."""

    def line(self, at: int, place: int) -> ServerStanding:
        """Returns the line at this index."""
        raise NotImplementedError


class _Strong(_Ranked):
    """A board by rating: without provisional ratings, or with all who have played enough in a season."""

    def __init__(self, rows: Sequence[tuple[float, int, int]]) -> None:
        self.rows = rows
        self.users = [user for _, _, user in rows]
        self.worth = [-ratings.displayed_number(mu) for mu, _, _ in rows]

    def line(self, at: int, place: int) -> ServerStanding:
        _, games, user = self.rows[at]
        return ServerStanding(place, user, "", games, 0, (0, 0, 0, 0), -self.worth[at])


class _Tallied(_Ranked):
    """A board by places or number of games."""

    def __init__(self, rows: Sequence[TallyRow], kind: BoardKind) -> None:
        # Thousands of lines, so plain tuples are sorted, made without a call for each.
        worth: list[Any]
        if kind == "wins":
            worth = [-row.first for row in rows]
        elif kind == "games":
            worth = [-row.games for row in rows]
        else:
            worth = [(-row.first, -row.second, -row.third, -row.fourth) for row in rows]
        users = [row.user for row in rows]
        keyed = sorted(zip(worth, [row.games for row in rows], users, range(len(rows)), strict=True))
        self.rows = [rows[at] for *_, at in keyed]
        self.users = [user for _, _, user, _ in keyed]
        self.worth = [each for each, *_ in keyed]

    def line(self, at: int, place: int) -> ServerStanding:
        row = self.rows[at]
        return ServerStanding(place, row.user, "", row.games, row.first, row.places)


async def standings(store: Store, asked: StandingsQuery, months: tuple[int, int], now: float) -> Standings:
    """Returns a page of a leaderboard. `months`: of the season, which includes `now` unless the season is over."""
    ranked = await _rank_lines(store, asked, months, now)
    people = len(ranked.users)
    pages = max(1, -(-people // asked.size))
    page = min(max(asked.page, 0), pages - 1)
    rows = [_line(ranked, at) for at in range(page * asked.size, min(people, (page + 1) * asked.size))]
    if asked.user in ranked.users:
        mine: ServerStanding | None = _line(ranked, ranked.users.index(asked.user))
    else:
        provisional = asked.kind == "rating" and asked.span != "season" and asked.user is not None
        mine = await _provisional(store, asked) if provisional else None
    lines = await _add_names(store, asked, months, [*rows, *([mine] if mine is not None else [])])
    uncounted = await store.uncounted_games(asked.guild, asked.game) if not people else None
    return Standings(
        guild=asked.guild,
        game=asked.game,
        variant=asked.variant,
        kind=asked.kind,
        span=asked.span,
        rows=tuple(lines[: len(rows)]),
        people=people,
        page=page,
        pages=pages,
        own=lines[-1] if mine is not None else None,
        void=uncounted.void if uncounted else 0,
        friendly=uncounted.friendly if uncounted else 0,
        computers=uncounted.computers if uncounted else 0,
        season=months,
    )


async def _rank_lines(store: Store, asked: StandingsQuery, months: tuple[int, int], now: float) -> _Ranked:
    guild, scope = asked.guild, asked.scope
    if asked.kind == "rating" and asked.span == "season":
        until, least = begins(months[1] + 1), (SEASON_GAMES, ratings.OPPONENTS)
        return _Strong(await store.strongest_of_months(guild, *scope, months, until, *least))
    if asked.kind == "rating":
        since = now - ratings.RECENT_SECONDS if asked.span == "recent" else 0.0
        least = ratings.GAMES, ratings.OPPONENTS
        return _Strong(await store.strongest(guild, *scope, since=since, games=least[0], opponents=least[1]))
    if asked.span == "recent":
        return _Tallied(await store.tallies_since(guild, *scope, now - ratings.RECENT_SECONDS), asked.kind)
    return _Tallied(await store.tallies(guild, *scope, months if asked.span == "season" else None), asked.kind)


def _line(ranked: _Ranked, at: int) -> ServerStanding:
    return ranked.line(at, 1 + bisect_left(ranked.worth, ranked.worth[at]))


async def _provisional(store: Store, asked: StandingsQuery) -> ServerStanding | None:
    """Returns the line of an asker who is not on the board, unless they want to be hidden."""
    assert asked.user is not None
    person = await store.person(asked.user)
    rows = await store.ratings_of(asked.guild, *asked.scope, [asked.user])
    if not rows or (person is not None and person.hidden):
        return None
    rating = counting.rating(rows[0])
    return ServerStanding(0, asked.user, "", rating.games, 0, (0, 0, 0, 0), rating.shown, rating.provisional)


async def _add_names(
    store: Store, asked: StandingsQuery, months: tuple[int, int], lines: Sequence[ServerStanding]
) -> list[ServerStanding]:
    """Returns the lines with names and, for a board by rating, with places."""
    users = sorted({line.user for line in lines})
    names = await store.names_of(asked.guild, users)
    reached = {row.user: row for row in (await _tallies_of(store, asked, months, users) if users else ())}
    found = []
    for line in lines:
        named = replace(line, name=names.get(line.user, "?"))
        if line.rating is not None and (tally := reached.get(line.user)) is not None:
            named = replace(named, wins=tally.first, places=tally.places)
        found.append(named)
    return found


async def _tallies_of(store: Store, asked: StandingsQuery, months: tuple[int, int], users: Sequence[int]) -> list[TallyRow]:
    if asked.span == "season":
        return await store.tallies(asked.guild, *asked.scope, months)
    return await store.tallies_of(asked.guild, *asked.scope, users)
