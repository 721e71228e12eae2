"""What a finished game changes in its server: its number, and the ratings and tallies of its people. All of it follows from the
stored results alone, in the order of their numbers, so `recount` gives exactly the same values.

Counting locks the server's row of `games_ended` until the transaction ends, across processes, so games are counted one after
the other, in the order of their numbers.
"""

import asyncio
import datetime as dt
import itertools
import math
import statistics
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from data.records.people import CrestRow
from data.records.ratings import MetRow, MonthRow, PointRow, RatingRow, TallyRow
from data.records.results import ResultRow
from data.store import Store, Transaction
from engines.contract import Game, Position, UnreadableSnapshot
from tables.ranking import ratings
from tables.ranking.ratings import NEW, Rating

ALL = ""
"""The key that stands for all games together."""

AT_ONCE = 5000
"""Rows stored by one statement."""

BREATH = 50
"""Games counted before other tasks get to run."""

ODD_GAMES, ODD_SHARE, ODD_SECONDS = 15, 0.9, 7 * ratings.DAY
"""Moderators are told of two people who end this many rated games within that time, of which one wins this share."""

T = TypeVar("T")

Scope = tuple[str, str]
"""A game and a class of its variants."""


class Totals(msgspec.Struct, frozen=True):
    """Ratings and tallies after some games."""

    ratings: dict[tuple[Scope, int], RatingRow] = {}
    points: list[PointRow] = []
    tallies: dict[tuple[Scope, int, int], TallyRow] = {}
    """By scope, month and user."""
    fared: dict[tuple[Scope, int, int, int], float] = {}
    """By scope, user, another and how the user fared against them (`_sign`): when the boards by wins, places and games last
    counted a game of theirs.
    """


def month(at: float) -> int:
    """Returns the month of a time (UTC), as year * 12 + month - 1."""
    then = dt.datetime.fromtimestamp(at, dt.UTC)
    return then.year * 12 + then.month - 1


async def _add_crests(tx: Transaction, game: Game | None, position: Position | None, rows: Sequence[ResultRow]) -> None:
    """Store what people have earned at this position, if it is known."""
    if game is not None and position is not None:
        await tx.add_crests(crest_rows(game, position, rows))


async def count(
    tx: Transaction,
    games: Mapping[str, Game],
    options: Mapping[str, str],
    rows: Sequence[ResultRow],
    position: Position | None = None,
    *,
    tournament: bool = False,
) -> None:
    """Store the results of a game that ended at this position, and everything that follows. `tournament`: nobody has chosen the
    opponent, so it is unrated if somebody left it who had never moved.
    """
    guild = rows[0].guild
    await tx.lock_games(guild)
    if guild in await tx.servers_uncounted():
        await recount(tx, guild, games)  # an earlier version has stored results
    number = await tx.next_game(guild)
    game = games.get(rows[0].game)
    variant = "" if game is None else ratings.variant(game, options)
    rows = [replace(row, number=number, variant=variant) for row in rows]
    movers = await tx.movers(rows[0].table_id)
    if tournament:
        rows = _unrate_abandoned(rows, movers)
    rows = _discount_idle(rows, movers, early=_early(game, position))
    players = _players(rows)
    met = [] if len(players) < 2 else await tx.games_between(guild, [row.user for row in players], rows[0].at - ODD_SECONDS)
    counted = await _counted_before(tx, guild, players, met)
    if len(players) > 1:
        marked = {(row.seat, row.user): row for row in enter(counted, players)}
        rows = [marked.get((row.seat, row.user), row) for row in rows]
    await tx.add_results(rows)
    if alone(rows):
        await _add_crests(tx, game, position, rows)
    if len(players) < 2:
        return
    await _store(tx, guild, counted)
    await _add_crests(tx, game, position, [row for row in players if row.rated])
    await _note_odd_pairs(tx, players, met)


