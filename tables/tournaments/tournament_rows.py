"""The stored rows of a tournament: its own, and a table without a game that has its number, place and host."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from data.records import SeatRow, TableRow
from data.records import TournamentRow as Stored
from engines.contract import Game
from engines.draws import commitment
from tables.model.models import Display, InTournament, Place, SeatInfo
from tables.model.outbox_rows import Payload, PodiumRow, ReadyRow, RoundRow
from tables.model.people import Person
from tables.model.table import Table, from_rows
from tables.rules import lobby
from tables.tournaments.tournament import READY, Round, Rules, State, Tournament, pace


def anchor(
    tournament: Tournament, host: str, rules_version: int, secret: bytes, press: int | None
) -> tuple[TableRow, list[SeatRow]]:
    """Returns the table row of a new tournament. It is closed from the beginning, so nobody is offered a seat and no limit
    counts it. `host`: the name of the person who opens it with this `press`. `secret`: the bot's part of all its seeds.
    """
    table = Table(
        place=tournament.place,
        game=tournament.game,
        options=dict(tournament.options),
        pace="none",
        language=tournament.language,
        state="cancelled",
        host=tournament.host,
        seats=(SeatInfo(host, tournament.host),),
        missed=(0,),
        friendly=tournament.rules.friendly,
        display=msgspec.convert(tournament.display, Any),
        theme=tournament.theme,
        created=tournament.created,
        changed=tournament.created,
        rules_version=rules_version,
        secret=secret,
        promise=commitment(secret),
        presses=() if press is None else (press,),
    )
    return table.rows()


def seated(  # noqa: PLR0917 - its components
    tournament: Tournament, number: int, game: Game, secret: bytes, presses: Sequence[int], now: float
) -> Table:
    """Returns the table of a game of the current round, with its people seated and ready to begin. Its seed is mixed from
    `secret` and `presses`.
    """
    people = [tournament.entrants[each] for each in tournament.rounds[-1].pairings[number].entrants]
    first, *others = (Person(each.user, each.name) for each in people)
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
        secret=secret,
        now=now,
    ).loaded.table
    seats = (*opened.seats, *(SeatInfo(each.name, each.user) for each in others))
    of = InTournament(tournament.id, len(tournament.rounds))
    return replace(opened, seats=seats, missed=(0,) * len(seats), tournament=of, presses=tuple(presses))


def announced(before: Tournament, after: Tournament) -> list[Payload]:
    """Returns the rows for changes that have a message of their own."""
    if after.state == "running" and len(after.rounds) > len(before.rounds):
        return [RoundRow(round=len(after.rounds))]
    if before.state == after.state == "lobby" and len(before.entrants) < READY <= len(after.entrants):
        return [ReadyRow()]
    alone = after.closed == "host" and len(after.entrants) == 1
    ended = before.state in {"lobby", "running"} and after.state in {"over", "cancelled"}
    return [PodiumRow()] if ended and after.entrants and not alone else []


def presses_of(row: TableRow) -> tuple[int, ...]:
    """Returns the presses that joined and began a tournament, from its table row."""
    return from_rows(row, []).presses


def stored(tournament: Tournament) -> Stored:
    """Returns the row of a tournament."""
    return Stored(
        table_id=tournament.id,
        guild=tournament.place.guild,
        state=tournament.state,
        rules=msgspec.json.encode(tournament.rules).decode(),
        rounds=msgspec.json.encode(tournament.rounds).decode(),
        due=tournament.due,
        entrants=tournament.entrants,
    )


def read(row: Stored, table: TableRow) -> Tournament:
    """Returns the tournament of these rows."""
    loaded = from_rows(table, [])
    return Tournament(
        id=row.table_id,
        place=Place(table.guild, table.home or table.channel),
        game=loaded.game,
        options=loaded.options,
        language=loaded.language,
        host=loaded.host,
        display=loaded.display,
        theme=loaded.theme,
        created=loaded.created,
        reason=loaded.reason or "",
        closed=loaded.closed or "",
        promise=loaded.promise,
        paused=None if loaded.timing.pause is None else loaded.timing.pause.since,
        presses=loaded.presses,
        drawn=loaded.drawn,
        rules=msgspec.json.decode(row.rules, type=Rules),
        state=msgspec.convert(row.state, State),
        entrants=row.entrants,
        rounds=msgspec.json.decode(row.rounds, type=tuple[Round, ...]),
        due=row.due,
    )
