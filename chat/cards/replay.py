"""Which step of a finished game a message shows, and what happened there as lines.

The step, the seat whose view it is and the form are stored only in the ids of the buttons (`Reel`). Those ids name the table
among their words, not in its usual place, so that such a message is not taken for one of the table's own.
"""

from typing import Any, TypeVar

import msgspec

from chat.app import App
from chat.cards import audiences, wording
from chat.press.presses import Press, make, pressed_number
from chat.wire.layout import Card
from chat.wire.numbers import number
from data.words import Words
from engines.contract import Event, Seat
from tables.errors import Refusal
from tables.model.table_info import TableInfo

AnyCard = TypeVar("AnyCard", bound=Card)

OPEN, OPEN_HANDS, TEXT, PICTURE, MORE = "o", "h", "t", "p", "m"

EYES = 10
"""Maximum values of `eyes` when packed into a number. The last is all cards open, the one before it adds everybody's hands."""


class Reel(msgspec.Struct, frozen=True, kw_only=True):
    """What a replay's message shows."""

    table: int
    step: int = 0
    eyes: Seat | None = None
    """The seat whose view is shown; None for all cards open."""
    hands: bool = False
    """Whether scenes and everybody's hands are shown beside the board. The view of a seat always includes its hand."""
    text: bool = False
    """Shown as text instead of pictures."""
    more: bool = False
    """Whether it offers what else can be done, in place of the ways through the game."""

    def id(self, which: str, verb: str = "replay.step", **changes: Any) -> str:
        """Returns the id of the button `which` (unique in the message) that shows the reel with these changes."""
        to = msgspec.structs.replace(self, **{"more": False, **changes})
        eyes = f"s{to.eyes}" if to.eyes is not None else OPEN_HANDS if to.hands else OPEN
        form = (TEXT if to.text else PICTURE) + (MORE if to.more else "")
        return make(verb, 0, to.step, (str(to.table), eyes, form, which))

    def pack(self) -> int:
        """Returns everything but the table as one number, for the id of a button that opens a form."""
        eyes = EYES - 1 - self.hands if self.eyes is None else self.eyes
        return (self.step * EYES + eyes) * 2 + self.text


def read(press: Press) -> Reel:
    """Returns what a press on a replay's message asks for. Raises Refusal if the press is invalid."""
    match press.words:
        case (named, eyes, form, *_):
            seen = press.values[0] if press.values else eyes
            seat = number(seen[1:]) if seen[:1] == "s" else None
            text, more, hands = form[:1] == TEXT, form[1:] == MORE, seen == OPEN_HANDS
            return Reel(table=pressed_number(named), step=press.stage, eyes=seat, hands=hands, text=text, more=more)
    raise Refusal("cogs.refusal.unknown-press")


def unpack(number: int, packed: int) -> Reel:
    """Unpack a number made by `Reel.pack`."""
    step, eyes = divmod(packed // 2, EYES)
    open_, hands = eyes >= EYES - 2, eyes == EYES - 2
    return Reel(table=number, step=step, eyes=None if open_ else eyes, hands=hands, text=bool(packed % 2))


def event_lines(app: App, info: TableInfo, events: tuple[Event, ...], words: Words) -> list[str]:
    """Returns events as lines of a message."""
    return wording.separate_lines(app, info, audiences.renderer(app, info).in_order(events), words)
