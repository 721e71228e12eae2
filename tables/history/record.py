"""The record of a table: what anybody needs to play its game again."""

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from data.program import ZAMKI
from data.records.tables import JournalRow
from data.store import Reads
from engines.contract import Move, Result, Seat
from tables.errors import NoSuchTable, SetAside, WrongState
from tables.model.table import Table, from_rows
from tables.rules.finish import final_result

FORMAT = "zamki-record-4"

FORMATS = ("zamki-record-1", "zamki-record-2", "zamki-record-3", FORMAT)
"""The readable formats. Only the fourth has `final`; the third is of a game that ended before the bot published that hash. In
both, `promise` is empty if the game was opened by a version that did not publish the parts of the seed. The first two differ in
that by name, and contain no events, times, pace or levels.
"""

FINAL_BYTES = 16
"""Length of `Record.final` in bytes: short enough for a line of a message, too long to find another game with the same."""

BY_COMPUTER = ("computer", "stand-in")
"""Kinds of journal lines whose move the computer player made."""

LARGEST = 2_000_000
"""The most bytes of an imported record; the longest games need a tenth of it."""

LONGEST = 100
"""The most characters of a name in it; the bot stores at most a third of it."""

_CONTROL = re.compile(r"[\x7f-\x9f]|(?<!\\)(?:\\\\)*\\[bfnrtu]")


