"""A server's leaderboards: rated games only; people who are as good share their place."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from itertools import groupby
from typing import Any, TypeVar

import msgspec

from data.rating_records import RatingRow, TallyRow
from data.store import Store
from tables import counting, ratings
from tables.models import BoardKind, Span, Standing, Standings
from tables.server import Season

PAGE = 10
"""Lines of a page."""

T = TypeVar("T")


def season(now: float, length: Season) -> tuple[int, int]:
    """The first and the last month of the season that is on (`counting.month`)."""
    this = counting.month(now)
    return (this, this) if length == "month" else (this - this % 3, this - this % 3 + 2)


def begins(month: int) -> float:
    """When a month begins (UTC)."""
    return dt.datetime(month // 12, month % 12 + 1, 1, tzinfo=dt.UTC).timestamp()


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """Which leaderboard: of a server, a game and class of variants (`game` None: of all games), by what and of which time, in
    `months`. `user`: who asks.
    """

    guild: int
    game: str | None = None
    variant: str = ""
    kind: BoardKind = "wins"
    span: Span = "all"
    page: int = 0
    user: int | None = None
    size: int = PAGE

    @property
    def scope(self) -> counting.Scope:
        return (self.game, self.variant) if self.game is not None else (counting.ALL, "")


async def standings(store: Store, asked: Asked, months: tuple[int, int], now: float) -> Standings:
    """A page of a leaderboard. `months`: of the season, within which `now` lies unless the season is over."""
    if asked.kind == "rating":
        ranked, own = await _by_rating(store, asked, months, now)
    else:
        ranked, own = await _by_tally(store, asked, months, now)
    pages = max(1, -(-len(ranked) // asked.size))
    page = min(max(asked.page, 0), pages - 1)
    shown = ranked[page * asked.size : (page + 1) * asked.size]
    mine = next((line for line in ranked if line.user == asked.user), own)
    lines = await _named(store, asked, [*shown, *([mine] if mine is not None else [])])
    uncounted = await store.uncounted(asked.guild, asked.game) if not ranked else None
    return Standings(
        guild=asked.guild,
        game=asked.game,
        variant=asked.variant,
        kind=asked.kind,
        span=asked.span,
        rows=tuple(lines[: len(shown)]),
        people=len(ranked),
        page=page,
        pages=pages,
        own=lines[-1] if mine is not None else None,
        void=uncounted.void if uncounted else 0,
        friendly=uncounted.friendly if uncounted else 0,
        computers=uncounted.computers if uncounted else 0,
        season=months,
    )


async def _by_rating(store: Store, asked: Asked, months: tuple[int, int], now: float) -> tuple[list[Standing], Standing | None]:
    since = {"all": 0.0, "season": begins(months[0]), "recent": now - ratings.RECENT}[asked.span]
    rows = await store.ratings(asked.guild, *asked.scope)
    listed = [row for row in rows if row.at >= since and not counting.rating(row).provisional]
    listed.sort(key=lambda row: (-row.mu, -row.games, row.user))
    ranked = [_rated(row, place) for row, place in _places(listed, lambda row: counting.rating(row).shown)]
    own = next((_rated(row, 0) for row in rows if row.user == asked.user), None)
    return ranked, own


async def _by_tally(store: Store, asked: Asked, months: tuple[int, int], now: float) -> tuple[list[Standing], Standing | None]:
    if asked.span == "recent":
        rows = await store.tallies_since(asked.guild, *asked.scope, now - ratings.RECENT)
    else:
        rows = await store.tallies(asked.guild, *asked.scope, months if asked.span == "season" else None)

    def worth(row: TallyRow) -> tuple[int, ...]:
        if asked.kind == "wins":
            return (-row.first,)
        return (-row.games,) if asked.kind == "games" else (-row.first, -row.second, -row.third, -row.fourth)

    rows.sort(key=lambda row: (worth(row), row.games, row.user))
    return [_counted(row, place) for row, place in _places(rows, worth)], None


def _places(rows: Sequence[T], worth: Any) -> list[tuple[T, int]]:
    """The rows, best first, each with its place: who is worth the same shares it."""
    placed: list[tuple[T, int]] = []
    for _, group in groupby(rows, key=worth):
        place = len(placed) + 1
        placed += [(row, place) for row in group]
    return placed


def _rated(row: RatingRow, place: int) -> Standing:
    rating = counting.rating(row)
    return Standing(place, row.user, "", row.games, 0, (0, 0, 0, 0), rating.shown, rating.provisional)


def _counted(row: TallyRow, place: int) -> Standing:
    return Standing(place, row.user, "", row.games, row.first, (row.first, row.second, row.third, row.fourth))


async def _named(store: Store, asked: Asked, lines: Sequence[Standing]) -> list[Standing]:
    """The lines with names and, where they go by rating, with what the people have reached."""
    users = sorted({line.user for line in lines})
    names = await store.names_of(asked.guild, users)
    reached = {row.user: row for row in await store.tallies_of(asked.guild, *asked.scope, users)} if users else {}
    found = []
    for line in lines:
        named = msgspec.structs.replace(line, name=names.get(line.user, "?"))
        if line.rating is not None and (tally := reached.get(line.user)) is not None:
            places = (tally.first, tally.second, tally.third, tally.fourth)
            named = msgspec.structs.replace(named, wins=tally.first, places=places)
        found.append(named)
    return found
