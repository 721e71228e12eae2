"""Whether a game went as its seed and its moves say: the record of a table, and playing it again."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from data.program import ZAMKI
from data.records import JournalRow
from data.store import Reads
from engines.contract import Event, Game, IllegalMove, Move, Obvious, Position, Result, Revealing, Seat
from engines.draws import commitment, mixed
from tables.errors import NoSuchTable, NotSeated, SetAside, WrongState
from tables.model.models import SeatInfo
from tables.model.table import Table, from_rows
from tables.rules.finish import claimed, final_result, put_last
from tables.rules.lobby import seating

FORMAT = "zamki-record-3"

FORMATS = ("zamki-record-1", "zamki-record-2", FORMAT)
"""Those that can be read. In the third, `promise` is empty in games opened by a version that did not publish what the seed is
made of; the first two tell it by their name, and nothing of events, times, pace and levels.
"""


BY_COMPUTER = ("computer", "stand-in")
"""Kinds of journal lines whose move the computer player made."""


class Sitting(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sat on a seat."""

    name: str
    kind: str
    """How the seat ended: `person`, `computer` or `resigned`."""
    level: str = ""
    """The computer player's."""


class Departed(msgspec.Struct, frozen=True):
    """Somebody who sat on a seat before."""

    name: str
    seat: Seat
    line: int
    """The line of the table's journal that tells the change."""


class Played(msgspec.Struct, frozen=True, omit_defaults=True):
    """One move as it counted."""

    seat: Seat
    move: str
    """Its words, with spaces."""
    line: int = 0
    """Its line of the journal; 0: not noted (records of earlier versions)."""
    computer: bool = False
    """The computer player made it, for itself or for a person who was late or had left."""
    at: int = 0
    """When, in Unix seconds; 0: not noted."""
    events: tuple[dict[str, Any], ...] = ()
    """What came of it, secrets included; only in exported records (`completed`)."""

    @property
    def words(self) -> Move:
        """The move."""
        return tuple(self.move.split())


class Start(msgspec.Struct, frozen=True):
    """The table before the first move."""

    views: tuple[dict[str, Any], ...]
    """The spectator's view, then that of each seat."""
    events: tuple[dict[str, Any], ...]
    """What has happened already."""


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A table as anyone may check it."""

    format: str = FORMAT
    table: int
    game: str
    rules_version: int
    options: dict[str, str]
    seats: tuple[Sitting, ...]
    random_order: bool
    """Whether the seed drew the order of the seats."""
    drawn: tuple[int, ...]
    """By seat, its place in the lobby."""
    commitment: str
    """SHA-256 of the seed (hex), published at the start."""
    promise: str = ""
    """SHA-256 of the bot's part of the seed (hex), published with the lobby."""
    over: bool
    """Only then there are seed, moves and result."""
    secret: str = ""
    """The bot's part of the seed (hex)."""
    presses: tuple[str, ...] = ()
    """The other parts of the seed, in their order: the interactions (decimal) that joined and that started the game."""
    seed: str = ""
    """Hex."""
    moves: tuple[Played, ...] = ()
    """Those that count: what was taken back or replaced is left out."""
    result: Result | None = None
    """What the rules say."""
    places: tuple[int, ...] = ()
    """The places with those who resigned last."""
    closed: str = ""
    """`claimed`: all but one had left, and who stayed did not play on; `deadline`: so had those for whom it waited at the
    deadline of a round. What the rules say is not asked then.
    """
    departed: tuple[Departed, ...] = ()
    """Who gave up a seat to somebody else, and after which line of the journal."""
    program: str = ""
    """The version of the bot that wrote it; "" in records of earlier versions."""
    opened: int = 0
    """When the lobby was opened, in Unix seconds."""
    pace: str = ""
    """A key of `tables.time.timing`."""
    start: Start | None = None
    """Only in exported records (`completed`)."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What checking found."""

    good: bool
    """All is as it was said."""
    key: str
    """The message that tells it: `tables.history.verify.…`."""
    values: dict[str, str | int] = {}
    """What fills the message's fields."""


async def record(store: Reads, table: Table) -> Record:
    """The record of a stored table."""
    over = table.state == "over"
    if over and not await store.has_history(table.id):
        raise WrongState("tables.refusal.forgotten")
    return written(table, await store.counted_moves(table.id) if over else [], over=over)


