"""The position of Zamek: the contract's face of a table of numbers."""

from __future__ import annotations

import msgspec

from engines.contract import Choices, Event, IllegalMove, Move, Result, Seat
from engines.zamek import final, saying, showing, turns
from engines.zamek.board import empty_board
from engines.zamek.components import EDITION, SEAT
from engines.zamek.table import OVER, Table
from engines.zamek.view import ZamekView

VERSION = 1
"""Version of the snapshots."""


class ZamekPosition(Table):
    """Everything that is true on a table of Zamek. Nobody knows less than anybody else, so views differ in `seat` alone."""

    def pending(self) -> tuple[Seat, ...]:
        return () if self.phase == OVER else (showing.asked_seat(self),)

    def choices(self, seat: Seat, said: Move = ()) -> Choices:
        return saying.choices(self, said) if seat in self.pending() else saying.NOTHING

    def play(self, seat: Seat, move: Move) -> list[Event]:
        if self.phase == OVER:
            raise IllegalMove("zamek.illegal.over")
        if seat not in self.pending():
            raise IllegalMove("zamek.illegal.not-your-turn")
        events: list[Event] = []
        turns.step(self, saying.read(self, move), events)
        return events

    def retract(self, seat: Seat) -> list[Event]:  # noqa: ARG002 - the contract's
        """No stage of this game is joint."""
        raise IllegalMove("tables.refusal.nothing-to-take-back")

    def view(self, seat: Seat | None) -> ZamekView:
        return showing.view_of(self, seat)

    def result(self) -> Result | None:
        return final.result_of(self) if self.phase == OVER else None

    def snapshot(self) -> bytes:
        fields = msgspec.structs.asdict(self)
        fields["board"] = self.board.laid
        return msgspec.json.encode({"version": VERSION, "edition": EDITION, **fields})


_Stored = msgspec.defstruct(
    "_Stored",
    [
        ("version", int),
        ("edition", int),
        *((field.name, list[int] if field.name == "board" else field.type) for field in msgspec.structs.fields(Table)),
    ],
    forbid_unknown_fields=True,
)
"""A snapshot: the fields of a table, of its board only the tiles as they were laid."""


def load(snapshot: bytes) -> ZamekPosition:
    """The position of a snapshot. Raises ValueError where it is none of this version and these components."""
    fields = msgspec.structs.asdict(msgspec.json.decode(snapshot, type=_Stored))
    if fields.pop("version") != VERSION:
        raise ValueError("a snapshot of another version")
    if fields.pop("edition") != EDITION:
        raise ValueError("this game was begun with other tiles or another wall than data/components/zamek-*.toml hold now")
    board = empty_board()
    for laid in fields["board"]:
        board.lay(laid >> 8, laid & 255)
    position = ZamekPosition(**{**fields, "board": board})
    for subject in position.subjects:
        board.sums[board.label[subject >> 1]] += SEAT[subject & 1]
    return position
