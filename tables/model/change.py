"""One change of a table: what it is afterwards and everything that is stored with it in the one transaction."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from data.records import Counted, JournalRow, LedgerRow, ResultRow, TournamentGame
from engines.contract import Event, Fleeting, Game, Seat
from tables.model.outbox_rows import BoardRow, CoverRow, FinalRow, HandRow, Note, Payload, PlainEvent
from tables.model.table import LoadedTable, LogLine, Table
from tables.time import timing
from tables.time.timing import Timing


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that one change stores, whole or not at all."""

    held: LoadedTable
    """The table afterwards."""
    lines: tuple[JournalRow, ...] = ()
    """New in the journal."""
    struck: tuple[int, ...] = ()
    """Numbers of journal lines taken back or replaced."""
    forget_steps: bool = False
    """No earlier step can be taken back any more: the positions kept for it go."""
    seated: bool = False
    """The seats changed."""
    moved: bool = False
    """The position changed."""
    rewound: bool = False
    """It went back further than a turn's own steps, so that what was posted is posted again."""
    reposted: bool = False
    """All its messages in the channel are posted again."""
    outbox: tuple[Payload, ...] = ()
    """What Discord must be told."""
    withdraw: tuple[str, ...] = ()
    """Kinds of unsent outbox rows that need not be sent any more."""
    results: tuple[ResultRow, ...] = ()
    """How the game ended for its people."""
    voided_by: int | None = None
    """A moderator has the finished game count for nobody: its results are void, the server's ratings are recomputed
    without them, and its log records who did it and why.
    """
    follower: int | None = None
    """A table that plays another's game once more: the newest one that did so when this change was made."""
    pairs: tuple[str, ...] = ()
    """Who meets whom in the game that starts (`tables.ranking.ratings.pairs`)."""
    meetings: int | None = None
    """How many games that count the pair that met most often had started that day, when this change was made."""
    game_of: TournamentGame | None = None
    """The game of a tournament that the new table is for, with no number of a table yet."""
    limits: tuple[tuple[Counted, int], ...] = ()
    """What the new table or person counts towards, with its id."""
    comers: tuple[int, ...] = ()
    """People who come to the table with it, or are asked to: nobody at the table may be at odds with them."""
    said: tuple[LedgerRow, ...] = ()
    """What a person has the bot say with it: entered in the ledger, which may refuse it (`tables.rules.ledger`)."""


def then(change: Change, following: Change) -> Change:
    """Both changes as one; the second is made of what the first has left."""
    said = {row.key for row in following.outbox}
    lines = change.lines
    if not following.held.steps:
        lines = tuple(msgspec.structs.replace(line, snapshot=None) for line in lines)
    return msgspec.structs.replace(
        following,
        lines=(*lines, *following.lines),
        struck=(*change.struck, *following.struck),
        forget_steps=change.forget_steps or following.forget_steps,
        seated=change.seated or following.seated,
        moved=change.moved or following.moved,
        rewound=change.rewound or following.rewound,
        reposted=change.reposted or following.reposted,
        outbox=(
            *(row for row in change.outbox if row.kind not in following.withdraw and row.key not in said),
            *following.outbox,
        ),
        withdraw=(*change.withdraw, *following.withdraw),
        said=(*change.said, *following.said),
        results=(*change.results, *following.results),
    )


def touch(table: Table, now: float, **changes: Any) -> Table:
    """The table with these changes, a version later."""
    return msgspec.structs.replace(table, changed=now, version=table.version + 1, **changes)


def timed(table: Table, now: float) -> Table:
    """The table with the clocks of a stage that begins now; none runs where only computer players are awaited."""
    if table.state != "playing":
        return untimed(table)
    begun = timing.begin(table.timing, timing.read_pace(table.pace), _waiting(table), len(table.seats), now)
    return with_timing(table, begun)


def still_timed(table: Table, now: float) -> Table:
    """The table with its clocks within a stage: stopped for seats that have answered, running for those awaited again."""
    return with_timing(table, timing.follow(table.timing, timing.read_pace(table.pace), _waiting(table), now))


def untimed(table: Table) -> Table:
    """The table when nobody is awaited any more."""
    return with_timing(table, timing.clear(table.timing))


def with_timing(table: Table, new: Timing) -> Table:
    """The table with these clocks, and what follows from them."""
    return msgspec.structs.replace(table, timing=new, deadline=new.deadline(), remind=new.remind())


def _waiting(table: Table) -> list[Seat]:
    """Whose clock is to run."""
    return [seat for seat in table.awaited if seat not in table.overdue]


def note(number: int, key: str, seat: Seat) -> LogLine:
    """A line of the table's own for the board: `tables.note.<key>` says it, with the {name} of the seat."""
    return LogLine(number, note=Note(f"tables.note.{key}", seat))


def public(number: int, events: Iterable[Event]) -> list[LogLine]:
    """The public events of a journal line as lines for the board."""
    return [LogLine(number, event=msgspec.to_builtins(event)) for event in events if event.to is None]


def events_of(log: Iterable[LogLine]) -> tuple[PlainEvent, ...]:
    """The events among the lines."""
    return tuple(line.event for line in log if line.event is not None)


def notes_of(log: Iterable[LogLine]) -> tuple[Note, ...]:
    """The table's own notes among the lines."""
    return tuple(line.note for line in log if line.note is not None)


def board(table: Table) -> BoardRow | FinalRow:
    """The board of the current turn; over or cancelled: the final message."""
    kind = BoardRow if table.state == "playing" else FinalRow
    return kind(turn=table.turn, events=events_of(table.log), notes=notes_of(table.log))


def fleeting(change: Change, game: Game) -> Change:
    """The change of a game in which things vanish: what an earlier move left to be seen for a while goes with this one, and
    what this one shows for a glance has a cover row that takes it away. Where a move may take days, its time begins when the
    next person looks.
    """
    if not isinstance(game, Fleeting) or not change.moved or change.held.position is None:
        return change
    seconds = game.glance(change.held.position.view(None))
    days = timing.read_pace(change.held.table.pace).kind == "days"  # nobody need be present
    row = (CoverRow(after=None if days else seconds),) if seconds else ()
    return msgspec.structs.replace(change, withdraw=(*change.withdraw, "cover"), outbox=(*change.outbox, *row))


def hands(table: Table, seats: Iterable[Seat]) -> list[HandRow]:
    """The hands of those among the seats whom people play."""
    return [HandRow(seat=seat, stage=table.stage) for seat in sorted(set(seats)) if table.acts(seat)]
