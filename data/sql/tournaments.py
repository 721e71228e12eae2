"""Tournaments: entrants, rounds, and the tables at which they are played."""

# ruff: noqa: S608 - only our own column lists are interpolated; values are always parameters.
import msgspec

from data.records.tournaments import EntrantRow, TournamentGame, TournamentRow
from data.sql.statements import Statements, column_list, insert, names, to_structs, upsert
from data.sql.subjects import SubjectWrites

_GAME = names(TournamentGame)
_PLACE = ("channel", "version")
"""What its subject has."""
_OWN = tuple(name for name in TournamentRow.__struct_fields__ if name not in {*_PLACE, "entrants"})
_ALL = f"{column_list(_OWN, 'tournaments')}, {column_list(_PLACE, 'subjects')}"
_ONE = "WHERE tournaments.id = ?"
OPEN = "state IN ('lobby', 'running')"


class TournamentReads(Statements):
    """Read operations."""

    async def tournament(self, number: int) -> TournamentRow | None:
        """Returns a tournament with its entrants; None if there is none with this number."""
        rows = await self._rows(f"SELECT {_ALL} FROM tournaments JOIN subjects ON subjects.id = tournaments.id {_ONE}", number)
        if not rows:
            return None
        sql = f"SELECT {names(EntrantRow)} FROM entrants WHERE tournament = ? ORDER BY number"
        entrants = to_structs(EntrantRow, await self._rows(sql, number))
        return TournamentRow(**dict(zip((*_OWN, *_PLACE), rows[0], strict=True)), entrants=tuple(entrants))

    async def tournaments_due(self, limit: int) -> list[tuple[int, float]]:
        """Returns the tournaments the clock must look at, earliest first: number and time; 0 if a game has ended."""
        sql = (
            "SELECT number, min(due) FROM (SELECT id AS number, due FROM tournaments WHERE due IS NOT NULL"
            " UNION ALL SELECT tournament, 0.0 FROM tournament_games WHERE ended = true) AS found"
            " GROUP BY number ORDER BY 2, 1 LIMIT ?"
        )
        return [(number, due) for number, due in await self._rows(sql, limit)]

    async def open_tournaments(self, guild: int) -> list[int]:
        """Returns the tournaments of a server that have not ended, without those of leagues, oldest first."""
        return await self._column(
            f"SELECT id FROM tournaments WHERE guild = ? AND {OPEN} AND league IS NULL ORDER BY id", guild
        )

    async def finished_tournaments(self, guild: int, limit: int, user: int | None = None) -> list[int]:
        """Returns the tournaments of a server that had begun and have ended, newest first, without those of leagues; `user`:
        only their own.
        """
        sql = (
            "SELECT id FROM tournaments WHERE guild = ?1 AND league IS NULL"
            " AND (state = 'over' OR (state = 'cancelled' AND rounds <> '[]'))"
            " AND (CAST(?2 AS bigint) IS NULL"
            ' OR id IN (SELECT tournament FROM entrants WHERE "user" = ?2)) ORDER BY id DESC LIMIT ?3'
        )
        return await self._column(sql, guild, user, limit)

    async def tournaments_of(self, user: int) -> list[int]:
        """Returns the unfinished tournaments in which a person takes part or waits for a place, oldest first."""
        mine = """SELECT tournament FROM entrants WHERE "user" = ? AND status <> 'removed'"""
        sql = f"SELECT id FROM tournaments WHERE id IN ({mine}) AND {OPEN} ORDER BY id"
        return await self._column(sql, user)

    async def divisions_of_part(self, league: int, part: bytes) -> list[int]:
        """Returns the divisions of a league whose secrets begin with the bot's part of a season, oldest first."""
        return await self._column(
            "SELECT id FROM tournaments WHERE league = ? AND substr(secret, 1, ?) = ? ORDER BY id", league, len(part), part
        )

    async def tournament_games(self, tournament: int) -> list[TournamentGame]:
        """Returns the tables of a tournament, in the order of rounds and games."""
        sql = f"SELECT {_GAME} FROM tournament_games WHERE tournament = ? ORDER BY round, number"
        return to_structs(TournamentGame, await self._rows(sql, tournament))

    async def tournament_game(self, table: int) -> TournamentGame | None:
        """Returns which tournament game is played at a table; None: none."""
        return await self._first(TournamentGame, f"SELECT {_GAME} FROM tournament_games WHERE table_id = ?", table)


class TournamentWrites(SubjectWrites):
    """Write operations."""

    async def save_tournament(self, row: TournamentRow) -> int:
        """Store a tournament and its entrants, replacing what was stored, and return its number; 0: it is a new one. Otherwise
        the caller must have locked the subject against other changes.
        """
        number = row.id or await self.add_subject("tournament", row.guild, row.channel)
        values = {**{name: getattr(row, name) for name in _OWN}, "id": number}
        await self._run(upsert("tournaments", _OWN[:1], *_OWN[1:]), *values.values())
        await self._run("DELETE FROM entrants WHERE tournament = ?", number)
        sql = insert("entrants", "tournament", *EntrantRow.__struct_fields__)
        await self._run_each(sql, [(number, *msgspec.structs.astuple(each)) for each in row.entrants])
        if row.id:
            await self.move_subject(number, row.channel)
        return number

    async def add_tournament_game(self, row: TournamentGame) -> None:
        """Record the table of a tournament game."""
        await self._run(insert("tournament_games", *TournamentGame.__struct_fields__), *msgspec.structs.astuple(row))

    async def end_tournament_game(self, table: int, *, ended: bool) -> None:
        """Record that a table's game has ended, if it is of a tournament; not `ended`: the tournament has recorded it."""
        await self._run("UPDATE tournament_games SET ended = ? WHERE table_id = ?", ended, table)
