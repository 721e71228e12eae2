"""One change of a table: what it is afterwards and everything that is stored with it in the one transaction."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from data.archive import JournalRow, ResultRow
from engines.contract import Event, Fleeting, Game, Seat
from tables.table import PACES, PATIENCE, REMINDER, Held, Table, Told

NEVER = 1e11
"""Due of a row whose time begins only when another has been sent."""


class Mail(msgspec.Struct, frozen=True):
    """A row for the outbox; an unsent one of the same `key` is replaced. `due`: Unix time, 0.0 at once."""

    key: str
    kind: str
    payload: dict[str, Any] = {}
    due: float = 0.0


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """`held` is the table afterwards. `lines` are new in the journal, `struck` taken back or replaced; `settle`: no earlier
    step can be taken back any more. `seated`: the seats changed; `moved`: the position changed; `rewound`: it went back further
    than a turn's own steps, so that what was posted is posted anew. `limits`: what the new table or person counts towards
    (column → id).
    """

    held: Held
    lines: tuple[JournalRow, ...] = ()
    struck: tuple[int, ...] = ()
    settle: bool = False
    seated: bool = False
    moved: bool = False
    rewound: bool = False
    mail: tuple[Mail, ...] = ()
    withdraw: tuple[str, ...] = ()
    results: tuple[ResultRow, ...] = ()
    limits: tuple[tuple[str, int], ...] = ()


def touch(table: Table, now: float, **changes: Any) -> Table:
    """The table with these changes, a version later."""
    return msgspec.structs.replace(table, changed=now, version=table.version + 1, **changes)


def timed(table: Table, now: float) -> Table:
    """The table with the deadline and reminder of a stage that begins now; none where only computer players are awaited."""
    if table.state != "playing" or not table.awaited:
        return msgspec.structs.replace(table, deadline=None, remind=None)
    span = PACES[table.pace]
    if span is None:
        return msgspec.structs.replace(table, deadline=None, remind=now + PATIENCE)
    return msgspec.structs.replace(table, deadline=now + span, remind=now + REMINDER * span)


def note(number: int, key: str, seat: Seat) -> Told:
    """A line of the hall's own for the board: `tables.note.<key>` says it, with the {name} of the seat."""
    return Told(number, note={"key": f"tables.note.{key}", "seat": seat})


def told(number: int, events: Iterable[Event]) -> list[Told]:
    """The public events as lines for the board."""
    return [Told(number, event=msgspec.to_builtins(event)) for event in events if event.to is None]


def story(lines: Iterable[Told]) -> dict[str, Any]:
    """The part of a payload that tells: `events` (plain) in order, and the hall's own `notes`."""
    lines = list(lines)
    return {
        "events": [line.event for line in lines if line.event is not None],
        "notes": [line.note for line in lines if line.note is not None],
    }


def board(table: Table) -> Mail:
    """The board of the current turn; over or cancelled: the final message."""
    if table.state == "playing":
        return Mail("board", "board", {"turn": table.turn, **story(table.story)})
    return Mail("final", "final", {"turn": table.turn, **story(table.story)})


def fleeting(change: Change, game: Game) -> Change:
    """The change of a game in which things vanish: what an earlier move left to be seen for a while goes with this one, and
    what this one shows for a glance has a row `settle` that takes it away.
    """
    if not isinstance(game, Fleeting) or not change.moved or change.held.position is None:
        return change
    seconds = game.glance(change.held.position.view(None))
    row = (Mail("settle", "settle", {"after": seconds}, due=NEVER),) if seconds else ()
    return msgspec.structs.replace(change, withdraw=(*change.withdraw, "settle"), mail=(*change.mail, *row))


def hands(table: Table, seats: Iterable[Seat]) -> list[Mail]:
    """The hands of those among the seats whom people play."""
    return [
        Mail(f"hand:{seat}", "hand", {"seat": seat, "stage": table.stage}) for seat in sorted(set(seats)) if table.acts(seat)
    ]
