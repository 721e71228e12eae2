"""A table as immutable values, and everything that one change of it stores."""

from collections.abc import Iterable
from operator import attrgetter
from typing import Any, Self

import msgspec
from msgspec.structs import replace

from data.records.days import ChallengeRow, DealTryRow
from data.records.people import LedgerRow
from data.records.results import ResultRow
from data.records.tables import Counted, JournalRow, SeatRow, TableRow
from data.records.tournaments import TournamentGame
from engines.contract import Event, Fleeting, Game, Position, Seat
from engines.draws import commitment
from tables.model.guests import Guests
from tables.model.outbox_rows import BoardRow, CoverRow, FinalRow, HandRow, Note, Payload, PlainEvent, back_of
from tables.model.people import mark
from tables.model.table_info import Ahead, ClosingReason, Place, PublicFields, SeatInfo, TableInfo
from tables.time import timing
from tables.time.timing import DAY, SeatClock, Timing

LOBBY_LIFE = 7 * DAY
"""Seconds after which an untouched lobby is closed."""

MISSED = 3
"""Number of consecutive overdue moves that count as resigning."""

_ELSEWHERE = {*TableRow.__struct_fields__, "place", "seats", "missed", "tournament", "newer"}
"""The fields that are not in the document."""


class LogLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of this turn's message: a public event or a note of the table's own."""

    number: int
    """The journal line it belongs to."""
    event: PlainEvent | None = None
    note: Note | None = None


class Voided(msgspec.Struct, frozen=True, omit_defaults=True):
    """What making a finished game void has changed, so that it can be undone."""

    by: int
    """The moderator; 0: the bot's operator."""
    at: float
    closed: ClosingReason | None = None
    """Why the game had been closed before."""
    reason: str | None = None
    """The reason for that."""