async def _counted_before(tx: Transaction, guild: int, players: Sequence[ResultRow], met: Sequence[MetRow]) -> Totals:
    """Returns what the server's earlier games have left that a game of these people changes."""
    before: dict[tuple[Scope, int], RatingRow] = {}
    for scope in _scopes(players[0]) if len(players) > 1 else ():
        users = [row.user for row in players]
        before |= {(scope, row.user): row for row in await tx.ratings_of(guild, *scope, users)}
    fared = {}
    for row in met:
        for scope, repeated in zip(_scopes(row), (row.repeated, row.repeated_overall), strict=True):
            if not repeated:
                fared[scope, row.user, row.other, _sign(row.place, row.other_place)] = row.at
    return Totals(ratings=before, fared=fared)


async def recount(tx: Transaction, guild: int, games: Mapping[str, Game]) -> int:
    """Recompute all ratings and tallies of a server from its results; return how many ratings changed."""
    await tx.number_games(guild)
    for key, options in await tx.kinds_played(guild):
        if (game := games.get(key)) is not None:
            chosen = msgspec.json.decode(options, type=dict[str, str])
            await tx.classify(guild, key, options, ratings.variant(game, chosen))
    old = set(await tx.every_rating(guild))
    counted = Totals()
    by_game = (list(rows) for _, rows in itertools.groupby(await tx.counted_results(guild), key=lambda row: row.number))
    played = [players for players in by_game if len(players) > 1]
    for at, players in enumerate(played, start=1):
        marked = enter(counted, players)
        await tx.set_repeated([new for new, row in zip(marked, players, strict=True) if new != row])
        if at % BREATH == 0:
            await asyncio.sleep(0)  # a server can have very many games, and other tasks must get to run
    await tx.forget_ratings(guild)
    await _store(tx, guild, counted)
    for players in played:
        await tx.add_crests(await _again(tx, games, [row for row in players if row.rated]))
    for row in await tx.results_alone(guild):
        await tx.add_crests(await _again(tx, games, [row]))
    return len(old.symmetric_difference(counted.ratings.values()))


async def recount_ratings(store: Store, games: Mapping[str, Game], guild: int | None = None) -> dict[int, int]:
    """Do `recount` for one server or all; return how many ratings changed, by server."""
    found = {}
    for server in [guild] if guild is not None else await store.servers_played():
        async with store.transaction() as tx:
            found[server] = await recount(tx, server, games)
    return found


def _early(game: Game | None, position: Position | None) -> bool:
    """Returns whether a game was ended before half of its usual turns."""
    if game is None or position is None or position.result() is not None:
        return False
    view = position.view(None)
    return 2 * view.turn <= game.turns.get(view.seats, 0)


def _unrate_abandoned(rows: Sequence[ResultRow], movers: Collection[int]) -> list[ResultRow]:
    """Returns the rows of a tournament's game, all unrated if somebody has left it without a move. `movers`: who has moved."""
    left = any(row.departed and row.seat not in movers for row in rows)
    return [replace(row, rated=False) for row in rows] if left else list(rows)


def _discount_idle(rows: Sequence[ResultRow], movers: Collection[int], *, early: bool) -> list[ResultRow]:
    """Returns the rows; if people have left, staying does not count without a move of your own (`movers`: seats that moved), or
    if the game was over `early` by it.
    """
    left = any(row.departed for row in rows)
    stayed = (row for row in rows if left and row.rated and not row.departed)
    given = {row.user for row in stayed if early or row.seat not in movers}
    return [replace(row, rated=False, unearned=True) if row.user in given else row for row in rows]


def alone(rows: Sequence[ResultRow]) -> bool:
    """Returns whether one person has played this game to its end against computer players; `games_alone` selects the same."""
    return len(rows) == 1 and rows[0].computers and not (rows[0].void or rows[0].departed)


def _players(rows: Iterable[ResultRow]) -> list[ResultRow]:
    """Returns the rows whose places count, by seat, as `enter` takes them."""
    return sorted((row for row in rows if row.rated or row.unearned), key=lambda row: row.seat)


