"""A table as the table service holds it: values only, changed by making a new one; and everything that one change stores."""

from collections.abc import Iterable
from operator import attrgetter
from typing import Any, Self

import msgspec
from msgspec.structs import replace

from data.records import Counted, JournalRow, LedgerRow, ResultRow, SeatRow, TableRow, TournamentGame
from engines.contract import Event, Fleeting, Game, Position, Seat
from engines.draws import commitment
from tables.model.models import Ahead, Guests, Place, PublicFields, SeatInfo, TableInfo, mark
from tables.model.outbox_rows import BoardRow, CoverRow, FinalRow, HandRow, Note, Payload, PlainEvent
from tables.time import timing
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
            options=json_text(self.options),
            due=self.due,
            thinking=bool(self.thinking),
            document=json_text({**_values(self, DOCUMENT), **self.newer}),
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
        table = replace(table, commitment=commitment(table.seed))
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
    return replace(table, timing=replace(table.timing, clocks=tuple(clocks)))


def bare(row: TableRow, seats: list[SeatRow]) -> Table:
    """What is known of a table whose rows cannot be read completely: its columns."""
    document = {"created": row.changed, "rules_version": 0}
    return from_rows(replace(row, options="{}", document=json_text(document)), seats)


def _values(of: TableRow | Table, names: tuple[str, ...]) -> dict[str, Any]:
    return dict(zip(names, attrgetter(*names)(of), strict=True))


def json_text(value: Any) -> str:
    """As it is stored."""
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

    def with_table(self, table: Table) -> Self:
        """The same with another table."""
        return replace(self, table=table)

    def having(self, **values: Any) -> Self:
        """The same with these values of the table."""
        return self.with_table(replace(self.table, **values))


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that one change stores, whole or not at all."""

    loaded: LoadedTable
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

    def having(self, **values: Any) -> Self:
        """The same with these values of the table afterwards."""
        return replace(self, loaded=self.loaded.having(**values))


def then(change: Change, following: Change) -> Change:
    """Both changes as one; the second is made of what the first has left."""
    said = {row.key for row in following.outbox}
    lines = change.lines
    if not following.loaded.steps:
        lines = tuple(replace(line, snapshot=None) for line in lines)
    return replace(
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
    return replace(table, changed=now, version=table.version + 1, **changes)


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
    return replace(table, timing=new, deadline=new.deadline(), remind=new.remind())


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
    if not isinstance(game, Fleeting) or not change.moved or change.loaded.position is None:
        return change
    seconds = game.glance(change.loaded.position.view(None))
    days = timing.read_pace(change.loaded.table.pace).kind == "days"  # nobody need be present
    row = (CoverRow(after=None if days else seconds),) if seconds else ()
    return replace(change, withdraw=(*change.withdraw, "cover"), outbox=(*change.outbox, *row))


def hands(table: Table, seats: Iterable[Seat]) -> list[HandRow]:
    """The hands of those among the seats whom people play."""
    return [HandRow(seat=seat, stage=table.stage) for seat in sorted(set(seats)) if table.acts(seat)]
