"""The record of a table, and its verification: whether a game went as its seed and its moves say, found by playing it again."""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from data.program import ZAMKI
from data.records.tables import JournalRow
from data.store import Reads
from engines.base import by_rules
from engines.contract import Event, Game, IllegalMove, Move, Obvious, Position, Result, Revealing, Seat
from engines.draws import commitment, mix_seed
from tables.errors import NoSuchTable, NotSeated, SetAside, WrongState
from tables.model.table import Table, from_rows
from tables.model.table_info import SeatInfo
from tables.rules.beginning import first_position
from tables.rules.finish import claimed_result, final_result, put_last
from tables.rules.lobby import seating

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


class Published(msgspec.Struct, frozen=True):
    """The hashes that somebody has seen in messages of the table, as hex digits; "": not seen. Each is compared with the field
    of its name alone.
    """

    promise: str = ""
    commitment: str = ""
    final: str = ""


UNSEEN = Published()


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of a verification."""

    good: bool
    """Whether nothing contradicts the record, or the hashes given."""
    key: str
    """The key of its message: `tables.verify.…`."""
    values: dict[str, str | int] = {}
    """The values of the message's fields."""
    more: tuple[str, ...] = ()
    """The keys of what else is to be told of a good record: what was compared, what binds nothing, what is only stated."""


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


def _played_again(kept: Record, game: Game) -> Position | Verdict:
    """Returns the position after all moves, or the verdict on the first line that is illegal or has other events."""
    number = -1
    try:
        for number, (position, events) in enumerate(steps(kept, game)):
            if not _tells(kept, number, position, events):
                return Verdict(good=False, key="tables.verify.events", values={"number": number})
    except (IllegalMove, NotSeated):
        if number < 0:
            return Verdict(good=False, key="tables.verify.start")
        played = kept.moves[number]
        where: dict[str, str | int] = {"number": number + 1, "seat": played.seat + 1, "move": played.move}
        return Verdict(good=False, key="tables.verify.move", values=where)
    return position


def replay(kept: Record, games: Mapping[str, Game], seen: Published = UNSEEN) -> Verdict:
    """Check the record against itself (its format, the parts of the seed, the drawn order, every move, the result, the places,
    the hash of the whole game) and against the hashes that somebody has seen. Returns the first difference; the verdict of a
    record without one says what that proves.
    """
    game = games.get(kept.game)
    if not kept.over:
        return Verdict(good=False, key="tables.verify.not-over")
    if game is None:
        return Verdict(good=False, key="tables.verify.unknown-game", values={"game": kept.game})
    ruled = by_rules(game, kept.rules_version)
    if ruled is None:
        values: dict[str, str | int] = {"theirs": kept.rules_version, "ours": game.rules_version}
        return Verdict(good=False, key="tables.verify.other-rules", values=values)
    if fault := _format_fault(kept) or _seed_fault(kept) or _start_fault(kept, ruled):
        return Verdict(good=False, key=fault)
    if unlike := _unlike(kept, seen):
        return unlike
    position = _played_again(kept, ruled)
    if isinstance(position, Verdict):
        return position
    ended = _end_verdict(kept, position)
    if not ended.good:
        return ended
    if kept.format == FORMAT and kept.final != final_hash(kept):
        return Verdict(good=False, key="tables.verify.final")
    earlier = () if ruled is game else ("tables.verify.earlier-rules",)
    return replace(ended, more=(*earlier, *_proof_keys(kept, seen)))


def _proof_keys(kept: Record, seen: Published) -> tuple[str, ...]:
    """Returns the keys of what a good record proves and does not prove, with these hashes compared."""
    compared = [f"tables.verify.same-{name}" for name in Published.__struct_fields__ if getattr(seen, name)]
    older = [] if kept.final else ["tables.verify.older"]
    unbound = [] if seen.final else ["tables.verify.unbound"]
    begun = [] if kept.origin is None else ["tables.verify.played-on"]
    return (*compared, *older, *unbound, *begun, "tables.verify.believed")