class Sitting(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The occupant of a seat."""

    name: str
    kind: Literal["person", "computer", "resigned"]
    """How the seat ended."""
    level: str = ""
    """The computer player's level."""


class RecordedDeparture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A former occupant of a seat."""

    name: str
    seat: Seat
    line: int
    """The journal line of the change."""


class Played(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A counted move."""

    seat: Seat
    move: str
    """Its words, separated by spaces."""
    line: int = 0
    """Its journal line; 0: not recorded (earlier versions)."""
    computer: bool = False
    """Whether the computer player made it, for itself or for a person who was late or had left."""
    at: int = 0
    """When it was made, in Unix seconds; 0: not recorded."""
    press: str = ""
    """The interaction (decimal) that brought it; "": none did, or not recorded."""
    events: tuple[dict[str, Any], ...] = ()
    """Its events, including secret ones; only in exported records (`complete_record`)."""

    @property
    def words(self) -> Move:
        """The move as words."""
        return tuple(self.move.split())


class RecordStart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table before the first move."""

    views: tuple[dict[str, Any], ...]
    """The spectator's view, then the view of each seat."""
    events: tuple[dict[str, Any], ...]
    """The events before the first move."""


class RecordOrigin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The position in which a game began that was played on from another one."""

    table: int
    """The other game."""
    step: int
    """The step of it after which the position was taken."""
    seat: Seat
    """The seat that played on: the position is one that it could have been in, by what it knew."""
    position: str
    """The position as the rules store it: JSON, with all that is hidden."""


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table's record, which anyone can verify."""

    format: str = FORMAT
    table: int
    game: str
    rules_version: int
    options: dict[str, str]
    seats: tuple[Sitting, ...]
    random_order: bool
    """Whether the order of the seats was drawn from the seed."""
    drawn: tuple[int, ...]
    """The seats' numbers in the lobby, by seat."""
    commitment: str
    """SHA-256 of the seed (hex), published at the start."""
    promise: str = ""
    """SHA-256 of the bot's part of the seed (hex), published with the lobby."""
    over: bool
    """Seed, moves and result are included only then."""
    secret: str = ""
    """The bot's part of the seed (hex)."""
    presses: tuple[str, ...] = ()
    """The other parts of the seed, in order: the interactions (decimal) that joined and that started the game."""
    seed: str = ""
    """Hex."""
    moves: tuple[Played, ...] = ()
    """The counted moves, without those taken back or replaced."""
    result: Result | None = None
    """The result by the rules."""
    places: tuple[int, ...] = ()
    """The places with those who resigned in the last place."""
    closed: str = ""
    """`claimed`: all but one had left, and that player did not play on; `deadline`: all awaited players had left at the
    deadline of a round. The result by the rules is not used then.
    """
    departed: tuple[RecordedDeparture, ...] = ()
    """The people who handed on a seat, and after which journal line."""
    final: str = ""
    """The hash of the whole game (`final_hash`), published at its end."""
    program: str = ""
    """The version of the bot that wrote the record; "" in records of earlier versions."""
    opened: int = 0
    """When the lobby was opened, in Unix seconds."""
    pace: str = ""
    """A key of `tables.time.timing`."""
    origin: RecordOrigin | None = None
    """Where the game began; null: at the start, as nearly always."""
    start: RecordStart | None = None
    """Only in exported records (`complete_record`)."""


async def record(store: Reads, table: Table) -> Record:
    """Returns the record of a stored table."""
    over = table.state == "over"
    if over and not await store.has_history(table.id):
        raise WrongState("tables.refusal.forgotten")
    return table_record(table, await store.counted_moves(table.id) if over else [], over=over)


def table_record(table: Table, lines: Sequence[JournalRow], *, over: bool) -> Record:
    """Returns the record of a table with these moves. Its seed is secret unless the game is `over`."""
    final = final_result(table)
    begun = over or bool(lines)
    promised = begun and bool(table.promise)
    return Record(
        format=FORMAT if table.final or not over else FORMATS[2],
        table=table.id,
        game=table.game,
        rules_version=table.rules_version,
        options=table.options,
        seats=tuple(Sitting(info.name, _kind(info.user, resigned=info.resigned), info.level or "") for info in table.seats),
        random_order=table.random_order,
        drawn=table.drawn,
        commitment=table.commitment,
        promise=table.promise,
        over=over,
        secret=table.secret.hex() if promised else "",
        presses=tuple(map(str, table.presses)) if promised else (),
        seed=table.seed.hex() if begun else "",
        moves=tuple(map(_played_move, lines)),
        result=table.result,
        places=() if final is None else final.places,
        closed=table.closed or "",
        departed=tuple(RecordedDeparture(gone.name, gone.seat, gone.number) for gone in table.departed),
        final=table.final if over else "",
        program=ZAMKI,
        opened=int(table.created),
        pace=table.pace,
        origin=_origin_of(table) if begun else None,
    )


def _origin_of(table: Table) -> RecordOrigin | None:
    found = table.origin
    return None if found is None else RecordOrigin(found.table, found.step, found.seat, table.begins)


def _played_move(line: JournalRow) -> Played:
    press = "" if line.request is None else str(line.request)
    return Played(line.seat or 0, line.move, line.number, line.kind in BY_COMPUTER, int(line.at), press)


def final_hash(kept: Record) -> str:
    """Returns the hash of a whole game (hex): a chain of SHA-256 over its start, each counted move, and its end. It leaves out
    what may change afterwards (names, `program`, `closed`) and what follows from the rest (`start`, events).
    """
    parts = (kept.promise, kept.secret, kept.presses, kept.commitment, kept.seed)
    order = (kept.random_order, kept.drawn)
    options = sorted(kept.options.items())
    head = _link_hash(b"", kept.table, kept.game, kept.rules_version, options, *order, *parts, kept.opened, kept.pace)
    if kept.origin is not None:
        head = _link_hash(head, kept.origin.table, kept.origin.step, kept.origin.seat, kept.origin.position)
    for each in kept.moves:
        head = _link_hash(head, each.seat, each.move, each.line, each.computer, each.at, each.press)
    people = [(sitting.kind, sitting.level) for sitting in kept.seats]
    gone = [(each.seat, each.line) for each in kept.departed]
    return _link_hash(head, kept.result, kept.places, people, gone)[:FINAL_BYTES].hex()


def _link_hash(head: bytes, *values: Any) -> bytes:
    return hashlib.sha256(head + msgspec.json.encode(values)).digest()


def _kind(user: int | None, *, resigned: bool) -> Literal["person", "computer", "resigned"]:
    if user is None:
        return "computer"
    return "resigned" if resigned else "person"


def nameless(kept: Record) -> Record:
    """Returns a record in which people's names are replaced by the letters of their seats."""
    seats = [
        sitting if sitting.kind == "computer" else replace(sitting, name=chr(ord("A") + seat))
        for seat, sitting in enumerate(kept.seats)
    ]
    gone = [replace(each, name=chr(ord("A") + each.seat)) for each in kept.departed]
    return replace(kept, seats=tuple(seats), departed=tuple(gone))


def read_file(path: str | Path) -> Record | None:
    """Returns the record in a file of any origin; None if it is not a record, or contains what no record does: unknown fields,
    which nothing would check, people who left a seat that is not there, control characters, endless names. Raises OSError if
    the file cannot be read.
    """
    with Path(path).open("rb") as file:
        raw = file.read(LARGEST + 1)
    if len(raw) > LARGEST:
        return None
    try:
        kept = msgspec.json.decode(raw, type=Record)
    except (msgspec.MsgspecError, RecursionError):
        return None
    if any(each.seat not in range(len(kept.seats)) or each.line < 0 for each in kept.departed):
        return None
    names = [each.name for each in kept.seats] + [each.name for each in kept.departed]
    # JSON escapes all control characters except those above 0x7f, and `export` escapes nothing else.
    written = msgspec.json.encode(kept).decode()
    if kept.format not in FORMATS or max(map(len, names), default=0) > LONGEST or _CONTROL.search(written):
        return None
    return kept


async def stored_record(reads: Reads, table: int) -> Record:
    """Returns the record of a table for verification. Raises NoSuchTable, SetAside if its rows cannot be read, and WrongState
    if its history has been deleted.
    """
    found = await reads.table(table) if 0 < table < 1 << 63 else None
    if found is None:
        raise NoSuchTable
    try:
        loaded = from_rows(*found)
    except msgspec.MsgspecError:
        raise SetAside from None
    return await record(reads, loaded)