def written(table: Table, lines: Sequence[JournalRow], *, over: bool) -> Record:
    """The record of a table with these moves. Only where it is `over` it may leave the tables: else its seed is secret."""
    final = final_result(table)
    return Record(
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
        secret=table.secret.hex() if table.promise and (over or lines) else "",
        presses=tuple(map(str, table.presses)) if table.promise and (over or lines) else (),
        seed=table.seed.hex() if over or lines else "",
        moves=tuple(Played(line.seat or 0, line.move, line.number, line.kind in BY_COMPUTER, int(line.at)) for line in lines),
        result=table.result,
        places=() if final is None else final.places,
        closed=table.closed or "",
        departed=tuple(Departed(gone.name, gone.seat, gone.number) for gone in table.departed),
        program=ZAMKI,
        opened=int(table.created),
        pace=table.pace,
    )


def _kind(user: int | None, *, resigned: bool) -> str:
    if user is None:
        return "computer"
    return "resigned" if resigned else "person"


def replay(kept: Record, games: Mapping[str, Game], published: str = "") -> Verdict:
    """Check what was published, the parts of the seed, the drawn order, every move, the result and the places; tell the first
    thing that differs. `published`: a hash as a message of the table told it, which must be one of the record's. Names, and
    who is said to have left, are believed.
    """
    game = games.get(kept.game)
    if not kept.over:
        return Verdict(good=False, key="tables.verify.not-over")
    if game is None:
        return Verdict(good=False, key="tables.verify.unknown-game", values={"game": kept.game})
    if game.rules_version != kept.rules_version:
        values: dict[str, str | int] = {"theirs": kept.rules_version, "ours": game.rules_version}
        return Verdict(good=False, key="tables.verify.other-rules", values=values)
    if fault := _seed_fault(kept, published) or _start_fault(kept, game):
        return Verdict(good=False, key=fault)
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
    return _end_verdict(kept, position)


def steps(kept: Record, game: Game) -> Iterator[tuple[Position, list[Event]]]:
    """Play a record: the position, played on in place, after the start and after each move, and what happened. Raises
    IllegalMove and NotSeated.
    """
    position = begun(kept, game)
    events = game.opening(position) if isinstance(game, Obvious) else []
    for number, coming in enumerate((*kept.moves, None)):
        if number:
            played = kept.moves[number - 1]
            events = position.play(_known(played.seat, len(kept.seats)), played.words)
        yield position, [*events, *(look(position, game, coming) if coming is not None else ())]


def _start_of(position: Position, seats: int, events: list[Event]) -> Start:
    return Start(_plain([position.view(seat) for seat in (None, *range(seats))]), _plain(events))


def _plain(events: Sequence[Any]) -> tuple[dict[str, Any], ...]:
    return tuple(msgspec.json.decode(msgspec.json.encode(events), type=list[dict[str, Any]]))


def _tells(kept: Record, number: int, position: Position, events: list[Event]) -> bool:
    """Whether the events of a step, where the record has them, are those of the rules."""
    if number == 0:
        return kept.start is None or kept.start == _start_of(position, len(kept.seats), events)
    return kept.moves[number - 1].events == (() if kept.start is None else _plain(events))


def completed(kept: Record, game: Game | None) -> Record:
    """A finished record with what its rules add: the table at the start, and the events. It stays as it
    is where these rules have not made it.
    """
    if not kept.over or game is None or game.rules_version != kept.rules_version:
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
    """A record without people's names: each is called by the letter of the seat."""
    seats = [
        sitting if sitting.kind == "computer" else replace(sitting, name=chr(ord("A") + seat))
        for seat, sitting in enumerate(kept.seats)
    ]
    gone = [replace(each, name=chr(ord("A") + each.seat)) for each in kept.departed]
    return replace(kept, seats=tuple(seats), departed=tuple(gone))


def _seed_fault(kept: Record, published: str) -> str | None:
    """The message about the seed or what was published of it; None: all agrees."""
    seed = bytes.fromhex(kept.seed) if re.fullmatch(r"([0-9a-f]{2})+", kept.seed) else b""
    if not seed or commitment(seed) != kept.commitment:
        return "tables.verify.seed"
    published_part = kept.format != FORMATS[0] and (kept.format != FORMAT or kept.promise or kept.secret or kept.presses)
    if published_part and not _mixed_of(kept, seed):
        return "tables.verify.parts"
    if published and published.strip().lower() not in {kept.commitment, kept.promise}:
        return "tables.verify.published"
    return None


def _start_fault(kept: Record, game: Game) -> str | None:
    """The message about what the game begins with; None: it can begin so. The seed is known to be good."""
    if not kept.moves:
        return "tables.verify.no-moves"
    if kept.random_order and kept.drawn != seating(bytes.fromhex(kept.seed), len(kept.seats)):
        return "tables.verify.order"
    offered = {option.key: option.values for option in game.options}
    if len(kept.seats) not in game.seats or any(value not in offered.get(key, ()) for key, value in kept.options.items()):
        return "tables.verify.start"
    return None