def enter(counted: Totals, players: Sequence[ResultRow]) -> list[ResultRow]:
    """Add a game: the rated or unearned rows of its people, by seat; at least two. Returns the rows with what the boards by
    wins, places and games leave out.
    """
    first = players[0]
    here, overall = [_enter_scope(counted, scope, players) for scope in _scopes(first)]
    if first.repeated is None:
        return list(players)
    return [replace(row, repeated=row.user in here, repeated_overall=row.user in overall) for row in players]


def _enter_scope(counted: Totals, scope: Scope, players: Sequence[ResultRow]) -> set[int]:
    """Add a game to the ratings and tallies of a class of games. Returns the users for whom the boards by wins, places and
    games leave it out.
    """
    first = players[0]
    places = {row.user: row.rating_place for row in players}
    before = {user: counted.ratings.get((scope, user)) for user in places}
    known = {user: rating(row) for user, row in before.items() if row is not None}
    after = _ratings_after(known, players)
    repeated = {user for user in after if not _fresh(counted, scope, user, places, first)}
    for user, new in after.items():
        place = places[user]
        streak, longest = _streaks(before[user], place, counts=user not in repeated)
        counted.ratings[scope, user] = RatingRow(
            guild=first.guild,
            game=scope[0],
            variant=scope[1],
            user=user,
            mu=new.mu,
            sigma=new.sigma,
            games=new.games,
            met=msgspec.json.encode(new.met).decode(),
            at=new.at,
            streak=streak,
            longest=longest,
            proof=new.proof,
        )
        field = statistics.fmean(sorted(known.get(other, NEW).mu for other in places if other != user))
        counted.points.append(
            PointRow(
                guild=first.guild,
                game=scope[0],
                variant=scope[1],
                user=user,
                number=first.number,
                table_id=first.table_id,
                at=first.at,
                mu=new.mu,
                field=field,
                place=place,
            )
        )
        for when in () if user in repeated else (0, month(first.at)):
            kept = counted.tallies.get((scope, when, user), TallyRow(user, 0, 0, 0, 0, 0))
            counted.tallies[scope, when, user] = _and(kept, place)
    return repeated


def _ratings_after(known: Mapping[int, Rating], players: Sequence[ResultRow]) -> dict[int, Rating]:
    """Returns the ratings after a game of those who have earned what it gives."""
    places = {row.user: row.rating_place for row in players}
    given = {row.user for row in players if row.unearned}
    left = {row.user for row in players if row.departed}
    after = ratings.after(known, places, players[0].at, left)
    if given:  # among those who left, nobody gains from another's leaving
        after |= {user: replace(after[user], mu=min(after[user].mu, known.get(user, NEW).mu)) for user in left}
    return {user: after[user] for user in places if user not in given}


def _streaks(before: RatingRow | None, place: int, *, counts: bool) -> tuple[int, int]:
    """Returns a person's consecutive wins after a game, and the most there have been. A win that the boards leave out
    (`counts`) is none, but does not end the streak.
    """
    now, longest = (0, 0) if before is None else (before.streak, before.longest)
    streak = 0 if place > 1 else now + counts
    return streak, max(streak, longest)


def _fresh(counted: Totals, scope: Scope, user: int, places: Mapping[int, int], row: ResultRow) -> bool:
    """Returns whether the boards by wins, places and games count a person's game, and notes that they do. They do if the person
    has not fared so within a day against each of the others, or if all games counted then. `row`: any of the game.
    """
    fared = [(scope, user, other, _sign(places[user], places[other])) for other in places if other != user]
    long_ago = any(row.at - counted.fared.get(each, -math.inf) >= ratings.DAY for each in fared)
    fresh = long_ago or row.repeated is None
    if fresh:
        counted.fared.update(dict.fromkeys(fared, row.at))
    return fresh