class Table(PublicFields, frozen=True, kw_only=True):
    """All stored fields of a table except the position. Times are Unix seconds.

    A field that is not a column (`data.records.tables`) is stored in the table's document. A new field of the document needs
    a default, which applies to all tables stored before, and a line in `data/personal.toml`. Fields here are secret; fields of
    `PublicFields` are public.
    """

    zone: str = ""
    """The time zone that its server has chosen; "": none."""
    follows: int | None = None
    """The table whose game is played again here."""
    company: str | None = None
    """The people of a game that counts for ratings and the day of its start (`tables.ranking.ratings.company`); "": it does not
    count; None: not decided yet, or not recorded.
    """
    host_called: float | None = None
    """When this host was last called because the lobby is complete."""
    idle_due: float | None = None
    """When `idle_since` is checked next; for a lobby, when its end is announced."""
    missed: tuple[int, ...]
    """Consecutive overdue moves, by seat."""
    rules_version: int
    """The version of the rules by which the game is played."""
    seed: bytes = b""
    """The source of all chance in the game; b"" in the lobby. Secret until the game is over."""
    secret: bytes = b""
    """The bot's part of the seed, drawn when the lobby opens. Secret until the game is over."""
    begins: str = ""
    """The stored position in which the game begins, if not at the start (`origin`). Secret until the game is over."""
    presses: tuple[int, ...] = ()
    """The other parts of the seed, in order: the interactions that joined, and the one that started the game."""
    drawn: tuple[int, ...] = ()
    """The seats' numbers in the lobby, by seat; () in the lobby."""
    number: int = 0
    """The number of the journal's last line."""
    log: tuple[LogLine, ...] = ()
    """The lines of the current turn's message."""
    overdue: tuple[Seat, ...] = ()
    """Seats for which the computer player moves in this stage."""
    voided: Voided | None = None
    """What making the game void has changed; None: it is not void, or an earlier version made it so."""
    overran: tuple[Seat, ...] = ()
    """Seats whose time has run out in this game while their person had a choice."""
    timing: Timing = Timing()
    """The clocks of the seats, what a timeout does, a pause."""
    remind: float | None = None
    """When the first reminder is due."""
    keep_due: float | None = None
    """When its own thread is next kept from being archived."""
    ahead: tuple[Ahead, ...] = ()
    """People's plans and drafts, each secret from the others."""
    guests: Guests = Guests()
    """The lobby's invitations, its waiting list, and the people turned away."""
    newer: dict[str, Any] = msgspec.field(default_factory=dict)
    """Fields of the document that a newer version of the program has stored; they are kept unchanged."""

    @property
    def due(self) -> float | None:
        """When the clock must look at this table next."""
        if self.state == "lobby":
            kept = [each.until for each in self.guests.waiting]
            unanswered = [each.until for each in self.guests.checks if not each.agreed]
            return min(time for time in (self.idle_due, self.expires, self.lonely, *kept, *unanswered) if time is not None)
        if self.state == "playing":
            pause = None if self.timing.pause is None else self.timing.pause.until
            looked = self.timing.reveal
            asked = (vote.until for vote in self.votes)
            times = (
                self.deadline,
                self.remind,
                pause,
                looked,
                self.timing.hidden_until(),
                self.idle_due,
                self.keep_due,
                *asked,
            )
            return min((time for time in times if time is not None), default=None)
        return None

    @property
    def expires(self) -> float:
        """When the lobby is closed if nobody touches it."""
        return self.changed + LOBBY_LIFE

    @property
    def thinking(self) -> tuple[Seat, ...]:
        """The pending seats for which a computer player moves now; none while the table waits to make a look."""
        if self.timing.reveal is not None:
            return ()
        return tuple(seat for seat in self.pending if not self.acts(seat) or seat in self.overdue)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The pending seats of people."""
        return tuple(seat for seat in self.pending if self.acts(seat))

    def turned_away(self, user: int) -> bool:
        """Returns whether this person was turned away from here, even if they have been forgotten since."""
        return bool({user, mark(self.id, user)} & set(self.guests.away))

    def knows(self, user: int) -> bool:
        """Returns whether this person was ever invited here, waits for a seat, has left, or was turned away."""
        guests = self.guests
        known = {*guests.asked, *(each.user for each in guests.answers), *(each.user for each in guests.waiting)}
        return user in known or user in guests.left or self.turned_away(user)

    def acts(self, seat: Seat) -> bool:
        """Returns whether a person moves for this seat."""
        return self.seats[seat].user is not None and not self.seats[seat].resigned

    def seat_of(self, user: int | None) -> Seat | None:
        """Returns the seat of a person; None for everybody who does not sit here."""
        if user is None:
            return None
        return next((seat for seat, info in enumerate(self.seats) if info.user == user), None)

    def has_left(self, user: int) -> bool:
        """Returns whether this person took part in the game and no longer plays."""
        seat = self.seat_of(user)
        return self.took_part(user) and (seat is None or not self.acts(seat))

    def info(self) -> TableInfo:
        """Returns what everybody may know."""
        return TableInfo(
            **_values(self, PublicFields.__struct_fields__),
            expires=self.expires if self.state == "lobby" else None,
            seed=self.seed.hex() if self.state == "over" and not self.day and not self.secret_until else "",
            rated=None if self.company is None else bool(self.company) and self.closed != "void",
            timing=self.timing.public(),
            guests=self.guests.public(),
        )

    def rows(self) -> tuple[TableRow, list[SeatRow]]:
        """Returns the table as it is stored."""
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
            SeatRow(seat, info.user, info.name, info.level, info.resigned, missed, info.colour)
            for seat, (info, missed) in enumerate(zip(self.seats, self.missed, strict=True))
        ]
        return row, seats

    def line(self, kind: str, seat: Seat | None, *, now: float, request: int | None = None, after: int = 0) -> JournalRow:
        """Returns a journal line that is not a move: the next one, or the one `after` lines later."""
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
"""The columns that are stored unchanged."""

DOCUMENT = tuple(name for name in Table.__struct_fields__ if name not in _ELSEWHERE)
"""The fields of the document."""


def from_rows(row: TableRow, seats: list[SeatRow]) -> Table:
    """Returns the table stored as these rows."""
    document = _with_votes(msgspec.json.decode(row.document, type=dict[str, Any]))
    fields = {
        **document,
        **_values(row, _COLUMNS),
        "place": Place(row.guild, row.channel),
        "options": msgspec.json.decode(row.options),
        "seats": [SeatInfo(seat.name, seat.user, seat.level, seat.resigned, seat.colour) for seat in seats],
        "missed": [seat.missed for seat in seats],
        "newer": {name: document[name] for name in document.keys() - DOCUMENT},
    }
    table = msgspec.convert(fields, Table, str_keys=True)
    if table.seed and not table.commitment:  # earlier versions did not store the published hash
        table = replace(table, commitment=commitment(table.seed))
    return _with_clocks(table) if table.state == "playing" and not table.timing.clocks else table


def _with_votes(document: dict[str, Any]) -> dict[str, Any]:
    """Turn a request to take back into a vote, as which later versions store it."""
    if (asking := document.pop("asking", None)) is not None:
        document["votes"] = [*document.get("votes", ()), back_of(asking)]
    return document


def _with_clocks(table: Table) -> Table:
    """Add clocks to a running game stored before seats had them: awaited seats keep the table's deadline."""
    awaited = [seat for seat in table.awaited if seat not in table.overdue]
    clocks = [
        SeatClock(asked=True, since=table.changed, due=table.deadline, remind=table.remind, told=table.remind is None)
        if seat in awaited
        else SeatClock()
        for seat in range(len(table.seats))
    ]
    return replace(table, timing=replace(table.timing, clocks=tuple(clocks)))


