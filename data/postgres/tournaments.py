"""Tournaments: who takes part, their rounds, and at which tables they are played."""

# ruff: noqa: S608 - the pieces put together are column lists of ours; values are always parameters.
from __future__ import annotations

import msgspec

from data.postgres.connection import Connected, marks, names
from data.tournament_records import EntrantRow, TournamentGame, TournamentRow

_GAME = names(TournamentGame)
_ENTRANT = names(EntrantRow)
OPEN = "state IN ('lobby', 'running')"


class TournamentReads(Connected):
    """See `data.tournament_store.TournamentReads`."""

    async def tournament(self, number: int) -> TournamentRow | None:
        sql = "SELECT table_id, guild, state, rules, rounds, due FROM tournaments WHERE table_id = $1"
        rows = await self._rows(sql, number)
        if not rows:
            return None
        sql = f"SELECT {_ENTRANT} FROM entrants WHERE table_id = $1 ORDER BY number"
        entrants = [EntrantRow(*row) for row in await self._rows(sql, number)]
        table_id, guild, state, rules, rounds, due = rows[0]
        return TournamentRow(
            table_id=table_id, guild=guild, state=state, rules=rules, rounds=rounds, due=due, entrants=tuple(entrants)
        )

    async def tournaments_due(self, limit: int) -> list[tuple[int, float]]:
        sql = (
            "SELECT number, min(due) FROM (SELECT table_id AS number, due FROM tournaments WHERE due IS NOT NULL"
            " UNION ALL SELECT tournament, 0.0 FROM tournament_games WHERE ended) AS found"
            " GROUP BY number ORDER BY 2, 1 LIMIT $1"
        )
        return [(row[0], row[1]) for row in await self._rows(sql, limit)]

    async def open_tournaments(self, guild: int) -> list[int]:
        sql = f"SELECT table_id FROM tournaments WHERE guild = $1 AND {OPEN} ORDER BY table_id"
        return [row[0] for row in await self._rows(sql, guild)]

    async def finished_tournaments(self, guild: int, limit: int, user: int | None = None) -> list[int]:
        sql = (
            "SELECT table_id FROM tournaments WHERE guild = $1 AND state = 'over' AND ($2::bigint IS NULL"
            ' OR table_id IN (SELECT table_id FROM entrants WHERE "user" = $2)) ORDER BY table_id DESC LIMIT $3'
        )
        return [row[0] for row in await self._rows(sql, guild, user, limit)]

    async def tournaments_of(self, user: int) -> list[int]:
        mine = 'SELECT table_id FROM entrants WHERE "user" = $1'
        sql = f"SELECT table_id FROM tournaments WHERE table_id IN ({mine}) AND {OPEN} ORDER BY table_id"
        return [row[0] for row in await self._rows(sql, user)]

    async def tournament_games(self, tournament: int) -> list[TournamentGame]:
        sql = f"SELECT {_GAME} FROM tournament_games WHERE tournament = $1 ORDER BY round, number"
        return [TournamentGame(*row) for row in await self._rows(sql, tournament)]

    async def tournament_game(self, table: int) -> TournamentGame | None:
        rows = await self._rows(f"SELECT {_GAME} FROM tournament_games WHERE table_id = $1", table)
        return TournamentGame(*rows[0]) if rows else None


class TournamentWrites(Connected):
    """See `data.tournament_store.TournamentWrites`."""

    async def save_tournament(self, row: TournamentRow) -> None:
        await self._run(
            "INSERT INTO tournaments (table_id, guild, state, rules, rounds, due) VALUES ($1, $2, $3, $4, $5, $6)"
            " ON CONFLICT (table_id) DO UPDATE SET guild = excluded.guild, state = excluded.state, rules = excluded.rules,"
            " rounds = excluded.rounds, due = excluded.due",
            row.table_id,
            row.guild,
            row.state,
            row.rules,
            row.rounds,
            row.due,
        )
        await self._run("DELETE FROM entrants WHERE table_id = $1", row.table_id)
        await self._run_each(
            f"INSERT INTO entrants (table_id, {_ENTRANT}) VALUES ({marks(1 + len(EntrantRow.__struct_fields__))})",
            ((row.table_id, *msgspec.structs.astuple(each)) for each in row.entrants),
        )

    async def add_tournament_game(self, row: TournamentGame) -> None:
        values = msgspec.structs.astuple(row)
        await self._run(f"INSERT INTO tournament_games ({_GAME}) VALUES ({marks(len(values))})", *values)

    async def end_tournament_game(self, table: int, *, ended: bool) -> None:
        await self._run("UPDATE tournament_games SET ended = $2 WHERE table_id = $1", table, ended)
