"""Ratings: counted games, ratings, tallies. Everything except the results themselves can be recomputed from them.

People who want to be `hidden` are left out of lists.
"""

# ruff: noqa: S608 - only our own column lists and conditions are interpolated; values are always parameters.
from collections.abc import Collection, Iterable
from itertools import groupby

import msgspec

from data.records.people import CrestRow
from data.records.ratings import AloneRow, MetRow, MonthRow, PointRow, RatingRow, TallyRow
from data.records.results import PacedResult, ResultRow
from data.sql.statements import Statements, column_list, insert, names, to_structs, upsert

_AT_ONCE = 2000
"""Games numbered by one statement."""

_RATING, _POINT, _RESULT = names(RatingRow), names(PointRow), names(ResultRow)
_COUNTS = ("games", "first", "second", "third", "fourth")
# A sum of bigint is numeric, which would be returned as a Decimal.
_SUMS = ", ".join(f"sum({name})::bigint" for name in _COUNTS)
_PLACES = ", ".join(f"count(*) FILTER (WHERE rating_place {place})" for place in ("= 1", "= 2", "= 3", ">= 4"))
_KEY = ("guild", "game", "variant", "user")
_CLASS = "guild = ? AND game = ? AND variant = ?"
_ALONE = (
    "results.computers = true AND results.void = false AND results.departed = false AND NOT EXISTS"
    " (SELECT 1 FROM results AS other WHERE other.table_id = results.table_id AND other.seat <> results.seat)"
)
_SEEN = ' AND NOT EXISTS (SELECT 1 FROM people WHERE people."user" = {}."user" AND hidden = true)'