def bare(row: TableRow, seats: list[SeatRow]) -> Table:
    """Returns what is known of a table whose rows cannot be read completely: its columns."""
    document = {"created": row.changed, "rules_version": 0}
    return from_rows(replace(row, options="{}", document=json_text(document)), seats)


def _values(of: TableRow | Table, names: tuple[str, ...]) -> dict[str, Any]:
    return dict(zip(names, attrgetter(*names)(of), strict=True))


def json_text(value: Any) -> str:
    """Returns the JSON text that is stored."""
    return msgspec.json.encode(value).decode()


class UndoStep(msgspec.Struct, frozen=True):
    """A move that can be taken back."""

    number: int
    """Its journal line."""
    seat: Seat | None
    """The seat of the person who made it; None: a computer player moved."""
    turn: int
    """The turn it was made in."""
    before: bytes
    """The stored position before it."""
    log: tuple[LogLine, ...] = ()
    """What was shown of it."""
    move: str = ""
    """The words of the move."""


class LoadedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table in memory."""

    table: Table
    position: Position | None = None
    """Never modified after loading; None in the lobby."""
    steps: tuple[UndoStep, ...] = ()
    """The moves that can be taken back, oldest first: all since something was last revealed."""
    set_aside: bool = False
    """The table cannot or must not be loaded: there is no position, and it can only be closed."""
    chosen: dict[Seat, int] = {}
    """Choices made in the open joint stage: journal lines by seat."""

    def with_table(self, table: Table) -> Self:
        """Returns a copy with another table."""
        return replace(self, table=table)

    def having(self, **values: Any) -> Self:
        """Returns a copy with these fields of the table changed."""
        return self.with_table(replace(self.table, **values))


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that one change stores, in one transaction."""

    loaded: LoadedTable
    """The table after the change."""
    lines: tuple[JournalRow, ...] = ()
    """New journal lines."""
    struck: tuple[int, ...] = ()
    """Numbers of journal lines that were taken back or replaced."""
    forget_steps: bool = False
    """Whether earlier steps can no longer be taken back; the positions stored for them are deleted."""
    seated: bool = False
    """Whether the seats changed."""
    moved: bool = False
    """Whether the position changed."""
    rewound: bool = False
    """Whether the game went back further than the steps of one turn; its messages are then posted again."""
    reposted: bool = False
    """Whether all its messages in the channel are posted again."""
    outbox: tuple[Payload, ...] = ()
    """Rows for the outbox."""
    withdraw: tuple[str, ...] = ()
    """Kinds of unsent outbox rows that are no longer needed."""
    results: tuple[ResultRow, ...] = ()
    """The results of the game for its people."""
    voided_by: int | None = None
    """The moderator who made the finished game count for nobody: its results are void, the server's ratings are recomputed
    without them, and its log records the moderator and the reason.
    """
    restored: tuple[int, str] | None = None
    """The moderator who restored a game that was void, and why: the same in reverse."""
    follower: int | None = None
    """For a table that plays another's game again: the newest table that did so when this change was made."""
    pairs: tuple[str, ...] = ()
    """The pairs of people who meet in the starting game (`tables.ranking.ratings.pairs`)."""
    tried: DealTryRow | None = None
    """For the new table of a castle of the day or a challenge: that its person has begun."""
    challenge: ChallengeRow | None = None
    """The challenge that others may take from now on with this table's game."""
    meetings: int | None = None
    """When this change was made, the number of rated games that the pair with the most had started within a day."""
    game_of: TournamentGame | None = None
    """The tournament game of the new table, not yet with a table number."""
    limits: tuple[tuple[Counted, int], ...] = ()
    """The limits that the new table or person counts towards, each with its id."""
    by: int = 0
    """The person whose act it is, in a lobby: they need not be told of it."""
    comers: tuple[int, ...] = ()
    """People who join or are invited with this change; nobody at the table may block them or be blocked by them."""
    said: tuple[LedgerRow, ...] = ()
    """Ledger entries for what a person makes the bot say with it; the ledger may refuse them (`tables.rules.ledger`)."""

    def having(self, **values: Any) -> Self:
        """Returns a copy with these fields of the resulting table changed."""
        return replace(self, loaded=self.loaded.having(**values))


