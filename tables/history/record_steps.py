"""A record played again, step by step, and what the rules add to it: the table at the start, and the events."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from engines.base import by_rules
from engines.contract import Event, Game, IllegalMove, Obvious, Position, Revealing, Seat
from tables.errors import NotSeated
from tables.history.record import Played, Record, RecordStart
from tables.rules.beginning import first_position


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


def make_start(position: Position, seats: int, events: list[Event]) -> RecordStart:
    """Returns the start of a game as a record has it: the views of everybody, and the events."""
    return RecordStart(to_plain([position.view(seat) for seat in (None, *range(seats))]), to_plain(events))


def to_plain(events: Sequence[Any]) -> tuple[dict[str, Any], ...]:
    """Returns events or views as a record has them."""
    return tuple(msgspec.json.decode(msgspec.json.encode(events), type=list[dict[str, Any]]))


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
                start = make_start(position, len(kept.seats), events)
            else:
                moves.append(replace(kept.moves[number - 1], events=to_plain(events)))
    except (IllegalMove, NotSeated, LookupError, ValueError, TypeError):
        return kept
    return replace(kept, start=start, moves=tuple(moves))


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
