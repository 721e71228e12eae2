"""A person's profile in a server, made only from finished games that count."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from data.records.ratings import AloneRow, PointRow
from data.records.results import ResultRow
from data.store import Store
from engines.contract import Game
from engines.levels import usual
from tables.ranking import counting, ratings
from tables.ranking.standings import StandingsQuery, standings

STREAK = 3
"""Consecutive wins against computer players that are mentioned."""

EVEN_AFTER = 2
"""Consecutive results of one kind against computer players after which another level is on even terms."""

KEPT = 400
"""The most points of the history that are shown, evenly spaced."""


class Against(msgspec.Struct, frozen=True):
    """A head-to-head record: games in which the first person came before the second, behind, or on the same place."""

    wins: int
    losses: int
    ties: int


class BestGame(msgspec.Struct, frozen=True):
    """The win against the strongest opponents."""

    table: int
    game: str
    at: float
    field: int
    """The mean of the others' displayed ratings before it."""


class Earned(msgspec.Struct, frozen=True):
    """A crest, and how often it was earned."""

    game: str
    crest: str
    times: int


class Alone(msgspec.Struct, frozen=True):
    """A person's games against computer players, by game, class of variants and the level of the strongest of them."""

    game: str
    level: str
    games: int
    wins: int
    best: int
    """The highest score."""
    variant: str = ""


class Beaten(msgspec.Struct, frozen=True):
    """The personal records that a game against computer players has set."""

    level: str
    """The level of the strongest computer player."""
    score: int
    best: int | None
    """The previous highest score, if this one is higher."""
    first: bool
    """Whether it is the first win at this level."""
    streak: int
    """Consecutive wins against computer players; 0: too few to mention."""


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """A person's profile in a server, for one game as it is usually played, or for all games (`game` None)."""

    user: int
    name: str
    game: str | None = None
    rating: int | None = None
    """The displayed number; None: no rated game."""
    provisional: bool = False
    place: int = 0
    """The place on the board by rating of the last 60 days; 0: not on it."""
    people: int = 0
    """The number of people on that board."""
    games: int = 0
    places: tuple[int, int, int, int] = (0, 0, 0, 0)
    streak: int = 0
    """Consecutive wins up to now."""
    longest: int = 0
    history: tuple[int, ...] = ()
    """The displayed number after each rated game, oldest first; thinned out for very many games."""
    played: tuple[tuple[str, int], ...] = ()
    """Number of games by game, all variants included, most first: the first is the favourite. Together they are the games of
    the profile for all games.
    """
    usual: tuple[str, ...] = ()
    """Games played as usual, most first; only these have a profile of their own."""
    best: BestGame | None = None
    against: Against | None = None
    """The record against the person who asks; None: it is the same person, or they have never met."""
    crests: tuple[Earned, ...] = ()
    alone: tuple[Alone, ...] = ()
    """The most played game first, and the highest level of each first."""
    alone_streak: int = 0
    """Consecutive wins against computer players up to now."""
    alone_longest: int = 0
    alone_crests: tuple[Earned, ...] = ()
    even: tuple[tuple[str, str], ...] = ()
    """The level on even terms with the person, by game that they have played against computer players; for the person only."""
    hidden: bool = False
    """The person wants to be hidden: nobody else may see the profile."""


async def profile(
    store: Store, games: Mapping[str, Game], guild: int, user: int, *, asker: int, game: str | None, now: float
) -> Profile:
    """Returns a person's profile as the asker may see it; for others, a hidden person's is empty."""
    person = await store.person(user)
    hidden = person is not None and person.hidden
    if hidden and asker != user:
        return Profile(user=user, name="", game=game, hidden=True)
    names = await store.names_of(guild, [user])
    whose = Profile(user=user, name=names.get(user, ""), game=game, hidden=hidden)
    all_rows = await store.rated_games(guild, user)
    rows = [row for row in all_rows if game is None or (row.game, row.variant) == (game, "")]
    whose = await _with_rating(store, guild, whose, rows, now)
    whose = await _with_games(store, guild, whose, rows, all_rows, asker)
    by_oneself = [row for row in await store.games_alone(guild, user) if game in (None, row.game)]
    known = alone(by_oneself, games)
    keys = dict.fromkeys(each.game for each in known) if asker == user else {}
    return replace(
        whose,
        alone=known,
        even=tuple((key, even_level(by_oneself, key, games)) for key in keys),
        alone_streak=streaks(by_oneself)[0],
        alone_longest=streaks(by_oneself)[1],
        alone_crests=await _crests(store, guild, user, {row.table_id for row in by_oneself}),
    )


async def _with_rating(store: Store, guild: int, whose: Profile, rows: Sequence[ResultRow], now: float) -> Profile:
    """Returns the profile with what follows from ratings. `rows`: the person's games in it."""
    scope = (counting.ALL if whose.game is None else whose.game, "")
    rated = await store.ratings_of(guild, *scope, [whose.user])
    points = await store.points(guild, *scope, whose.user)
    query = StandingsQuery(guild=guild, game=whose.game, kind="rating", span="recent", user=whose.user)
    board = await standings(store, query, (0, 0), now)
    whose = replace(
        whose,
        place=board.own.place if board.own is not None else 0,
        people=board.people,
        history=_thin_history([ratings.displayed_number(point.mu) for point in points]),
        best=_best(points, {row.table_id: row.game for row in rows}),
    )
    if not rated:
        return whose
    known = counting.rating(rated[0])
    return replace(whose, rating=known.shown, provisional=known.provisional, streak=rated[0].streak, longest=rated[0].longest)


