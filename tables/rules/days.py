"""The castle of the day: one title and deal a day for everybody, alone against the same computer players.

It is an ordinary table in its person's direct messages, in the game's short form, started from the day's seed. Chance does not
depend on how a short form is played, and its computer players draw their own from the seed and the question
(`tables.bots.bots`), so equal moves lead to equal games. The seed stays secret until the day is over, also at a table that is
over: nothing shows such a table's seed or record before.
"""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from data.records.days import DayRow
from engines.contract import Game, Short
from tables.errors import NoSuchGame
from tables.model.people import Person
from tables.model.table import Change, LoadedTable, Table
from tables.model.table_info import DIRECT, Place
from tables.rules import lobby
from tables.rules.context import Context

WEEK = 7
"""Days of which it is told how many somebody has finished."""


def day_of(now: float, back: int = 0) -> str:
    """Returns the day (UTC) of a time, or of that `back` days before it."""
    return (dt.datetime.fromtimestamp(now, dt.UTC) - dt.timedelta(days=back)).date().isoformat()


def end_of(day: str) -> float:
    """Returns when a day ends."""
    return (dt.datetime.fromisoformat(f"{day}T00:00+00:00") + dt.timedelta(days=1)).timestamp()


def title_of(games: Mapping[str, Game], day: str) -> str:
    """Returns the game of a day: all that have a short form, in turn. Raises NoSuchGame if none has."""
    titles = sorted(key for key, game in games.items() if isinstance(game, Short))
    if not titles:
        raise NoSuchGame
    return titles[dt.date.fromisoformat(day).toordinal() % len(titles)]


def is_secret(table: Table, now: float) -> bool:
    """Returns whether this table's deal is one that others may still play."""
    return now < table.secret_until or (bool(table.day) and day_of(now) <= table.day)


def prepare(person: Person, channel: int, game: Game, castle: DayRow, *, now: float, language: str) -> Change:
    """Returns the lobby of a person's game, with the computer players seated."""
    assert isinstance(game, Short)
    secret = bytes.fromhex(castle.seed)
    fields: dict[str, Any] = {"friendly": True, "random_order": False, "day": castle.day, "language": language}
    alike = replace(person, colours=())  # moves may name colours
    opened = lobby.new(alike, Place(DIRECT, channel), game, {}, pace="none", secret=secret, now=now, **fields)
    context = Context(loaded=opened.loaded, game=game, now=now, user=person.user)
    while len(context.table.seats) < game.short.seats:
        context = context.at(lobby.add_computer(context).loaded)
    table = context.table
    options = {**table.options, **game.short.options}
    return replace(opened, loaded=LoadedTable(table=replace(table, options=options, missed=(0,) * len(table.seats))))


def outcome(table: Table) -> tuple[int, int] | None:
    """Returns the person's place and score in the game of a deal that is over; None if they left it, or ended it too late."""
    seat, result = table.seat_of(table.host), table.result
    late = day_of(table.changed) != table.day if table.day else table.changed >= table.secret_until
    if not table.deal or table.state != "over" or late:
        return None
    if result is None or seat is None or not table.acts(seat):
        return None
    return result.places[seat], result.scores[seat]