def then(change: Change, following: Change) -> Change:
    """Returns both changes as one; the second builds on the result of the first."""
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
    """Returns the table with these changes and the next version number."""
    return replace(table, changed=now, version=table.version + 1, **changes)


def start_clocks(table: Table, now: float) -> Table:
    """Returns the table with clocks for a stage that begins now; none runs if only computer players are awaited."""
    if table.state != "playing":
        return stop_clocks(table)
    begun = timing.begin(table.timing, timing.read_pace(table.pace), _waiting(table), len(table.seats), now)
    return with_timing(table, begun)


def still_timed(table: Table, now: float) -> Table:
    """Returns the table with its clocks within a stage updated: stopped for seats that answered, running for awaited seats."""
    return with_timing(table, timing.follow(table.timing, timing.read_pace(table.pace), _waiting(table), now))


def stop_clocks(table: Table) -> Table:
    """Returns the table without running clocks, as nobody is awaited any more."""
    return with_timing(table, timing.clear(table.timing))


def with_timing(table: Table, new: Timing) -> Table:
    """Returns the table with this timing and the times derived from it."""
    return replace(table, timing=new, deadline=new.deadline(), remind=new.remind())


def _waiting(table: Table) -> list[Seat]:
    """Returns the seats whose clocks run."""
    return [seat for seat in table.awaited if seat not in table.overdue]


def note(number: int, key: str, seat: Seat) -> LogLine:
    """Returns a note of the table's own for the board: the text `tables.note.<key>`, with the seat's {name}."""
    return LogLine(number, note=Note(f"tables.note.{key}", seat))


def public(number: int, events: Iterable[Event]) -> list[LogLine]:
    """Returns the public events of a journal line as lines for the board."""
    return [LogLine(number, event=msgspec.to_builtins(event)) for event in events if event.to is None]


def events_of(log: Iterable[LogLine]) -> tuple[PlainEvent, ...]:
    """Returns the events among the lines."""
    return tuple(line.event for line in log if line.event is not None)


def notes_of(log: Iterable[LogLine]) -> tuple[Note, ...]:
    """Returns the table's own notes among the lines."""
    return tuple(line.note for line in log if line.note is not None)


def board(table: Table) -> BoardRow | FinalRow:
    """Returns the board of the current turn; the final message if the table is over or cancelled."""
    kind = BoardRow if table.state == "playing" else FinalRow
    return kind(turn=table.turn, events=events_of(table.log), notes=notes_of(table.log))


def fleeting(change: Change, game: Game) -> Change:
    """Returns the change with its cover rows, for a game that shows things temporarily. It withdraws the cover row of the last
    move and adds one if this move shows something temporarily. If moves may take days, that time starts when the next person
    looks.
    """
    if not isinstance(game, Fleeting) or not change.moved or change.loaded.position is None:
        return change
    seconds = game.glance(change.loaded.position.view(None))
    days = timing.read_pace(change.loaded.table.pace).kind == "days"  # nobody needs to be present
    row = (CoverRow(after=None if days else seconds),) if seconds else ()
    return replace(change, withdraw=(*change.withdraw, "cover"), outbox=(*change.outbox, *row))


def hands(table: Table, seats: Iterable[Seat]) -> list[HandRow]:
    """Returns the hand rows of those seats that people play."""
    return [HandRow(seat=seat, stage=table.stage) for seat in sorted(set(seats)) if table.acts(seat)]
