"""A table as the table service holds it: values only, changed by making a new one."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import msgspec

from data.records import JournalRow, SeatRow, TableRow
from engines.contract import Position, Seat
from engines.draws import commitment
from tables.model.models import Ahead, Guests, Place, PublicFields, SeatInfo, TableInfo, mark
from tables.model.outbox_rows import Note, PlainEvent
from tables.time.timing import DAY, SeatClock, Timing

LOBBY_LIFE = 7 * DAY
"""A lobby that nobody touches for so long is closed."""

MISSED = 3
"""Overdue moves in a row that count as resigning."""


class LogLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that the message of this turn tells: a public event or a note of the table's own."""

    number: int
    """The journal line it belongs to."""
    event: PlainEvent | None = None
    note: Note | None = None


class Table(PublicFields, frozen=True, kw_only=True):
    """Everything stored about a table but the position. Times in Unix seconds.

    What is no column (`data.records.TableRow`) is stored in the table's document. A new field of the document needs a default,
    which is what all tables stored before have, and a line in `data/personal.toml`. It is secret here and known to everybody in
    `PublicFields`.
    """

    follows: int | None = None
    """The table whose game is played once more here."""
    company: str | None = None
    """The people of a game that counts for ratings and the day of its start (`tables.ranking.ratings.company`); "": it does not
    count; None: not settled yet, or not noted.
    """
    idle_due: float | None = None
    """When `idle_since` is looked at next; of a lobby, when its end is announced."""
    missed: tuple[int, ...]
    """Overdue moves in a row, by seat."""
    rules_version: int
    """The version of the game's rules it is played by."""
    seed: bytes = b""
    """What all of the game's chance comes from; b"" in the lobby. Secret until the game is over."""
    secret: bytes = b""
    """The bot's part of the seed, drawn when the lobby opens. Secret until the game is over."""
    presses: tuple[int, ...] = ()
    """The other parts of the seed, in their order: the interactions that joined, and the one that started the game."""
    drawn: tuple[int, ...] = ()
    """By seat, where it sat in the lobby; () in the lobby."""
    number: int = 0
    """The journal's last line."""
    log: tuple[LogLine, ...] = ()
    """What the current turn's message tells."""
    overdue: tuple[Seat, ...] = ()
    """Seats that the computer player moves for in this stage."""
    timing: Timing = Timing()
    """The clocks of the seats, what a timeout does, a pause."""
    remind: float | None = None
    """When the first reminder goes out."""
    keep_due: float | None = None
    """When its own thread is kept from being archived next."""
    ahead: tuple[Ahead, ...] = ()
    """What people have planned: secret, each their own."""
    guests: Guests = Guests()
    """Who is invited to the lobby, who waits for a seat, whom the host has turned away."""
    newer: dict[str, Any] = msgspec.field(default_factory=dict)
    """Fields of the document that a newer version of the program has stored: they are kept as they are."""

    @property
    def due(self) -> float | None:
        """When the clock must look at this table next."""
        if self.state == "lobby":
            kept = (each.until for each in self.guests.waiting)
            return min(time for time in (self.idle_due, self.expires, *kept) if time is not None)
        if self.state == "playing":
            pause = None if self.timing.pause is None else self.timing.pause.until
            looked = self.timing.reveal
            asked = (vote.until for vote in self.votes)
            times = (self.deadline, self.remind, pause, looked, self.idle_due, self.keep_due, *asked)
            return min((time for time in times if time is not None), default=None)
        return None

    @property
    def expires(self) -> float:
        """When a lobby that nobody touches any more is closed."""
        return self.changed + LOBBY_LIFE

    @property
    def thinking(self) -> tuple[Seat, ...]:
        """The pending seats that a computer player moves now: it does not look at what chance brings before its time."""
        if self.timing.reveal is not None:
            return ()
        return tuple(seat for seat in self.pending if not self.acts(seat) or seat in self.overdue)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The pending seats of people."""
        return tuple(seat for seat in self.pending if self.acts(seat))

    def turned_away(self, user: int) -> bool:
        """Whether this person cannot sit down here (again), even if they were forgotten meanwhile."""
        return bool({user, mark(self.id, user)} & set(self.guests.away))

    def acts(self, seat: Seat) -> bool:
        """Whether a person moves for this seat."""
        return self.seats[seat].user is not None and not self.seats[seat].resigned

    def seat_of(self, user: int | None) -> Seat | None:
        """The seat of a person; None for everybody who does not sit here."""
        if user is None:
            return None
        return next((seat for seat, info in enumerate(self.seats) if info.user == user), None)

    def took_part(self, user: int) -> bool:
        """Whether somebody sits here, has resigned here, or has handed a seat on."""
        return self.seat_of(user) is not None or any(gone.user == user for gone in self.departed)

    def has_left(self, user: int) -> bool:
        """Whether somebody took part in the game, and plays in it no more."""
        seat = self.seat_of(user)
        return self.took_part(user) and (seat is None or not self.acts(seat))

    def info(self) -> TableInfo:
        """What everybody may know."""
        return TableInfo(
            **_values(self, PublicFields.__struct_fields__),
            expires=self.expires if self.state == "lobby" else None,
            seed=self.seed.hex() if self.state == "over" else "",
            rated=None if self.company is None else bool(self.company) and self.closed != "void",
            timing=self.timing.public(),
            guests=self.guests.public(),
        )

    def rows(self) -> tuple[TableRow, list[SeatRow]]:
        """The table as it is stored."""
        row = TableRow(
            **_values(self, _COLUMNS),
            guild=self.place.guild,
            channel=self.place.channel,
            options=_text(self.options),
            due=self.due,
            thinking=bool(self.thinking),
            document=_text({**_values(self, DOCUMENT), **self.newer}),
        )
        seats = [
            SeatRow(seat, info.user, info.name, info.level, info.resigned, missed)
            for seat, (info, missed) in enumerate(zip(self.seats, self.missed, strict=True))
        ]
        return row, seats

    def line(self, kind: str, seat: Seat | None, *, now: float, request: int | None, after: int = 0) -> JournalRow:
        """The next line of the journal, or the one `after` lines behind it, that is no move."""
        return JournalRow(
            number=self.number + 1 + after,
            kind=kind,
            seat=seat,
            move="",
            events="[]",
            stage=self.stage,
            turn=self.turn,
            request=request,
            at=now,
        )


_COLUMNS = tuple(name for name in TableRow.__struct_fields__ if name in Table.__struct_fields__ and name != "options")
"""The columns that are stored as they are."""

_ELSEWHERE = {*TableRow.__struct_fields__, "place", "seats", "missed", "tournament", "newer"}

DOCUMENT = tuple(name for name in Table.__struct_fields__ if name not in _ELSEWHERE)
"""The fields of the document."""


def from_rows(row: TableRow, seats: list[SeatRow]) -> Table:
    """The table that was stored as these rows."""
    document = msgspec.json.decode(row.document, type=dict[str, Any])
    fields = {
        **document,
        **_values(row, _COLUMNS),
        "place": Place(row.guild, row.channel),
        "options": msgspec.json.decode(row.options),
        "seats": [SeatInfo(seat.name, seat.user, seat.level, seat.resigned) for seat in seats],
        "missed": [seat.missed for seat in seats],
        "newer": {name: document[name] for name in document.keys() - DOCUMENT},
    }
    table = msgspec.convert(fields, Table, str_keys=True)
    if table.seed and not table.commitment:  # earlier versions did not store what they had published
        table = msgspec.structs.replace(table, commitment=commitment(table.seed))
    return _with_clocks(table) if table.state == "playing" and not table.timing.clocks else table


def _with_clocks(table: Table) -> Table:
    """A running game that was stored before seats had clocks: whoever is awaited has until the deadline that it had."""
    awaited = [seat for seat in table.awaited if seat not in table.overdue]
    clocks = [
        SeatClock(asked=True, since=table.changed, due=table.deadline, remind=table.remind, told=table.remind is None)
        if seat in awaited
        else SeatClock()
        for seat in range(len(table.seats))
    ]
    return msgspec.structs.replace(table, timing=msgspec.structs.replace(table.timing, clocks=tuple(clocks)))


def bare(row: TableRow, seats: list[SeatRow]) -> Table:
    """What is known of a table whose rows cannot be read completely: its columns."""
    document = {"created": row.changed, "rules_version": 0}
    return from_rows(msgspec.structs.replace(row, options="{}", document=_text(document)), seats)


def _values(of: TableRow | Table, names: tuple[str, ...]) -> dict[str, Any]:
    return dict(zip(names, attrgetter(*names)(of), strict=True))


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


class Step(msgspec.Struct, frozen=True):
    """A move that can be taken back."""

    number: int
    """Its journal line."""
    seat: Seat | None
    """The person's seat who made it; None: a computer player moved."""
    turn: int
    """The turn it was made in."""
    before: bytes
    """The position before it, stored."""
    log: tuple[LogLine, ...] = ()
    """What was told of it."""
    move: str = ""
    """Its words."""


class LoadedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table in memory."""

    table: Table
    position: Position | None = None
    """Never changed once it is here; None in the lobby."""
    steps: tuple[Step, ...] = ()
    """The moves that can be taken back, all since something was revealed, oldest first."""
    set_aside: bool = False
    """It cannot be loaded, or must not be: there is no position, and it can only be closed."""
    chosen: dict[Seat, int] = {}
    """The choices made in the open joint stage: journal lines by seat."""
