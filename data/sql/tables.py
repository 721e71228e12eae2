"""Tables, their journals, hints and reviews, and their results."""

# ruff: noqa: S608 - only our own column lists and conditions are interpolated; values are always parameters.
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import msgspec

from data.errors import Overtaken, Repeated
from data.records.results import ResultRow, SeriesRow, TableCount, UncountedRow
from data.records.tables import Counted, JournalRow, SeatRow, TableRow, WholeTable
from data.sql.statements import Statements, column_list, insert, names, to_structs, upsert
from data.sql.subjects import SubjectWrites

Seated: TypeAlias = tuple[TableRow, list[SeatRow]]

OPEN = "state IN ('lobby', 'playing')"

_TABLE, _SEAT = names(TableRow), names(SeatRow)
_FIELDS = TableRow.__struct_fields__[1:]
_CHANGE = ", ".join(f'"{name}" = ?' for name in _FIELDS)
_COUNTED = "move <> ''"

_WHOLE = (
    f"SELECT {_TABLE}, (SELECT snapshot FROM snapshots WHERE table_id = ?1),"
    f" (SELECT json_agg(json_build_array({_SEAT}))::text FROM seats WHERE table_id = ?1),"
    " (SELECT json_build_array(tournament, round, league)::text"
    " FROM tournament_games JOIN tournaments ON tournaments.id = tournament WHERE table_id = ?1)"
    " FROM tables WHERE id = ?1"
)