def _end_verdict(kept: Record, position: Position) -> Verdict:
    """Compare the result and the places with those of the position after the last move."""
    # A game that all others had left can have been made void afterwards.
    ended = position.result()
    left = ended is None and kept.closed in {"claimed", "deadline", "void"} and _kinds(kept).count("person") == 1
    if left:
        ended = claimed(tuple(SeatInfo("", 0 if kind == "person" else None) for kind in _kinds(kept)))
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
    """Whether the seed is made of the part that was promised and of the presses told."""
    if not re.fullmatch(r"([0-9a-f]{2})+", kept.secret) or not all(re.fullmatch(r"[0-9]{1,19}", each) for each in kept.presses):
        return False
    secret = bytes.fromhex(kept.secret)
    return commitment(secret) == kept.promise and mixed(secret, [int(each) for each in kept.presses]) == seed


def begun(kept: Record, game: Game) -> Position:
    """The position that a record begins with. Raises IllegalMove where its game has no such start."""
    position: Position = game.start(len(kept.seats), kept.options, bytes.fromhex(kept.seed))
    if isinstance(game, Revealing):
        game.wait_for_looks(position)
    return position


def look(position: Position, game: Game, coming: Played) -> list[Event]:
    """Look at what chance brings where the record has no move for it: before it was a move of its own, a look was part of the
    move before; chance is the same. `coming` is the record's next move.
    """
    move = game.reveal_move(position) if isinstance(game, Revealing) else None
    if move is None or coming.words == move:
        return []
    return position.play(position.pending()[0], move)


def _known(seat: Seat, seats: int) -> Seat:
    if seat not in range(seats):
        raise NotSeated
    return seat


def export(kept: Record, game: Game | None = None) -> bytes:
    """The record as a JSON file for people and programs, a field or an item of a list a line; `game`: with all that its rules
    tell.
    """
    fields = msgspec.json.decode(msgspec.json.encode(completed(kept, game)), type=dict[str, msgspec.Raw])
    return b"{\n" + b",\n".join(b' "%b": %b' % (name.encode(), _lines(raw)) for name, raw in fields.items()) + b"\n}\n"


def _lines(raw: msgspec.Raw) -> bytes:
    """A field's JSON, a list of objects with one of them a line."""
    text = bytes(raw)
    if not text.startswith(b"[{"):
        return text
    return b"[\n  " + b",\n  ".join(map(bytes, msgspec.json.decode(text, type=list[msgspec.Raw]))) + b"\n ]"


def verify_file(path: str | Path, games: Mapping[str, Game], published: str = "") -> Verdict:
    """Check an exported record, as `replay` does. Raises OSError if the file cannot be read."""
    kept = read_file(path)
    return Verdict(good=False, key="tables.verify.unreadable") if kept is None else replay(kept, games, published)


LARGEST = 2_000_000
"""Bytes of a record from elsewhere: the longest games take a tenth of it."""

LONGEST = 100
"""Characters of a name in it: the bot keeps a third of it."""


def read_file(path: str | Path) -> Record | None:
    """The record that a file holds, whoever wrote it; None where it is none, or has what no record has: control characters,
    endless names. Raises OSError if the file cannot be read.
    """
    with Path(path).open("rb") as file:
        raw = file.read(LARGEST + 1)
    if len(raw) > LARGEST:
        return None
    try:
        kept = msgspec.json.decode(raw, type=Record)
    except (msgspec.MsgspecError, RecursionError):
        return None
    names = [each.name for each in kept.seats] + [each.name for each in kept.departed]
    # As JSON all control characters but those above 0x7f are escaped, and `export` escapes nothing else.
    written = msgspec.json.encode(kept).decode()
    if kept.format not in FORMATS or max(map(len, names), default=0) > LONGEST or _CONTROL.search(written):
        return None
    return kept


_CONTROL = re.compile(r"[\x7f-\x9f]|(?<!\\)(?:\\\\)*\\[bfnrtu]")


async def stored_record(reads: Reads, table: int) -> Record:
    """What can be verified of a table. Raises NoSuchTable, SetAside where its rows are torn, and WrongState where
    its history is forgotten.
    """
    found = await reads.table(table) if 0 < table < 1 << 63 else None
    if found is None:
        raise NoSuchTable
    try:
        loaded = from_rows(*found)
    except msgspec.MsgspecError:
        raise SetAside from None
    return await record(reads, loaded)