async def _with_games(  # noqa: PLR0917 - the profile and its games
    store: Store, guild: int, whose: Profile, rows: Sequence[ResultRow], all_rows: Sequence[ResultRow], asker: int
) -> Profile:
    """Returns the profile with the person's games in it (`rows`), and how often they play which game (`all_rows`)."""
    places = Counter(min(row.rating_place, 4) for row in rows)
    tables = {row.table_id for row in rows}
    return replace(
        whose,
        games=len(rows),
        places=(places[1], places[2], places[3], places[4]),
        played=tuple(Counter(row.game for row in all_rows).most_common()),
        usual=tuple(key for key, _ in Counter(row.game for row in all_rows if not row.variant).most_common()),
        against=await _against(store, guild, whose.user, asker, tables),
        crests=await _crests(store, guild, whose.user, tables),
    )


def alone(rows: Sequence[AloneRow], games: Mapping[str, Game]) -> tuple[Alone, ...]:
    """Returns a person's games against computer players by game, class and level, the most played game and its usual class
    first, without games that this version does not have.
    """
    found: dict[tuple[str, str, int], Alone] = {}
    for row in rows:
        if row.game not in games:
            continue
        level = strongest(row, games)
        key = (row.game, row.variant, level)
        before = found.get(key, Alone(row.game, games[row.game].levels[level], 0, 0, row.score, row.variant))
        found[key] = replace(
            before, games=before.games + 1, wins=before.wins + (row.place == 1), best=max(before.best, row.score)
        )
    times = Counter(row.game for row in rows)
    return tuple(each for _, each in sorted(found.items(), key=lambda item: (-times[item[0][0]], *item[0][:2], -item[0][2])))


def strongest(row: AloneRow, games: Mapping[str, Game]) -> int:
    """Returns the index of the highest level at a table."""
    levels = games[row.game].levels
    return max((levels.index(level) for level in row.levels if level in levels), default=0)


def even_level(rows: Sequence[AloneRow], game: str, games: Mapping[str, Game]) -> str:
    """Returns the level on even terms with a person, from their games against computer players, oldest first: that of the last
    one; after two wins there in a row the next higher, after two defeats the next lower. Without games: the usual one.
    """
    mine = [row for row in rows if row.game == game]
    if not mine:
        return usual(games[game])
    level = strongest(mine[-1], games)
    won = [row.place == 1 for row in mine[-EVEN_AFTER:] if strongest(row, games) == level]
    step = 0 if len(won) < EVEN_AFTER or len(set(won)) > 1 else 1 if won[0] else -1
    return games[game].levels[min(max(level + step, 0), len(games[game].levels) - 1)]


def _alike(rows: Sequence[AloneRow], row: AloneRow, games: Mapping[str, Game]) -> list[AloneRow]:
    """Returns the rows of the same game, class of variants and level."""
    level = strongest(row, games)
    alike = (each for each in rows if (each.game, each.variant) == (row.game, row.variant))
    return [each for each in alike if strongest(each, games) == level]


def beaten_records(rows: Sequence[AloneRow], table: int, games: Mapping[str, Game]) -> Beaten | None:
    """Returns the personal records that this table's game has set at its game, class and level; None: none."""
    number = next((at for at, row in enumerate(rows) if row.table_id == table), None)
    if number is None:
        return None
    row, level = rows[number], strongest(rows[number], games)
    before = _alike(rows[:number], row, games)
    best = max((each.score for each in before), default=None)
    first = row.place == 1 and all(each.place != 1 for each in before)
    higher = best is not None and row.score > best
    streak = streaks(rows[: number + 1])[0]
    if not first and not higher and streak < STREAK:
        return None
    return Beaten(games[row.game].levels[level], row.score, best if higher else None, first, streak if streak >= STREAK else 0)


def streaks(rows: Sequence[AloneRow]) -> tuple[int, int]:
    """Returns how many of the last of these games were won consecutively, and the longest such streak."""
    now = longest = 0
    for row in rows:
        now = now + 1 if row.place == 1 else 0
        longest = max(longest, now)
    return now, longest


def _thin_history(history: list[int]) -> tuple[int, ...]:
    if len(history) <= KEPT:
        return tuple(history)
    step = (len(history) - 1) / (KEPT - 1)
    return tuple(history[round(number * step)] for number in range(KEPT))


def _best(points: list[PointRow], games: dict[int, str]) -> BestGame | None:
    won = [point for point in points if point.place == 1 and point.table_id in games]
    if not won:
        return None
    best = max(won, key=lambda point: (point.field, point.number))
    return BestGame(best.table_id, games[best.table_id], best.at, ratings.displayed_number(best.field))


async def _against(store: Store, guild: int, user: int, asker: int, tables: Collection[int]) -> Against | None:
    if user == asker:
        return None
    met = [(one, other) for table, one, other in await store.against(guild, user, asker) if table in tables]
    wins, losses = sum(one < other for one, other in met), sum(one > other for one, other in met)
    return Against(wins, losses, len(met) - wins - losses) if met else None


async def _crests(store: Store, guild: int, user: int, tables: Collection[int]) -> tuple[Earned, ...]:
    rows = [row for row in await store.crests(guild, user) if row.table_id in tables]
    times = Counter((row.game, row.crest) for row in rows)
    return tuple(Earned(key, crest, count) for (key, crest), count in sorted(times.items()))
