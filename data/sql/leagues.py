"""Leagues, and who has signed up for their next season."""

# ruff: noqa: S608 - only our own column lists are interpolated; values are always parameters.
from collections.abc import Iterable

import msgspec

from data.records.leagues import LeaguePlayerRow, LeagueRow
from data.sql.statements import Statements, column_list, insert, names, to_structs, upsert
from data.sql.subjects import SubjectWrites

_PLACE = ("channel", "version")
"""What its subject has."""
_OWN = tuple(name for name in LeagueRow.__struct_fields__ if name not in _PLACE)
_ALL = f"SELECT {column_list(_OWN, 'leagues')}, {column_list(_PLACE, 'subjects')} FROM leagues JOIN subjects USING (id)"
_GOING = "state IN ('open', 'running')"


class LeagueReads(Statements):
    """Read operations."""

    async def league(self, number: int) -> LeagueRow | None:
        """Returns the league with a number; None: there is none."""
        rows = await self._rows(f"{_ALL} WHERE id = ?", number)
        return msgspec.convert(dict(zip((*_OWN, *_PLACE), rows[0], strict=True)), LeagueRow) if rows else None

    async def league_players(self, number: int) -> list[LeaguePlayerRow]:
        """Returns who has signed up for a league's next season, in the order in which they did."""
        sql = f'SELECT {names(LeaguePlayerRow)} FROM league_players WHERE subject_id = ? ORDER BY since, "user"'
        return to_structs(LeaguePlayerRow, await self._rows(sql, number))

    async def leagues_due(self, limit: int) -> list[tuple[int, float]]:
        """Returns the leagues the clock must look at, earliest first: number and time; 0 if a season's games have ended."""
        ended = "NOT EXISTS (SELECT 1 FROM tournaments WHERE league = leagues.id AND state = 'running')"
        sql = (
            "SELECT id, due FROM leagues WHERE due IS NOT NULL"
            f" UNION ALL SELECT id, 0.0 FROM leagues WHERE state = 'running' AND {ended} ORDER BY 2, 1 LIMIT ?"
        )
        return [(number, due) for number, due in await self._rows(sql, limit)]

    async def open_leagues(self, guild: int) -> list[int]:
        """Returns the leagues of a server that have not ended, oldest first."""
        return await self._column(f"SELECT id FROM leagues WHERE guild = ? AND {_GOING} ORDER BY id", guild)

    async def leagues_of(self, guild: int) -> list[int]:
        """Returns the leagues of a server, also those that have ended."""
        return await self._column("SELECT id FROM leagues WHERE guild = ? ORDER BY id", guild)

    async def leagues_with(self, user: int) -> list[int]:
        """Returns the leagues that have not ended for which a person has signed up."""
        mine = 'SELECT subject_id FROM league_players WHERE "user" = ?'
        return await self._column(f"SELECT id FROM leagues WHERE {_GOING} AND id IN ({mine}) ORDER BY id", user)

    async def old_leagues(self, before: float, limit: int) -> list[int]:
        """Returns leagues that ended before that time."""
        return await self._column(
            "SELECT id FROM leagues WHERE state = 'over' AND changed < ? ORDER BY id LIMIT ?", before, limit
        )


class LeagueWrites(SubjectWrites):
    """Write operations."""

    async def save_league(self, row: LeagueRow, players: Iterable[LeaguePlayerRow]) -> int:
        """Store a league and who has signed up, replacing what was stored, and return its number; 0: it is a new one. Otherwise
        the caller must have locked the subject against other changes.
        """
        number = row.id or await self.add_subject("league", row.guild, row.channel)
        values = {**{name: getattr(row, name) for name in _OWN}, "id": number}
        await self._run(upsert("leagues", _OWN[:1], *_OWN[1:]), *values.values())
        if row.id:
            await self.move_subject(number, row.channel)
        await self._run("DELETE FROM league_players WHERE subject_id = ?", number)
        sql = insert("league_players", "subject_id", *LeaguePlayerRow.__struct_fields__)
        await self._run_each(sql, [(number, *msgspec.structs.astuple(each)) for each in players])
        return number