class TableReads(Statements):
    """Read operations."""

    async def table(self, number: int) -> Seated | None:
        """Returns a table and its seats; None: there is no such table. Inside a transaction, locks the table until it ends."""
        rows = await self._rows(f"SELECT {_TABLE} FROM tables WHERE id = ?{self._lock}", number)
        return (to_structs(TableRow, rows)[0], (await self.seats([number]))[number]) if rows else None

    async def table_version(self, number: int) -> int | None:
        """Returns a table's version; None: there is no such table. Inside a transaction, locks the table until it ends."""
        version: int | None = await self._value(f"SELECT version FROM tables WHERE id = ?{self._lock}", number)
        return version

    async def seats(self, numbers: Iterable[int]) -> dict[int, list[SeatRow]]:
        """Returns the seats of several tables, by table, in order."""
        found: dict[int, list[SeatRow]] = {number: [] for number in numbers}
        sql = f"SELECT {_SEAT}, table_id FROM seats WHERE table_id IN (??) ORDER BY table_id, seat"
        rows = await self._rows(sql, list(found))
        for row, seat in zip(rows, to_structs(SeatRow, [row[:-1] for row in rows]), strict=True):
            found[row[-1]].append(seat)
        return found

    async def snapshot(self, number: int) -> bytes | None:
        """Returns the stored position of a table; None in the lobby."""
        snapshot: bytes | None = await self._value("SELECT snapshot FROM snapshots WHERE table_id = ?", number)
        return snapshot

    async def whole_table(self, number: int) -> WholeTable | None:
        """Returns a table with its seats and position, all of one moment; None: there is no such table."""
        rows = await self._rows(_WHOLE, number)
        if not rows:
            return None
        *row, snapshot, seats, tournament = rows[0]
        return WholeTable(
            to_structs(TableRow, [row])[0],
            sorted(to_structs(SeatRow, msgspec.json.decode(seats or "[]")), key=lambda each: each.seat),
            snapshot,
            msgspec.json.decode(tournament, type=tuple[int, int, int | None]) if tournament else None,
        )

    async def open_tables_of(self, user: int, guild: int | None) -> list[Seated]:
        """Returns the lobbies and games of a person, oldest first."""
        where = f'id IN (SELECT table_id FROM seats WHERE "user" = ?) AND {OPEN}'
        return await self._tables(f"{where} AND guild = ?", user, guild) if guild else await self._tables(where, user)

    async def open_tables_in(self, channel: int) -> list[Seated]:
        """Returns the lobbies and games of a channel, also those in threads that were opened in it, oldest first."""
        return await self._tables(f"(channel = ?1 OR home = ?1) AND {OPEN}", channel)

    async def open_tables_on(self, guild: int) -> list[Seated]:
        """Returns the lobbies and games of a server, oldest first."""
        return await self._tables(f"guild = ? AND {OPEN}", guild)

    async def finished_tables(self, channel: int | None, user: int, limit: int) -> list[Seated]:
        """Returns the tables of this channel or person whose games are over (not those that ended without a result), newest
        first, up to a limit.
        """
        # Each half uses its own index.
        mine = 'SELECT table_id FROM seats WHERE "user" = ?'
        halves = f"SELECT id FROM tables WHERE channel = ? AND state = 'over' UNION {mine}"
        sql = f"SELECT id FROM tables WHERE id IN ({halves}) AND state = 'over' ORDER BY id DESC LIMIT ?"
        return await self._with_seats(await self._column(sql, channel, user, limit))

    async def finished_tables_on(self, guild: int, limit: int, before: int) -> list[Seated]:
        """Returns the tables of a server with finished games (not those without a result) and numbers below `before`, newest
        first.
        """
        sql = "SELECT id FROM tables WHERE guild = ? AND state = 'over' AND id < ? ORDER BY id DESC LIMIT ?"
        return await self._with_seats(await self._column(sql, guild, before, limit))

    async def finished_since(self, guild: int, changed: float, number: int, until: float, limit: int) -> list[Seated]:
        """Returns the finished tables changed after the one with this number and time and not after `until`, in that order."""
        sql = (
            "SELECT id FROM tables WHERE guild = ?1 AND state = 'over' AND (changed > ?2 OR (changed = ?2 AND id > ?3))"
            " AND changed <= ?4 ORDER BY changed, id LIMIT ?5"
        )
        return await self._with_seats(await self._column(sql, guild, changed, number, until, limit))

    async def _with_seats(self, numbers: Sequence[int]) -> list[Seated]:
        found = [await self.table(number) for number in numbers]
        return [table for table in found if table is not None]

    async def _tables(self, where: str, *values: int) -> list[Seated]:
        rows = to_structs(TableRow, await self._rows(f"SELECT {_TABLE} FROM tables WHERE {where} ORDER BY id", *values))
        by_table = await self.seats([row.id for row in rows])
        return [(row, by_table[row.id]) for row in rows]

    async def follower(self, number: int) -> int | None:
        """Returns the newest table that plays this one's game again."""
        newest: int | None = await self._value("SELECT max(id) FROM tables WHERE follows = ?", number)
        return newest

    async def tables_due(self, limit: int) -> list[tuple[int, float]]:
        """Returns the tables the clock must look at, earliest first: number and time."""
        rows = await self._rows("SELECT id, due FROM tables WHERE due IS NOT NULL ORDER BY due LIMIT ?", limit)
        return [(number, due) for number, due in rows]

    async def tables_timed(self) -> list[tuple[int, int]]:
        """Returns the tables and servers of `tables_due`, in that order."""
        rows = await self._rows("SELECT id, guild FROM tables WHERE due IS NOT NULL ORDER BY due")
        return [(number, guild) for number, guild in rows]

    async def tables_thinking(self) -> list[int]:
        """Returns the tables where a computer player owes a move."""
        return await self._column("SELECT id FROM tables WHERE thinking = true ORDER BY id")

    async def table_counts(self) -> list[TableCount]:
        """Returns the number of tables, by game and state."""
        sql = "SELECT game, state, count(*) FROM tables GROUP BY game, state ORDER BY game, state"
        return to_structs(TableCount, await self._rows(sql))

    async def open_lines(self, number: int, stage: int) -> tuple[list[JournalRow], list[JournalRow]]:
        """Returns the journal lines of a table whose previous position is stored, in order: those that can be taken back. Also
        returns the counted moves of this stage.
        """
        lines = await self._lines(f"(snapshot IS NOT NULL OR {_COUNTED} AND stage = ?2)", number, stage)
        return (
            [line for line in lines if line.snapshot is not None],
            [line for line in lines if line.move and line.stage == stage],
        )

    async def counted_moves(self, number: int) -> list[JournalRow]:
        """Returns the moves of a table, in order. Those taken back or replaced no longer exist."""
        return await self._lines(_COUNTED, number)

    async def moves_of_turn(self, number: int, turn: int) -> list[JournalRow]:
        """Returns the counted moves of a table's turn, in order."""
        return await self._lines(f"{_COUNTED} AND turn = ?2", number, turn)

    async def moves_after_turn(self, number: int, seat: int, turn: int) -> tuple[list[JournalRow], int]:
        """Like `moves_since`, for the moves after the last earlier turn in which this seat moved; all if it has not.
        A look that the table makes for the next person is not their move.
        """
        mine = "kind <> 'reveal' AND seat = ?2 AND turn < ?3"
        last = f"SELECT max(turn) FROM journal WHERE table_id = ?1 AND {_COUNTED} AND {mine}"
        return await self._with_version(f"turn > coalesce(({last}), 0)", number, seat, turn)

    async def moves_since(self, number: int, seats: Sequence[int]) -> tuple[list[JournalRow], int]:
        """Returns the counted moves of a table, in order. They begin with the earliest of the last own moves of these seats'
        people; if one of them has made none, all are returned. Also returns the table's version; 0: there is no such table.
        """
        last = f"SELECT max(number) FROM journal WHERE table_id = ?1 AND {_COUNTED} AND kind = 'move' AND seat"
        from_each = [f"coalesce(({last} = ?{at}), 0)" for at in range(2, 2 + len(seats))]
        oldest = from_each[0] if len(from_each) == 1 else f"least({', '.join(from_each)})"
        return await self._with_version(f"number >= {oldest}", number, *seats)

    async def _with_version(self, where: str, *values: int) -> tuple[list[JournalRow], int]:
        sql = (
            f"SELECT version, {column_list(JournalRow.__struct_fields__, 'moves')} FROM tables LEFT JOIN"
            f" (SELECT {names(JournalRow)} FROM journal WHERE table_id = ?1 AND {_COUNTED} AND {where}) AS moves ON true"
            " WHERE id = ?1 ORDER BY moves.number"
        )
        rows = await self._rows(sql, *values)
        return to_structs(JournalRow, [row[1:] for row in rows if row[1] is not None]), rows[0][0] if rows else 0

    async def _lines(self, where: str, *values: int) -> list[JournalRow]:
        sql = f"SELECT {names(JournalRow)} FROM journal WHERE table_id = ?1 AND {where} ORDER BY number"
        return to_structs(JournalRow, await self._rows(sql, *values))

    async def uncounted_games(self, guild: int, game: str | None) -> UncountedRow:
        """Returns how many finished games of a server (of one game, or all) no leaderboard counts, and why."""
        one_game = "" if game is None else " AND game = ?"
        sql = (
            "SELECT count(*) FILTER (WHERE void), count(*) FILTER (WHERE NOT void AND friendly),"
            " count(*) FILTER (WHERE NOT void AND NOT friendly AND computers) FROM (SELECT bool_or(void) AS void,"
            " bool_or(friendly) AS friendly, bool_or(computers) AS computers FROM results"
            f" WHERE guild = ?{one_game} GROUP BY table_id HAVING NOT bool_or(rated)) AS games"
        )
        return UncountedRow(*(await self._rows(sql, *((guild,) if game is None else (guild, game))))[0])

    async def series(self, first: int) -> list[SeriesRow]:
        """Returns each person's games in the series that this table began, by `user`, without void ones."""
        last = (
            'SELECT name FROM results AS last WHERE last.series = ?1 AND last."user" = results."user" AND last.void = false'
            " ORDER BY last.at DESC LIMIT 1"
        )
        sql = (
            f'SELECT "user", ({last}), count(*), count(*) FILTER (WHERE place = 1) FROM results'
            ' WHERE series = ?1 AND void = false GROUP BY "user" ORDER BY "user"'
        )
        return to_structs(SeriesRow, await self._rows(sql, first))

    async def durations(self, guild: int, game: str, pace: str, limit: int) -> list[float]:
        """Returns the seconds from start to end of the newest games of a server, game and pace that were played to the end,
        newest first.
        """
        sql = (
            "SELECT tables.changed - journal.at FROM tables JOIN journal ON journal.table_id = tables.id AND journal.number = 1"
            " WHERE guild = ? AND game = ? AND pace = ? AND state = 'over' AND closed IS NULL"
            " ORDER BY tables.id DESC LIMIT ?"
        )
        return await self._column(sql, guild, game, pace, limit)

    async def subject_of_request(self, request: int) -> int | None:
        """Returns the subject that an interaction has already changed."""
        table: int | None = await self._value("SELECT subject_id FROM requests WHERE id = ?", request)
        return table

    async def hints(self, number: int) -> dict[int, int]:
        """Returns the number of questions for which each seat of a table has had hints, if any; by seat, ascending."""
        sql = "SELECT seat, count(*) FROM hints WHERE table_id = ? GROUP BY seat ORDER BY seat"
        return dict(await self._rows(sql, number))

    async def review(self, number: int) -> str | None:
        """Returns the review of a finished game as JSON; None: there is none, or it is not complete."""
        review: str | None = await self._value("SELECT result FROM reviews WHERE table_id = ?", number)
        return review

    async def reviews_begun(self, guild: int, since: float) -> list[float]:
        """Returns when the reviews of a server's games were begun, from this time on, earliest first."""
        return await self._column("SELECT begun FROM reviews WHERE guild = ? AND begun >= ? ORDER BY begun", guild, since)