class RatingReads(Statements):
    """Read operations."""

    async def meetings(self, guild: int, pairs: Collection[str], since: float) -> list[tuple[str, float]]:
        """Returns the rated, not void games in a server that these pairs have started after this time: pair and time, oldest
        first.
        """
        sql = (
            "SELECT pair, at FROM meetings JOIN tables ON tables.id = table_id WHERE meetings.guild = ? AND at > ?"
            " AND pair IN (??) AND state <> 'cancelled' AND coalesce(closed, '') <> 'void' ORDER BY at, pair"
        )
        return [(pair, at) for pair, at in await self._rows(sql, guild, since, list(pairs))]

    async def games_between(self, guild: int, users: Collection[int], since: float) -> list[MetRow]:
        """Returns how these people have fared against each other in rated games that ended after this time, in order."""
        mine = ", ".join(f"mine.{name}" for name in ("table_id", "game", "variant", "at", "rating_place"))
        flags = "mine.departed, mine.repeated, mine.repeated_overall"
        sql = (
            f'SELECT mine."user", theirs."user", {mine}, theirs.rating_place, {flags} FROM results AS mine'
            " JOIN results AS theirs ON theirs.table_id = mine.table_id AND theirs.seat <> mine.seat"
            " WHERE mine.guild = ? AND mine.rated = true AND mine.at > ? AND (theirs.rated = true OR theirs.unearned = true)"
            ' AND mine."user" IN (??) AND theirs."user" IN (??) ORDER BY mine.number, mine.seat, theirs.seat'
        )
        return to_structs(MetRow, await self._rows(sql, guild, since, list(users), list(users)))

    async def is_unearned(self, table: int) -> bool:
        """Returns whether somebody has won this game too early for it to count."""
        return bool(await self._rows("SELECT 1 FROM results WHERE table_id = ? AND unearned = true LIMIT 1", table))

    async def movers(self, table: int) -> set[int]:
        """Returns the seats whose people have made a move themselves that was not taken back."""
        sql = "SELECT DISTINCT seat FROM journal WHERE table_id = ? AND kind = 'move'"
        return set(await self._column(sql, table))

    async def servers_uncounted(self) -> list[int]:
        """Returns the servers with games that have not been numbered and counted yet."""
        return await self._column("SELECT DISTINCT guild FROM results WHERE number = 0 ORDER BY 1")

    async def servers_played(self) -> list[int]:
        """Returns the servers with results, ascending."""
        return await self._column("SELECT DISTINCT guild FROM results ORDER BY 1")

    async def strongest(
        self, guild: int, game: str, variant: str, *, since: float, games: int, opponents: int
    ) -> list[tuple[float, int, int]]:
        """Returns mu, games and user of people in a server and class whose last game was not before `since`, with at least this
        many games against this many opponents (`RatingRow.met`): best first; equal ones by number of games.
        """
        sql = (
            f'SELECT mu, games, "user" FROM ratings WHERE {_CLASS} AND at >= ? AND games >= ?'
            f' AND json_array_length(met::json) >= ?{_SEEN.format("ratings")} ORDER BY mu DESC, games DESC, "user"'
        )
        rows = await self._rows(sql, guild, game, variant, since, games, opponents)
        return [(mu, played, user) for mu, played, user in rows]

    async def strongest_of_months(  # noqa: PLR0917 - a board and what it takes to be on it
        self, guild: int, game: str, variant: str, months: tuple[int, int], until: float, games: int, opponents: int
    ) -> list[tuple[float, int, int]]:
        """Returns mu at a time, games and user of people in a server and class with at least this many games in these months
        and against this many opponents: best first; equal ones by number of games.
        """
        played = (
            'SELECT "user" AS who, sum(games)::bigint AS played FROM tallies WHERE guild = ?1 AND game = ?2 AND variant = ?3'
            ' AND month BETWEEN ?4 AND ?5 GROUP BY "user" HAVING sum(games) >= ?7'
        )
        last = (
            "SELECT mu FROM rating_points AS old WHERE old.guild = ?1 AND old.game = ?2 AND old.variant = ?3"
            ' AND old."user" = who AND old.at < ?6 ORDER BY number DESC LIMIT 1'
        )
        sql = (
            f'SELECT ({last}) AS reached, played, who FROM ({played}) AS season JOIN ratings ON "user" = who'
            f" WHERE guild = ?1 AND game = ?2 AND variant = ?3 AND json_array_length(met::json) >= ?8{_SEEN.format('ratings')}"
            " ORDER BY reached DESC, played DESC, who"
        )
        rows = await self._rows(sql, guild, game, variant, *months, until, games, opponents)
        return [(mu, games, user) for mu, games, user in rows]

    async def ratings_of(self, guild: int, game: str, variant: str, users: Collection[int]) -> list[RatingRow]:
        """Returns the ratings of these people (also hidden ones), in no order; those without a rating are left out."""
        sql = f'SELECT {_RATING} FROM ratings WHERE {_CLASS} AND "user" IN (??)'
        return to_structs(RatingRow, await self._rows(sql, guild, game, variant, list(users)))

    async def every_rating(self, guild: int) -> list[RatingRow]:
        """Returns all ratings of a server, or of one person there (also hidden ones), by game, class and user."""
        order = 'game COLLATE "C", variant COLLATE "C", "user"'
        return to_structs(RatingRow, await self._rows(f"SELECT {_RATING} FROM ratings WHERE guild = ? ORDER BY {order}", guild))

    async def points(self, guild: int, game: str, variant: str, user: int) -> list[PointRow]:
        """Returns a person's rating after each of their rated games, oldest first."""
        sql = f'SELECT {_POINT} FROM rating_points WHERE {_CLASS} AND "user" = ? ORDER BY number'
        return to_structs(PointRow, await self._rows(sql, guild, game, variant, user))

    async def points_of_table(self, table: int, game: str, variant: str) -> list[tuple[PointRow, float | None]]:
        """Returns how a game changed its people's ratings, with each person's mu before it (None: a newcomer)."""
        about = ", ".join(f'now."{name}"' for name in PointRow.__struct_fields__)
        sql = (
            f"SELECT {about}, (SELECT mu FROM rating_points AS old WHERE old.guild = now.guild AND old.game = now.game"
            ' AND old.variant = now.variant AND old."user" = now."user" AND old.number < now.number'
            " ORDER BY number DESC LIMIT 1)"
            ' FROM results JOIN rating_points AS now ON now.guild = results.guild AND now."user" = results."user"'
            " AND now.number = results.number WHERE results.table_id = ? AND now.game = ? AND now.variant = ?"
            ' ORDER BY results."user"'
        )
        rows = await self._rows(sql, table, game, variant)
        return list(zip(to_structs(PointRow, [row[:-1] for row in rows]), [row[-1] for row in rows], strict=True))

    async def tallies(self, guild: int, game: str, variant: str, months: tuple[int, int] | None) -> list[TallyRow]:
        """Returns the tallies of a server and class for a range of months (inclusive), or of all time, in no order."""
        first, last = months or (0, 0)
        sums = ", ".join(_COUNTS) if first == last else _SUMS
        sql = f'SELECT "user", {sums} FROM tallies WHERE {_CLASS} AND month BETWEEN ? AND ?{_SEEN.format("tallies")}'
        rows = await self._rows(sql if first == last else f'{sql} GROUP BY "user"', guild, game, variant, first, last)
        return to_structs(TallyRow, rows)

    async def tallied_months(self, guild: int, game: str, variant: str) -> list[int]:
        """Returns the months in which a server and class has tallies, newest first."""
        sql = f"SELECT DISTINCT month FROM tallies WHERE {_CLASS} AND month > 0 ORDER BY month DESC"
        return await self._column(sql, guild, game, variant)

    async def ended_between(self, guild: int, since: float, until: float) -> list[tuple[int, str]]:
        """Returns a server's games of several people that ended in this time and are not void: their tables and titles."""
        sql = (
            "SELECT table_id, game FROM results WHERE guild = ? AND at >= ? AND at < ? AND void = false"
            " GROUP BY table_id, game HAVING count(*) > 1 ORDER BY table_id"
        )
        return [(table, game) for table, game in await self._rows(sql, guild, since, until)]

    async def best_scores(self, guild: int) -> list[tuple[str, str, int, float]]:
        """Returns the highest score of each game in a server, with the game, the name of the person who had it first, and when
        that was. Games that count on no leaderboard are left out, and so are hidden people.
        """
        counts = f"guild = ? AND rated = true AND coalesce(repeated, false) = false{_SEEN.format('results')}"
        most = f"SELECT game AS title, max(score) AS most FROM results WHERE {counts} GROUP BY game"
        sql = (
            f"SELECT game, name, score, at FROM results JOIN ({most}) AS best ON title = game AND most = score WHERE {counts}"
            ' ORDER BY game COLLATE "C", number'
        )
        first: dict[str, tuple[str, str, int, float]] = {}
        for game, name, score, at in await self._rows(sql, guild, guild):
            first.setdefault(game, (game, name, score, at))
        return list(first.values())

    async def longest_streak(self, guild: int, game: str) -> tuple[int, int] | None:
        """Returns the longest winning streak in a server and game, and the user who had it; None: nobody has won twice."""
        sql = (
            f'SELECT longest, "user" FROM ratings WHERE {_CLASS} AND longest > 1{_SEEN.format("ratings")}'
            ' ORDER BY longest DESC, at, "user" LIMIT 1'
        )
        rows = await self._rows(sql, guild, game, "")
        return (rows[0][0], rows[0][1]) if rows else None

    async def tallies_since(self, guild: int, game: str, variant: str, since: float) -> list[TallyRow]:
        """Returns the same for the games that ended at this time or later."""
        left_out = "repeated" if game else "repeated_overall"
        one = f" AND coalesce({left_out}, false) = false{' AND game = ? AND variant = ?' if game else ''}"
        sql = (
            f'SELECT * FROM (SELECT "user", count(*), {_PLACES} FROM results WHERE guild = ? AND at >= ? AND rated = true{one}'
            f' GROUP BY "user") AS found WHERE true{_SEEN.format("found")}'
        )
        return to_structs(TallyRow, await self._rows(sql, guild, since, *((game, variant) if game else ())))

    async def tallies_of(self, guild: int, game: str, variant: str, users: Collection[int]) -> list[TallyRow]:
        """Returns the tallies of these people of all time (also hidden ones), in no order."""
        sql = f'SELECT "user", {", ".join(_COUNTS)} FROM tallies WHERE {_CLASS} AND month = 0 AND "user" IN (??)'
        return to_structs(TallyRow, await self._rows(sql, guild, game, variant, list(users)))

    async def names_of(self, guild: int, users: Collection[int]) -> dict[int, str]:
        """Returns the names that people used in their last game in a server."""
        if not users:
            return {}
        # One index lookup per person, instead of reading all their games.
        last = 'SELECT name FROM results WHERE guild = ? AND "user" = who ORDER BY number DESC LIMIT 1'
        who = ", ".join("(?::bigint)" for _ in users)
        rows = await self._rows(f"WITH asked (who) AS (VALUES {who}) SELECT who, ({last}) FROM asked", *users, guild)
        return {user: name for user, name in rows if name is not None}

    async def crests(self, guild: int, user: int) -> list[CrestRow]:
        """Returns a person's achievements in a server, in order of time."""
        order = 'at, table_id, game COLLATE "C", crest COLLATE "C"'
        sql = f'SELECT {names(CrestRow)} FROM crests WHERE guild = ? AND "user" = ? ORDER BY {order}'
        return to_structs(CrestRow, await self._rows(sql, guild, user))

    async def games_alone(self, guild: int, user: int) -> list[AloneRow]:
        """Returns the games that a person has played alone in a server, oldest first."""
        sql = (
            "SELECT results.table_id, results.game, results.variant, results.place, results.score, seats.level FROM results"
            " JOIN seats ON seats.table_id = results.table_id AND seats.level IS NOT NULL"
            f' WHERE results.guild = ? AND results."user" = ? AND {_ALONE} ORDER BY results.number, seats.seat'
        )
        by_game = groupby(await self._rows(sql, guild, user), key=lambda row: row[:-1])
        return [
            AloneRow(table, game, place, score, tuple(level for *_, level in rows), variant)
            for (table, game, variant, place, score), rows in by_game
        ]

    async def paced_results(self, guild: int, user: int, without: Collection[str], limit: int) -> list[PacedResult]:
        """Returns a person's newest results in a server's games with a result that somebody else played too, newest first;
        `without`: paces that are left out.
        """
        sql = (
            "SELECT table_id, at, departed, pace FROM results JOIN tables ON tables.id = table_id"
            ' WHERE results.guild = ? AND "user" = ? AND void = false AND NOT (pace IN (??)) AND EXISTS (SELECT 1 FROM results'
            ' AS other WHERE other.table_id = results.table_id AND other."user" <> results."user")'
            " ORDER BY results.number DESC LIMIT ?"
        )
        return to_structs(PacedResult, await self._rows(sql, guild, user, list(without), limit))

    async def rated_games(self, guild: int, user: int) -> list[ResultRow]:
        """Returns a person's rows of their rated games in a server, oldest first."""
        sql = f'SELECT {_RESULT} FROM results WHERE guild = ? AND "user" = ? AND rated = true ORDER BY number'
        return to_structs(ResultRow, await self._rows(sql, guild, user))

    async def against(self, guild: int, user: int, other: int) -> list[tuple[int, int, int]]:
        """Returns the rated games in a server in which both played: table, the first one's rating place, the other's."""
        sql = (
            "SELECT mine.table_id, mine.rating_place, theirs.rating_place FROM results AS mine"
            ' JOIN results AS theirs ON theirs.table_id = mine.table_id AND theirs."user" = ? AND theirs.rated = true'
            ' WHERE mine.guild = ? AND mine."user" = ? AND mine.rated = true ORDER BY mine.number'
        )
        return [(table, mine, theirs) for table, mine, theirs in await self._rows(sql, other, guild, user)]

    async def servers_chosen(self) -> list[tuple[int, str]]:
        """Returns the servers that have chosen something, with their stored settings."""
        rows = await self._rows("SELECT guild, settings FROM servers ORDER BY guild")
        return [(guild, settings) for guild, settings in rows]


