"""Tournaments: entrants, rounds, and the tables at which they are played."""

# ruff: noqa: S608 - only our own column lists are interpolated; values are always parameters.
import msgspec

from data.records import EntrantRow, TournamentGame, TournamentRow
from data.sql.statements import Statements, insert, names, to_structs, upsert

_GAME = names(TournamentGame)
_OWN = tuple(name for name in TournamentRow.__struct_fields__ if name != "entrants")
OPEN = "state IN ('lobby', 'running')"


class TournamentReads(Statements):
    """Read operations."""

    async def tournament(self, number: int) -> TournamentRow | None:
        """Returns a tournament with its entrants; None if there is none with this number."""
        rows = await self._rows(f"SELECT {', '.join(_OWN)} FROM tournaments WHERE table_id = ?", number)
        if not rows:
            return None
        sql = f"SELECT {names(EntrantRow)} FROM entrants WHERE table_id = ? ORDER BY number"
        entrants = to_structs(EntrantRow, await self._rows(sql, number))
        return TournamentRow(**dict(zip(_OWN, rows[0], strict=True)), entrants=tuple(entrants))

    async def tournaments_due(self, limit: int) -> list[tuple[int, float]]:
        """Returns the tournaments the clock must look at, earliest first: number and time; 0 if a game has ended."""
        sql = (
            "SELECT number, min(due) FROM (SELECT table_id AS number, due FROM tournaments WHERE due IS NOT NULL"
            " UNION ALL SELECT tournament, 0.0 FROM tournament_games WHERE ended = true) AS found"
            " GROUP BY number ORDER BY 2, 1 LIMIT ?"
        )
        return [(number, due) for number, due in await self._rows(sql, limit)]

    async def open_tournaments(self, guild: int) -> list[int]:
        """Returns the tournaments of a server that have not ended, oldest first."""
        return await self._column(f"SELECT table_id FROM tournaments WHERE guild = ? AND {OPEN} ORDER BY table_id", guild)

    async def finished_tournaments(self, guild: int, limit: int, user: int | None = None) -> list[int]:
        """Returns the tournaments of a server that had begun and have ended, newest first; `user`: only their own."""
        sql = (
            "SELECT table_id FROM tournaments WHERE guild = ?1 AND (state = 'over' OR (state = 'cancelled' AND rounds <> '[]'))"
            " AND (CAST(?2 AS bigint) IS NULL"
            ' OR table_id IN (SELECT table_id FROM entrants WHERE "user" = ?2)) ORDER BY table_id DESC LIMIT ?3'
        )
        return await self._column(sql, guild, user, limit)

    async def tournaments_of(self, user: int) -> list[int]:
        """Returns the unfinished tournaments in which a person takes part, oldest first."""
        mine = 'SELECT table_id FROM entrants WHERE "user" = ?'
        sql = f"SELECT table_id FROM tournaments WHERE table_id IN ({mine}) AND {OPEN} ORDER BY table_id"
        return await self._column(sql, user)

    async def tournament_games(self, tournament: int) -> list[TournamentGame]:
        """Returns the tables of a tournament, in the order of rounds and games."""
        sql = f"SELECT {_GAME} FROM tournament_games WHERE tournament = ? ORDER BY round, number"
        return to_structs(TournamentGame, await self._rows(sql, tournament))

    async def tournament_game(self, table: int) -> TournamentGame | None:
        """Returns which tournament game is played at a table; None: none."""
        return await self._first(TournamentGame, f"SELECT {_GAME} FROM tournament_games WHERE table_id = ?", table)


class TournamentWrites(Statements):
    """Write operations."""

    async def save_tournament(self, row: TournamentRow) -> None:
        """Store a tournament and its entrants, replacing what was stored. The caller must have read `table_version` of its
        number, which locks it against other changes.
        """
        await self._run(upsert("tournaments", _OWN[:1], *_OWN[1:]), *(getattr(row, name) for name in _OWN))
        await self._run("DELETE FROM entrants WHERE table_id = ?", row.table_id)
        sql = insert("entrants", "table_id", *EntrantRow.__struct_fields__)
        await self._run_each(sql, [(row.table_id, *msgspec.structs.astuple(each)) for each in row.entrants])

    async def add_tournament_game(self, row: TournamentGame) -> None:
        """Record the table of a tournament game."""
        await self._run(insert("tournament_games", *TournamentGame.__struct_fields__), *msgspec.structs.astuple(row))

    async def end_tournament_game(self, table: int, *, ended: bool) -> None:
        """Record that a table's game has ended, if it is of a tournament; not `ended`: the tournament has recorded it."""
        await self._run("UPDATE tournament_games SET ended = ? WHERE table_id = ?", ended, table)
