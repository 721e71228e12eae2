"""The people at a table as messages name them, and whom the table waits for."""

import msgspec

from asking.names import plain
from chat.wire.text import escape
from data.words import Words
from engines.contract import Seat
from render.seat_marks import marked_name
from tables.history.replay import Replay
from tables.model.table_info import TableInfo


def seat_name(table: TableInfo, seat: Seat) -> str:
    """Returns a seat as a message names it: with the shape that pictures draw for it, on the same line."""
    return marked_name(seat, escape(table.seats[seat].name)).replace(" ", "\u00a0", 1)


def plain_name(table: TableInfo, seat: Seat) -> str:
    """Returns a seat as a button or menu names it."""
    return marked_name(seat, plain(table.seats[seat].name))


def seat_called(table: TableInfo, said: str) -> Seat | None:
    """Returns the seat that somebody means by a name, a number from 1, or a part of a name with its shape; None if it could be
    several or none.
    """
    said = said.replace("\u00a0", " ")  # copied from a message (`seat_name`)
    wanted, seats = said.strip().casefold(), range(len(table.seats))
    names = [plain(info.name).casefold() for info in table.seats]
    equal = [seat for seat in seats if wanted == names[seat]]
    if not equal and wanted.isdecimal() and int(wanted) - 1 in seats:
        return int(wanted) - 1
    found = equal or [seat for seat in seats if wanted and wanted in marked_name(seat, names[seat])]
    return found[0] if len(found) == 1 else None


def then(table: TableInfo, replay: Replay, step: int) -> TableInfo:
    """Returns a finished table with the names of the people seated at a step: acts belong to the person who did them."""
    seats = zip(table.seats, replay.names(step), strict=True)
    return msgspec.structs.replace(table, seats=tuple(msgspec.structs.replace(info, name=name) for info, name in seats))


def throughout(table: TableInfo, replay: Replay) -> TableInfo:
    """Returns a finished table whose seats are named after everybody who sat there, for messages about the whole game."""
    before: list[list[str]] = [[] for _ in table.seats]
    for gone in replay.record.departed:
        before[gone.seat].append(gone.name)
    named = (
        msgspec.structs.replace(info, name=" → ".join((*names, info.name)))
        for info, names in zip(table.seats, before, strict=True)
    )
    return msgspec.structs.replace(table, seats=tuple(named))


def mover(table: TableInfo, replay: Replay, step: int, seat: Seat, spoken: Words) -> str:
    """Returns who moved at a step of a finished game, as a message names them."""
    name = seat_name(then(table, replay, step), seat)
    return spoken("replay.stood-in", name=name) if replay.stood_in(step) else name


def levels(table: TableInfo, spoken: Words) -> str:
    """Returns the strength of the computer players; "" if there are none."""
    names = (f"{seat_name(table, seat)}: {level(table, seat, spoken)}" for seat, info in enumerate(table.seats) if info.level)
    line = " · ".join(names)
    return f"-# 🤖 {line}" if line else ""


def level(table: TableInfo, seat: Seat, spoken: Words) -> str:
    """Returns the level of a computer player; "" for a person."""
    info = table.seats[seat]
    return spoken(f"{table.game}.level.{info.level}") if info.level is not None else ""


def progress(table: TableInfo, spoken: Words) -> str:
    """Returns whom the table waits for. If there are several: who has chosen, in the order of the seats, but never what."""
    if not table.pending:
        return ""
    seats = table.pending if len(table.pending) == 1 else range(len(table.seats))
    who = (
        f"{'⏳' if seat in table.pending else '✅'}\u00a0{seat_name(table, seat)}{_pondering(table, seat, spoken)}"
        for seat in seats
    )
    return f"{spoken('cogs.board.waiting')} {' · '.join(who)}"


def _pondering(table: TableInfo, seat: Seat, spoken: Words) -> str:
    """Returns that a computer player may take a while."""
    long = seat in table.pending and table.seats[seat].ponders
    return f" – 💭 {spoken('cogs.board.thinking')}" if long else ""