def steps(kept: Record, game: Game) -> Iterator[tuple[Position, list[Event]]]:
    """Play a record: yield the position, which is played on in place, and the events, after the start and after each move.
    Raises IllegalMove and NotSeated.
    """
    position = initial_position(kept, game)
    events = game.opening(position) if isinstance(game, Obvious) and kept.origin is None else []
    for number, coming in enumerate((*kept.moves, None)):
        if number:
            played = kept.moves[number - 1]
            events = position.play(_require_seat(played.seat, len(kept.seats)), played.words)
        yield position, [*events, *(look(position, game, coming) if coming is not None else ())]


def _start_of(position: Position, seats: int, events: list[Event]) -> RecordStart:
    return RecordStart(_plain([position.view(seat) for seat in (None, *range(seats))]), _plain(events))


def _plain(events: Sequence[Any]) -> tuple[dict[str, Any], ...]:
    return tuple(msgspec.json.decode(msgspec.json.encode(events), type=list[dict[str, Any]]))


def _tells(kept: Record, number: int, position: Position, events: list[Event]) -> bool:
    """Returns whether the recorded events of a step, if any, are those of the rules."""
    if number == 0:
        return kept.start is None or kept.start == _start_of(position, len(kept.seats), events)
    return kept.moves[number - 1].events == (() if kept.start is None else _plain(events))


def complete_record(kept: Record, game: Game | None) -> Record:
    """Returns a finished record with what its rules add: the table at the start, and the events. A record that does not fit
    these rules is returned unchanged.
    """
    game = None if game is None else by_rules(game, kept.rules_version)
    if not kept.over or game is None:
        return kept
    start, moves = None, []
    try:
        for number, (position, events) in enumerate(steps(kept, game)):
            if number == 0:
                start = _start_of(position, len(kept.seats), events)
            else:
                moves.append(replace(kept.moves[number - 1], events=_plain(events)))
    except (IllegalMove, NotSeated, LookupError, ValueError, TypeError):
        return kept
    return replace(kept, start=start, moves=tuple(moves))


def nameless(kept: Record) -> Record:
    """Returns a record in which people's names are replaced by the letters of their seats."""
    seats = [
        sitting if sitting.kind == "computer" else replace(sitting, name=chr(ord("A") + seat))
        for seat, sitting in enumerate(kept.seats)
    ]
    gone = [replace(each, name=chr(ord("A") + each.seat)) for each in kept.departed]
    return replace(kept, seats=tuple(seats), departed=tuple(gone))


def _format_fault(kept: Record) -> str | None:
    """Returns the key of a fault if the record has what its format does not have, or lacks what it has."""
    if kept.format == FORMATS[0] and (kept.promise or kept.secret or kept.presses):
        return "tables.verify.format"
    if kept.format != FORMAT and kept.rules_version > 1:  # every game had its first rules as long as those were written
        return "tables.verify.format"
    return "tables.verify.format" if bool(kept.final) != (kept.format == FORMAT) else None


def _seed_fault(kept: Record) -> str | None:
    """Returns the key of a fault in the seed, its parts, or their hashes."""
    seed = bytes.fromhex(kept.seed) if re.fullmatch(r"([0-9a-f]{2})+", kept.seed) else b""
    if not seed or commitment(seed) != kept.commitment:
        return "tables.verify.seed"
    parts = kept.format == FORMATS[1] or kept.promise or kept.secret or kept.presses
    return "tables.verify.parts" if parts and not _mixed_of(kept, seed) else None


def _unlike(kept: Record, seen: Published) -> Verdict | None:
    """Returns the first of the hashes seen that is not the record's of that name."""
    own = {name: getattr(kept, name) for name in Published.__struct_fields__}
    for name, value in own.items():
        given = getattr(seen, name).strip().lower()
        if given and given != value:
            other = next((each for each in own if own[each] == given), None)
            values: dict[str, str | int] = {"given": name} if other is None else {"given": name, "meant": other}
            return Verdict(good=False, key=f"tables.verify.{'published' if other is None else 'misplaced'}", values=values)
    return None