def _sign(place: int, other: int) -> int:
    """Returns 1 if a place is before the other, -1 if it is behind it, 0 if they are the same."""
    return (place < other) - (place > other)


async def _note_odd_pairs(tx: Transaction, players: Sequence[ResultRow], met: Sequence[MetRow]) -> None:
    """Tell a server's moderators, in its log, of two people of this game who meet very often with nearly always the same
    outcome; not again within `ODD_SECONDS`.
    """
    at = players[0].at
    for one, other in itertools.permutations(players, 2):
        behind = [row for row in met if (row.user, row.other) == (other.user, one.user)]
        ahead = {row.table_id for row in behind if row.place > row.other_place} | {players[0].table_id}
        games = {row.table_id for row in met if {row.user, row.other} == {one.user, other.user}} | {players[0].table_id}
        if one.rating_place >= other.rating_place or len(games) < ODD_GAMES or len(ahead) < ODD_SHARE * len(games):
            continue
        left = sum(row.departed for row in behind) + other.departed
        pair = {"user": str(one.user), "other": str(other.user)}
        noted = [msgspec.json.decode(about) for about in await tx.noted_since(one.guild, "odd-pair", at - ODD_SECONDS)]
        if not any(pair.items() <= about.items() for about in noted):
            about = {**pair, "games": str(len(games)), "wins": str(len(ahead)), "left": str(left)}
            await tx.log_server(one.guild, at, 0, "odd-pair", msgspec.json.encode(about).decode())


def crest_rows(game: Game, position: Position, players: Sequence[ResultRow]) -> list[CrestRow]:
    """Returns the crests earned in a game; none if its rules have not ended it."""
    result = position.result()
    if result is None:
        return []
    found = []
    for key, crest in game.crests.items():
        seats = set(crest(position, result))
        found += [
            CrestRow(row.guild, row.user, row.game, key, row.table_id, row.at)
            for row in players
            if row.seat in seats and not row.departed
        ]
    return found


async def _again(tx: Transaction, games: Mapping[str, Game], players: Sequence[ResultRow]) -> list[CrestRow]:
    """Returns the crests of a game that ended earlier, if its last position can be read."""
    game = games.get(players[0].game) if players else None
    if game is None or not game.crests:
        return []
    snapshot = await tx.snapshot(players[0].table_id)
    try:
        return [] if snapshot is None else crest_rows(game, game.load(snapshot), players)
    except UnreadableSnapshot:
        return []


def _scopes(row: ResultRow | MetRow) -> tuple[Scope, Scope]:
    return (row.game, row.variant), (ALL, "")


def rating(row: RatingRow) -> Rating:
    """Convert a stored rating."""
    return Rating(row.mu, row.sigma, row.games, msgspec.json.decode(row.met, type=tuple[int, ...]), row.at, row.proof)


def _and(tally: TallyRow, place: int) -> TallyRow:
    at = [*tally.places]
    at[min(place, len(at)) - 1] += 1
    return TallyRow(tally.user, tally.games + 1, *at)


async def _store(tx: Transaction, guild: int, counted: Totals) -> None:
    changed = {((row.game, row.variant), row.user) for row in counted.points}
    for ratings_ in _batches([row for key, row in counted.ratings.items() if key in changed]):
        await tx.put_ratings(ratings_)
    for points in _batches(counted.points):
        await tx.add_points(points)
    for tallies in _batches(list(_months(guild, counted.tallies))):
        await tx.add_tallies(tallies)


def _batches(rows: Sequence[T]) -> Iterator[Sequence[T]]:
    """Yield the rows in batches, as a store may refuse statements that take too long."""
    for first in range(0, len(rows), AT_ONCE):
        yield rows[first : first + AT_ONCE]


def _months(guild: int, tallies: Mapping[tuple[Scope, int, int], TallyRow]) -> Iterable[MonthRow]:
    for (scope, when, _), tally in tallies.items():
        yield MonthRow(guild=guild, game=scope[0], variant=scope[1], month=when, tally=tally)