class RatingWrites(Statements):
    """Write operations."""

    async def lock_games(self, guild: int) -> int:
        """Lock the counting and order of a server's games until the transaction ends; return how many have ended."""
        return await self._count_games(guild, 0)

    async def next_game(self, guild: int) -> int:
        """Like `lock_games`, and return the next number, from 1."""
        return await self._count_games(guild, 1)

    async def _count_games(self, guild: int, more: int) -> int:
        sql = (
            "INSERT INTO games_ended (guild, number) VALUES (?1, ?2)"
            " ON CONFLICT (guild) DO UPDATE SET number = games_ended.number + excluded.number RETURNING number"
        )
        return int(await self._value(sql, guild, more))

    async def number_games(self, guild: int) -> None:
        """Like `lock_games`, and number the games without a number, in the order they ended, after all others."""
        last = await self.lock_games(guild)
        sql = "SELECT table_id FROM results WHERE guild = ? AND number = 0 GROUP BY table_id ORDER BY min(at), table_id"
        found = await self._column(sql, guild)
        # In batches: no statement may take as long as all of a large server would.
        for first in range(0, len(found), _AT_ONCE):
            some = enumerate(found[first : first + _AT_ONCE], start=last + first + 1)
            # By key only: with `number = 0` in the condition, the server might scan all unnumbered rows each time.
            await self._run_each("UPDATE results SET number = ? WHERE table_id = ?", list(some))
        sql = (
            "UPDATE games_ended SET number = greatest(number, coalesce((SELECT max(number) FROM results WHERE guild = ?1), 0))"
            " WHERE guild = ?1"
        )
        await self._run(sql, guild)

    async def kinds_played(self, guild: int) -> list[tuple[str, str]]:
        """Returns the games and options (`TableRow.options`) of a server's results."""
        sql = (
            "SELECT DISTINCT results.game, options FROM results JOIN tables ON tables.id = table_id WHERE results.guild = ?"
            " ORDER BY 1, 2"
        )
        return [(game, options) for game, options in await self._rows(sql, guild)]

    async def classify(self, guild: int, game: str, options: str, variant: str) -> None:
        """Store the class of a server's results with these options."""
        sql = (
            "UPDATE results SET variant = ?4 WHERE guild = ?1 AND game = ?2 AND variant <> ?4"
            " AND (SELECT options FROM tables WHERE tables.id = table_id) = ?3"
        )
        await self._run(sql, guild, game, options, variant)

    async def counted_results(self, guild: int) -> list[ResultRow]:
        """Returns a server's rated and unearned results by number and seat."""
        sql = f"SELECT {_RESULT} FROM results WHERE guild = ? AND (rated = true OR unearned = true) ORDER BY number, seat"
        return to_structs(ResultRow, await self._rows(sql, guild))

    async def results_alone(self, guild: int) -> list[ResultRow]:
        """Returns a server's results of people who played alone, by number."""
        return to_structs(
            ResultRow, await self._rows(f"SELECT {_RESULT} FROM results WHERE guild = ? AND {_ALONE} ORDER BY number", guild)
        )

    async def forget_ratings(self, guild: int) -> None:
        """Delete everything that is computed from a server's results."""
        for table in ("ratings", "rating_points", "tallies", "crests"):
            await self._run(f"DELETE FROM {table} WHERE guild = ?", guild)

    async def put_ratings(self, rows: Iterable[RatingRow]) -> None:
        """Store ratings, replacing those of the same people."""
        others = RatingRow.__struct_fields__[len(_KEY) :]
        await self._run_each(upsert("ratings", _KEY, *others), map(msgspec.structs.astuple, rows))

    async def add_points(self, rows: Iterable[PointRow]) -> None:
        """Store ratings after a game."""
        await self._run_each(insert("rating_points", *PointRow.__struct_fields__), map(msgspec.structs.astuple, rows))

    async def add_tallies(self, rows: Iterable[MonthRow]) -> None:
        """Add to tallies."""
        key = ("guild", "game", "variant", "month", "user")
        more = ", ".join(f"{name} = tallies.{name} + excluded.{name}" for name in _COUNTS)
        await self._run_each(
            f"{insert('tallies', *key, *_COUNTS)} ON CONFLICT ({column_list(key)}) DO UPDATE SET {more}",
            [(row.guild, row.game, row.variant, row.month, *msgspec.structs.astuple(row.tally)) for row in rows],
        )

    async def void_results(self, table: int) -> int | None:
        """Make a game's results count for nobody; return its server. None: it has no results, or is already void."""
        sql = (
            "UPDATE results SET voided = CASE WHEN rated THEN 'rated' WHEN unearned THEN 'unearned' ELSE '' END,"
            " void = true, rated = false, unearned = false WHERE table_id = ? AND void = false RETURNING guild"
        )
        guild: int | None = await self._value(sql, table)
        return guild

    async def restore_results(self, table: int) -> int | None:
        """Make a game's results count as they did before `void_results`; return its server. None: that has not voided them."""
        sql = (
            "UPDATE results SET void = false, rated = (voided = 'rated'), unearned = (voided = 'unearned'), voided = NULL"
            " WHERE table_id = ? AND voided IS NOT NULL RETURNING guild"
        )
        guild: int | None = await self._value(sql, table)
        return guild

    async def rename_newest(self, guild: int, user: int, name: str) -> None:
        """Give a person's newest result in a server this name, by which leaderboards show them (`names_of`)."""
        newest = 'SELECT max(number) FROM results WHERE guild = ?1 AND "user" = ?2'
        sql = f'UPDATE results SET name = ?3 WHERE guild = ?1 AND "user" = ?2 AND number = ({newest})'
        await self._run(sql, guild, user, name)

    async def add_meetings(self, guild: int, table: int, at: float, pairs: Collection[str], since: float) -> None:
        """Record that these pairs have started a rated game at this time, and delete meetings that are not `since` then."""
        await self._run("DELETE FROM meetings WHERE at <= ?", since)
        sql = insert("meetings", "pair", "guild", "at", "table_id")
        await self._run_each(sql, [(pair, guild, at, table) for pair in pairs])

    async def set_repeated(self, rows: Iterable[ResultRow]) -> None:
        """Store which results the boards by wins, places and games leave out."""
        sql = 'UPDATE results SET repeated = ?, repeated_overall = ? WHERE table_id = ? AND seat = ? AND "user" = ?'
        await self._run_each(sql, [(row.repeated, row.repeated_overall, row.table_id, row.seat, row.user) for row in rows])

    async def add_crests(self, rows: Iterable[CrestRow]) -> None:
        """Store achievements."""
        await self._run_each(insert("crests", *CrestRow.__struct_fields__), map(msgspec.structs.astuple, rows))