class TableWrites(SubjectWrites, TableReads):
    """Write operations."""

    async def lock_table(self, number: int) -> None:
        """Lock a table until the transaction ends."""
        await self._lock_rows(f"SELECT 1 FROM tables WHERE id = ?{self._lock}", number)

    async def save_table(
        self, row: TableRow, seating: Iterable[SeatRow] | None, position: bytes | None, *, after: int | None = None
    ) -> int:
        """Store a table and return its number; `seating` and `position` None: unchanged. `after`: only if the stored one has
        this version; otherwise Overtaken is raised, by the commit at the latest.
        """
        number: Any = row.id
        values = msgspec.structs.astuple(row)[1:]
        if not number:
            number = await self.add_table(row.guild, _FIELDS, values)
        else:
            await self.lock_table(number)
        if seating is not None:
            await self._run("DELETE FROM seats WHERE table_id = ?", number)
            sql = insert("seats", "table_id", *SeatRow.__struct_fields__)
            await self._run_each(sql, [(number, *msgspec.structs.astuple(seat)) for seat in seating])
        if row.id and after is not None:
            sql = f"UPDATE tables SET {_CHANGE} WHERE id = ? AND version = ?"
            await self._later(sql, *values, number, after, unless=Overtaken)
        elif row.id:
            await self._later(f"UPDATE tables SET {_CHANGE} WHERE id = ?", *values, number)
        if position is not None:
            await self._later(upsert("snapshots", ("table_id",), "snapshot"), number, position)
        return int(number)

    async def count_open(self, where: Counted, value: int) -> int:
        """Returns the number of lobbies and games by `where`: `user`, `guild` or `channel` (without tournament games, whose
        channel was chosen for all of them together).
        """
        # Locked until we are done, or two processes could both find the last place free.
        await self._have_alone(f"open {where}", value)
        sql = {
            "user": f'SELECT count(*) FROM seats JOIN tables ON tables.id = table_id WHERE "user" = ? AND {OPEN}',
            "guild": f"SELECT count(*) FROM tables WHERE guild = ? AND {OPEN}",
            "channel": f"SELECT count(*) FROM tables WHERE (channel = ?1 OR home = ?1) AND {OPEN}"
            " AND NOT EXISTS (SELECT 1 FROM tournament_games WHERE table_id = tables.id)",
        }[where]
        return int(await self._value(sql, value))

    async def add_line(self, number: int, line: JournalRow) -> None:
        """Add a line to a table's journal. Raises Overtaken, by the commit at the latest, if its number exists: PostgreSQL may
        insert it before finding that the table has another version.
        """
        sql = f"{insert('journal', 'table_id', *JournalRow.__struct_fields__)} ON CONFLICT DO NOTHING"
        await self._later(sql, number, *msgspec.structs.astuple(line), unless=Overtaken)

    async def strike_lines(self, number: int, lines: Iterable[int]) -> None:
        """Delete lines that were taken back or replaced. Their numbers are not used again."""
        sql = "DELETE FROM journal WHERE table_id = ? AND number = ?"
        await self._run_each(sql, [(number, line) for line in lines])

    async def forget_steps(self, number: int) -> None:
        """Delete the positions stored for taking moves back."""
        await self._later("UPDATE journal SET snapshot = NULL WHERE table_id = ? AND snapshot IS NOT NULL", number)

    async def add_results(self, rows: Iterable[ResultRow]) -> None:
        """Store the result of a game for each of its people."""
        await self._run_each(insert("results", *ResultRow.__struct_fields__), map(msgspec.structs.astuple, rows))

    async def remember_request(self, request: int, number: int, at: float) -> None:
        """Record that an interaction is carried out at a table. Raises Repeated, by the commit at the latest, if it already
        was, by any process.
        """
        # If another process is carrying out the same one, this waits until it has finished.
        sql = f"{insert('requests', 'id', 'subject_id', 'at')} ON CONFLICT DO NOTHING"
        await self._later(sql, request, number, at, unless=Repeated)

    async def forget_requests(self, before: float) -> None:
        """Delete the interactions carried out before this time."""
        await self._run("DELETE FROM requests WHERE at < ?", before)

    async def add_hint(self, number: int, seat: int, stage: int) -> None:
        """Record that a seat has had a hint for the question of this stage; repeated hints count once."""
        await self._run("INSERT INTO hints VALUES (?, ?, ?) ON CONFLICT DO NOTHING", number, seat, stage)

    async def begin_review(self, number: int, guild: int, at: float) -> None:
        """Record that the review of a finished game has begun (again)."""
        sql = insert("reviews", "table_id", "guild", "begun")
        await self._run(f"{sql} ON CONFLICT (table_id) DO UPDATE SET begun = excluded.begun, result = NULL", number, guild, at)

    async def drop_review(self, number: int) -> None:
        """Delete the record of a review that is not complete."""
        await self._run("DELETE FROM reviews WHERE table_id = ? AND result IS NULL", number)

    async def end_review(self, number: int, result: str) -> None:
        """Store the review of a game, which was begun."""
        await self._run("UPDATE reviews SET result = ? WHERE table_id = ?", result, number)
