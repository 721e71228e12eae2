"""The stored rows of a league, and what is told when it changes."""

from collections.abc import Iterable, Iterator

import msgspec

from data.records.leagues import LeaguePlayerRow, LeagueRow
from tables.leagues.league import League, due
from tables.model.outbox_rows import LeagueAskRow, LeagueCardRow, LeagueEndRow, LeagueFullRow, LeagueSeasonRow, Payload
from tables.model.table_info import Place

COLUMNS = ("id", "host", "language", "changed", "version")
"""The fields of a league that are columns, beside its place and its state."""

THREAD = "league-thread"
"""The kind under which is noted where the divisions of a season are shown: a note for the message of the season whose id it has
as `request`.
"""

DOCUMENT = tuple(name for name in League.__struct_fields__ if name not in {*COLUMNS, "place", "state", "players"})
"""The fields that are stored as one JSON document."""


def read(row: LeagueRow, players: Iterable[LeaguePlayerRow]) -> League:
    """Returns the league of these rows."""
    fields = {name: getattr(row, name) for name in COLUMNS}
    fields |= msgspec.json.decode(row.document) | {"place": Place(row.guild, row.channel)}
    return msgspec.convert({**fields, "state": "over" if row.state == "over" else "open", "players": tuple(players)}, League)


def league_record(league: League, secret: bytes, now: float) -> LeagueRow:
    """Returns the row of a league, without the people who have signed up. `secret`: the bot's part of the seeds of its next
    season.
    """
    running = league.state == "open" and league.step == "running"
    return LeagueRow(
        id=league.id,
        guild=league.place.guild,
        host=league.host,
        state="running" if running else league.state,
        language=league.language,
        changed=now,
        due=due(league),
        document=msgspec.json.encode({name: getattr(league, name) for name in DOCUMENT}).decode(),
        secret=secret,
        channel=league.place.channel,
    )


def announcements(before: League, after: League) -> Iterator[Payload]:
    """Yield what must be told of a change."""
    begun = len(after.seasons) > len(before.seasons)
    if begun:
        yield LeagueSeasonRow(season=len(after.seasons))
    if before.step == "running" != after.step:
        yield LeagueEndRow(season=len(after.seasons))
    if after != before and (after.opened or after.state == "over"):
        yield LeagueCardRow()
    if after.note == "full" != before.note:
        yield LeagueFullRow(season=after.season)
    if after.asked and not before.asked:
        yield LeagueAskRow(opened=after.opened)
