"""A tournament as it is stored: its own row, and that of the table without a game which has its number, place and host."""

from __future__ import annotations

from typing import Any

import msgspec

from data.records import SeatRow, TableRow
from data.tournament_records import EntrantRow
from data.tournament_records import TournamentRow as Stored
from engines.contract import Game
from tables.model.models import Display, InTournament, Person, Place, SeatInfo
from tables.model.outbox_rows import Payload, PodiumRow, RoundRow
from tables.model.table import Table, TableDocument
from tables.rules import lobby
from tables.tournaments.tournament import Entrant, Round, Rules, State, Tournament, pace


def anchor(tournament: Tournament, host: str, rules_version: int) -> tuple[TableRow, list[SeatRow]]:
    """The table that stands for a new tournament: closed from the beginning, so that nobody is offered a seat at it and no
    limit counts it. `host`: the name of the person who opens it.
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
    )
    return table.rows()


def seated(tournament: Tournament, number: int, game: Game, secret: bytes, now: float) -> Table:
    """The table of a game of the present round with its people seated, about to begin. `secret`: the bot's part of the seed."""
    people = [tournament.entrants[each] for each in tournament.rounds[-1].pairings[number].entrants]
    first, *others = (Person(each.user, each.name) for each in people)
    after = lobby.After(
        friendly=tournament.rules.friendly,
        display=msgspec.convert(tournament.display, Display),
        theme=tournament.theme,
    )
    opened = lobby.new(
        first,
        tournament.place,
        game,
        tournament.options,
        language=tournament.language,
        pace=pace(tournament, len(people)),
        after=after,
        secret=secret,
        now=now,
    ).held.table
    seats = (*opened.seats, *(SeatInfo(each.name, each.user) for each in others))
    of = InTournament(tournament.id, len(tournament.rounds))
    return msgspec.structs.replace(opened, seats=seats, missed=(0,) * len(seats), tournament=of)


def announced(before: Tournament, after: Tournament) -> list[Payload]:
    """The changes that have a message of their own."""
    if after.state == "running" and len(after.rounds) > len(before.rounds):
        return [RoundRow(round=len(after.rounds))]
    return [PodiumRow()] if before.state == "running" and after.state in {"over", "cancelled"} else []


def stored(tournament: Tournament) -> Stored:
    """The row of a tournament."""
    return Stored(
        table_id=tournament.id,
        guild=tournament.place.guild,
        state=tournament.state,
        rules=msgspec.json.encode(tournament.rules).decode(),
        rounds=msgspec.json.encode(tournament.rounds).decode(),
        due=tournament.due,
        entrants=tuple(EntrantRow(each.number, each.user, each.name, each.withdrawn) for each in tournament.entrants),
    )


def read(row: Stored, table: TableRow) -> Tournament:
    """The tournament of these rows."""
    document = msgspec.json.decode(table.document, type=TableDocument)
    return Tournament(
        id=row.table_id,
        place=Place(table.guild, table.home or table.channel),
        game=table.game,
        options=msgspec.json.decode(table.options, type=dict[str, str]),
        language=table.language,
        host=table.host,
        display=document.display,
        theme=document.theme,
        created=document.created,
        reason=document.reason or "",
        rules=msgspec.json.decode(row.rules, type=Rules),
        state=msgspec.convert(row.state, State),
        entrants=tuple(Entrant(each.number, each.user, each.name, each.withdrawn) for each in row.entrants),
        rounds=msgspec.json.decode(row.rounds, type=tuple[Round, ...]),
        due=row.due,
    )