def _start_fault(kept: Record, game: Game) -> str | None:
    """Returns the key of a fault in the start of the game; None: there is none. The seed has been checked."""
    if not kept.moves:
        return "tables.verify.no-moves"
    offered = {option.key: option.values for option in game.options}
    players = len(kept.seats)
    given = dict(kept.options)
    colours = given.pop(game.colour_option, None)
    if colours is not None and not len(colours.split("-")) == players == len({*colours.split("-")} & {*game.colours}):
        return "tables.verify.start"
    if kept.origin is not None and not kept.origin.position:
        return "tables.verify.start"
    if players not in game.seats or any(value not in offered.get(key, ()) for key, value in given.items()):
        return "tables.verify.start"
    lobby = tuple(range(players))
    drawn = seating(bytes.fromhex(kept.seed), players) if kept.random_order else lobby
    return None if kept.drawn == drawn else "tables.verify.order"


def _end_verdict(kept: Record, position: Position) -> Verdict:
    """Compare the result and the places with those of the position after the last move."""
    # A game that all others had left may have been made void later.
    ended = position.result()
    stayed = _kinds(kept).count("person")
    left = ended is None and (
        (kept.closed in {"claimed", "void"} and stayed == 1) or (kept.closed == "deadline" and stayed > 0)
    )
    if left:
        ended = claimed_result(tuple(SeatInfo("", 0 if kind == "person" else None) for kind in _kinds(kept)))
    if ended is None:
        return Verdict(good=False, key="tables.verify.unfinished", values={"number": len(kept.moves)})
    if ended != kept.result:
        return Verdict(good=False, key="tables.verify.result")
    if kept.places != put_last(ended.places, [kind == "resigned" for kind in _kinds(kept)]):
        return Verdict(good=False, key="tables.verify.places")
    return Verdict(good=True, key=f"tables.verify.{'claimed' if left else 'good'}", values={"number": len(kept.moves)})


def _kinds(kept: Record) -> list[str]:
    return [sitting.kind for sitting in kept.seats]


def _mixed_of(kept: Record, seed: bytes) -> bool:
    """Returns whether the seed is mixed from the promised part and the recorded presses."""
    if not re.fullmatch(r"([0-9a-f]{2})+", kept.secret) or not all(re.fullmatch(r"[0-9]{1,19}", each) for each in kept.presses):
        return False
    secret = bytes.fromhex(kept.secret)
    return commitment(secret) == kept.promise and mix_seed(secret, [int(each) for each in kept.presses]) == seed


def initial_position(kept: Record, game: Game) -> Position:
    """Returns the initial position of a record. Raises IllegalMove if its game has no such start."""
    begins = "" if kept.origin is None else kept.origin.position
    return first_position(game, len(kept.seats), kept.options, bytes.fromhex(kept.seed), begins)


def look(position: Position, game: Game, coming: Played) -> list[Event]:
    """Make a look for which the record has no move: in earlier versions a look was part of the move before, with the same
    draws. `coming` is the record's next move.
    """
    move = game.reveal_move(position) if isinstance(game, Revealing) else None
    if move is None or coming.words == move:
        return []
    return position.play(position.pending()[0], move)


def _require_seat(seat: Seat, seats: int) -> Seat:
    if seat not in range(seats):
        raise NotSeated
    return seat


def export(kept: Record, game: Game | None = None) -> bytes:
    """Returns the record as a JSON file for people and programs, with a field or a list item per line; `game`: include
    everything that its rules add.
    """
    fields = msgspec.json.decode(msgspec.json.encode(complete_record(kept, game)), type=dict[str, msgspec.Raw])
    return b"{\n" + b",\n".join(b' "%b": %b' % (name.encode(), _lines(raw)) for name, raw in fields.items()) + b"\n}\n"


def _lines(raw: msgspec.Raw) -> bytes:
    """Returns a field's JSON, a list of objects with one per line."""
    text = bytes(raw)
    if not text.startswith(b"[{"):
        return text
    return b"[\n  " + b",\n  ".join(map(bytes, msgspec.json.decode(text, type=list[msgspec.Raw]))) + b"\n ]"


def verify_file(path: str | Path, games: Mapping[str, Game], seen: Published = UNSEEN) -> Verdict:
    """Verify an exported record, as `replay` does. Raises OSError if the file cannot be read."""
    kept = read_file(path)
    return Verdict(good=False, key="tables.verify.unreadable") if kept is None else replay(kept, games, seen)


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
