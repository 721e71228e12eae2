"""The stored row of a tournament, and the tables of its games."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from data.records.tournaments import EntrantRow, TournamentRow
from engines.contract import Game
from tables.model.outbox_rows import CheckInRow, Payload, PodiumRow, ReadyRow, RoundRow
from tables.model.people import Person
from tables.model.table import Table
from tables.model.table_info import Display, InTournament, Place
from tables.rules import lobby
from tables.tournaments.clock import pace
from tables.tournaments.tournament import READY, Tournament

DOCUMENT = (
    "options",
    "display",
    "theme",
    "created",
    "reason",
    "closed",
    "promise",
    "paused",
    "halted",
    "presses",
    "drawn",
    "arranged",
    "cohosts",
    "starts",
    "calls",
    "here",
    "skipping",
    "division",
    "stand_ins",
    "seen",
    "counted",
)
"""The fields of a tournament that are stored as one JSON document."""

COLUMNS = ("id", "version", "game", "host", "language", "changed", "state", "due", "league")
"""The fields that are stored as they are, each in its column."""


def seat_table(tournament: Tournament, people: Sequence[Person], game: Game, secret: bytes, now: float, *, zone: str) -> Table:
    """Returns the table of a game of the current round, with its `people` seated and ready to begin. Its seed is mixed from
    `secret` and the tournament's presses. `zone`: that of its server.
    """
    first, *others = people
    opened = lobby.new(
        first,
        tournament.place,
        game,
        tournament.options,
        language=tournament.language,
        pace=pace(tournament, len(people)),
        friendly=tournament.rules.friendly,
        display=msgspec.convert(tournament.display, Display),
        theme=tournament.theme,
        zone=zone,
        secret=secret,
        now=now,
    ).loaded.table
    of = InTournament(tournament.id, len(tournament.rounds), tournament.league)
    return replace(lobby.seat_all(opened, others, game), tournament=of, presses=tournament.presses)


def announcement_rows(before: Tournament, after: Tournament) -> list[Payload]:
    """Returns the rows for changes that have a message of their own. A league tells those of its divisions."""
    if after.league is not None:
        return []
    if after.state == "running" and len(after.rounds) > len(before.rounds):
        return [RoundRow(round=len(after.rounds))]
    if after.state == "lobby" and after.calls > before.calls:
        return [CheckInRow(call=after.calls)]
    if before.state == after.state == "lobby" and after.starts is None and len(before.entrants) < READY <= len(after.entrants):
        return [ReadyRow()]
    alone = after.closed == "host" and len(after.entrants) == 1
    ended = before.state in {"lobby", "running"} and after.state in {"over", "cancelled"}
    return [PodiumRow()] if ended and after.entrants and not alone else []


def tournament_record(tournament: Tournament, secret: bytes, changed: float) -> TournamentRow:
    """Returns the row of a tournament. `secret`: the bot's part of the seeds of its games."""
    others = (replace(each, number=at) for at, each in enumerate(tournament.others, len(tournament.entrants)))
    return TournamentRow(
        id=tournament.id,
        guild=tournament.place.guild,
        channel=tournament.place.channel,
        state=tournament.state,
        game=tournament.game,
        host=tournament.host,
        language=tournament.language,
        changed=changed,
        rules=msgspec.json.encode(tournament.rules).decode(),
        rounds=msgspec.json.encode(tournament.rounds).decode(),
        due=tournament.due,
        league=tournament.league,
        secret=secret,
        document=msgspec.json.encode({name: getattr(tournament, name) for name in DOCUMENT}).decode(),
        entrants=(*tournament.entrants, *others),
    )


def read(row: TournamentRow) -> Tournament:
    """Returns the tournament of a row."""
    fields = {
        **msgspec.json.decode(row.document),
        **{name: getattr(row, name) for name in COLUMNS},
        "place": Place(row.guild, row.channel),
        "rules": msgspec.json.decode(row.rules),
        "rounds": msgspec.json.decode(row.rounds),
    }
    entrants = [each for each in row.entrants if _takes_part(each)]
    others = [each for each in row.entrants if not _takes_part(each)]
    found = msgspec.convert(fields, Tournament, str_keys=True)
    return replace(found, entrants=tuple(entrants), others=tuple(others))


def _takes_part(who: EntrantRow) -> bool:
    """Returns whether a person takes part or did so: everybody but the reserve and people removed before the beginning."""
    return who.withdrawn or not who.status
