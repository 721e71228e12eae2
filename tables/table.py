"""A table as the hall holds it: values only, changed by making a new one."""

from __future__ import annotations

from typing import Any

import msgspec

from data.archive import SeatRow, TableRow
from engines.contract import Position, Result, Seat
from engines.draws import commitment
from tables.shown import Asking, Place, SeatInfo, TableInfo

HOUR = 3600.0
DAY = 24 * HOUR

PACES: dict[str, float | None] = {"none": None, "live": 300.0, "day": DAY, "slow": 3 * DAY}
"""Seconds for one stage; None: no deadline. The first is the default."""

REMINDER = 0.75
"""After this part of the time a reminder goes out."""

PATIENCE = DAY
"""Where there is no deadline, a reminder goes out after so many seconds, once a stage."""

LOBBY_LIFE = 7 * DAY
"""A lobby that nobody touches for so long is closed."""

MISSED = 3
"""So many overdue moves in a row count as resigning."""


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that the message of this turn tells: a public event of journal line `number`, or a note of the hall's own
    ({key: message key, seat}).
    """

    number: int
    event: dict[str, Any] | None = None
    note: dict[str, Any] | None = None


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """Everything stored about a table but the position. `id` 0: not stored yet.

    `missed`: overdue moves in a row, by seat. `drawn`: where each seat sat in the lobby (by seat), () in the lobby. `number`:
    the journal's last line. `story`: what the current turn's message tells. `agreed`: who wants the game cancelled.
    `overdue`: seats that the computer player moves for in this stage. `remind`: when the reminder goes out. `asking`: the
    request to take back that is open.
    """

    id: int = 0
    place: Place
    game: str
    options: dict[str, str]
    pace: str
    language: str
    state: str = "lobby"
    host: int
    seats: tuple[SeatInfo, ...]
    missed: tuple[int, ...]
    random_order: bool = True
    created: float
    changed: float
    version: int = 1
    rules_version: int
    seed: bytes = b""
    drawn: tuple[int, ...] = ()
    stage: int = 0
    turn: int = 0
    pending: tuple[Seat, ...] = ()
    number: int = 0
    story: tuple[Told, ...] = ()
    agreed: tuple[int, ...] = ()
    overdue: tuple[Seat, ...] = ()
    result: Result | None = None
    deadline: float | None = None
    remind: float | None = None
    asking: Asking | None = None

    @property
    def due(self) -> float | None:
        """When the clock must look at this table next."""
        if self.state == "lobby":
            return self.changed + LOBBY_LIFE
        if self.state == "playing":
            return min((time for time in (self.deadline, self.remind) if time is not None), default=None)
        return None

    @property
    def thinking(self) -> tuple[Seat, ...]:
        """The pending seats that a computer player moves."""
        return tuple(seat for seat in self.pending if not self.acts(seat) or seat in self.overdue)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The pending seats of people."""
        return tuple(seat for seat in self.pending if self.acts(seat))

    def acts(self, seat: Seat) -> bool:
        """Whether a person moves for this seat."""
        return self.seats[seat].user is not None and not self.seats[seat].resigned

    def seat_of(self, user: int | None) -> Seat | None:
        """The seat of a person; None for everybody who does not sit here."""
        if user is None:
            return None
        return next((seat for seat, info in enumerate(self.seats) if info.user == user), None)

    def info(self) -> TableInfo:
        """What everybody may know."""
        return TableInfo(
            id=self.id,
            place=self.place,
            game=self.game,
            options=self.options,
            pace=self.pace,
            language=self.language,
            state=self.state,
            host=self.host,
            seats=self.seats,
            random_order=self.random_order,
            created=self.created,
            changed=self.changed,
            version=self.version,
            stage=self.stage,
            turn=self.turn,
            pending=self.pending,
            deadline=self.deadline,
            commitment=commitment(self.seed) if self.seed else "",
            seed=self.seed.hex() if self.state == "over" else "",
            result=self.result,
            agreed=self.agreed,
            asking=self.asking,
        )

    def rows(self) -> tuple[TableRow, list[SeatRow]]:
        """The table as it is stored."""
        row = TableRow(
            id=self.id,
            guild=self.place.guild,
            channel=self.place.channel,
            game=self.game,
            options=_text(self.options),
            pace=self.pace,
            language=self.language,
            state=self.state,
            host=self.host,
            random_order=self.random_order,
            created=self.created,
            changed=self.changed,
            version=self.version,
            rules_version=self.rules_version,
            seed=self.seed,
            drawn=_text(self.drawn),
            stage=self.stage,
            turn=self.turn,
            pending=_text(self.pending),
            number=self.number,
            story=_text(self.story),
            agreed=_text(self.agreed),
            overdue=_text(self.overdue),
            result=None if self.result is None else _text(self.result),
            deadline=self.deadline,
            remind=self.remind,
            due=self.due,
            thinking=bool(self.thinking),
            asking=None if self.asking is None else _text(self.asking),
        )
        seats = [
            SeatRow(seat, info.user, info.name, info.level, info.resigned, missed)
            for seat, (info, missed) in enumerate(zip(self.seats, self.missed, strict=True))
        ]
        return row, seats


def from_rows(row: TableRow, seats: list[SeatRow]) -> Table:
    """The table that was stored as these rows."""
    decode = msgspec.json.decode
    return Table(
        id=row.id,
        place=Place(row.guild, row.channel),
        game=row.game,
        options=decode(row.options, type=dict[str, str]),
        pace=row.pace,
        language=row.language,
        state=row.state,
        host=row.host,
        seats=tuple(SeatInfo(seat.name, seat.user, seat.level, seat.resigned) for seat in seats),
        missed=tuple(seat.missed for seat in seats),
        random_order=row.random_order,
        created=row.created,
        changed=row.changed,
        version=row.version,
        rules_version=row.rules_version,
        seed=row.seed,
        drawn=decode(row.drawn, type=tuple[int, ...]),
        stage=row.stage,
        turn=row.turn,
        pending=decode(row.pending, type=tuple[int, ...]),
        number=row.number,
        story=decode(row.story, type=tuple[Told, ...]),
        agreed=decode(row.agreed, type=tuple[int, ...]),
        overdue=decode(row.overdue, type=tuple[int, ...]),
        result=None if row.result is None else decode(row.result, type=Result),
        deadline=row.deadline,
        remind=row.remind,
        asking=None if row.asking is None else decode(row.asking, type=Asking),
    )


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


class Step(msgspec.Struct, frozen=True):
    """A move that can be taken back: its journal line, the person's seat who made it (None: a computer player moved), the turn
    it was made in, the position before it, and what was told of it.
    """

    number: int
    seat: Seat | None
    turn: int
    before: bytes
    told: tuple[Told, ...] = ()


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """A table in memory: the table, its position (never changed once it is here; None in the lobby), the moves that can be
    taken back, all since something was revealed and oldest first, and the journal lines of the choices made in the open joint
    stage, by seat.
    """

    table: Table
    position: Position | None = None
    steps: tuple[Step, ...] = ()
    chosen: dict[Seat, int] = {}
