"""Tables where nobody moves and no clock runs: those who stay may go on without who is silent, and what is dead is closed.

The table's own question `go-on` comes after `SILENT` of silence, the warning after `DEAD`, the end after `CLOSED`.
"""

from __future__ import annotations

import msgspec

from engines.contract import Game, Seat
from tables.model.change import Change, touch
from tables.model.models import Vote, only_one_stays
from tables.model.outbox_rows import DeadRow
from tables.model.table import LoadedTable, Table
from tables.rules import finish, votes
from tables.rules.play import give_up, playing
from tables.time import pace
from tables.time.pace import DAY

SILENT, DEAD, CLOSED = 3 * DAY, 14 * DAY, 21 * DAY
"""So long nobody has moved when the others are asked whether to go on, when all are warned, and when the game is closed."""

STEPS = (SILENT, DEAD, CLOSED)


def _since(table: Table, seat: Seat) -> float | None:
    """Since when a seat's answer is awaited without a clock; None: it is not, or a clock runs, or the table pauses."""
    clock = table.timing.of(seat)
    if table.state != "playing" or table.timing.pause is not None or not table.acts(seat):
        return None
    return clock.since if pace.read(table.pace).each is None else None


def silent(table: Table, now: float) -> tuple[Seat, ...]:
    """The seats of people who have been awaited for so long that the others may go on without them."""
    waits = {seat: _since(table, seat) for seat in table.awaited}
    return tuple(seat for seat, since in waits.items() if since is not None and since + SILENT <= now)


def watched(change: Change, now: float) -> Change:
    """The change, with what comes of the silence of those it waits for, counted from when the first of them was asked."""
    table = change.held.table
    if table.state != "playing":
        return change
    since = min((at for seat in table.awaited if (at := _since(table, seat)) is not None), default=None)
    if since == table.idle_since:
        return change
    due = None if since is None else since + next((step for step in STEPS if since + step > now), CLOSED)
    new = msgspec.structs.replace(table, idle_since=since, idle_due=due)
    return msgspec.structs.replace(change, held=msgspec.structs.replace(change.held, table=new))


def serve(held: LoadedTable, game: Game, *, now: float) -> Change:
    """What the silence has brought about when its time has come."""
    playing(held)
    table = held.table
    assert table.idle_since is not None
    age = now - table.idle_since
    if age >= CLOSED:
        if only_one_stays(table.seats):
            return finish.claim(held, now=now, request=None)
        return finish.void(held, "silence", now=now, request=None)
    due = table.idle_since + next(step for step in STEPS if step > age)
    waiting = msgspec.structs.replace(held, table=msgspec.structs.replace(touch(table, now), idle_due=due))
    if age >= DEAD:
        return Change(held=waiting, outbox=(DeadRow(closes=table.idle_since + CLOSED),))
    about = silent(table, now)
    asked = votes.voters(table, without=about)
    if not asked or votes.find(table, "go-on") is not None:
        return Change(held=waiting)
    return votes.ask(waiting, game, "go-on", None, asked, now=now, about=about)


def _without(held: LoadedTable, _game: Game, vote: Vote, now: float) -> Change:
    return give_up(held, [seat for seat in vote.about if held.table.acts(seat)], (), "silent", now=now, request=None)


def _still(table: Table, vote: Vote) -> bool:
    return set(vote.about) <= set(silent(table, table.changed))


votes.KINDS["go-on"] = votes.Kind(_without, _still)
