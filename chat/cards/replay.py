"""Which step of a finished game a message shows, and what happened at one as lines.

Which step is shown, through whose eyes and in which form stands in the ids of the buttons (`Reel`) and nowhere else. They name
the table among their words and not in its place, so that no such message is taken for one of the table's own.
"""

from typing import Any, TypeVar

import msgspec

from chat.app import App
from chat.cards import table
from chat.press.presses import Press, make
from chat.wire.layout import Card
from data.words import Words
from engines.contract import Event, Seat
from tables.errors import Refusal
from tables.model.models import TableInfo

AnyCard = TypeVar("AnyCard", bound=Card)

OPEN, OPEN_HANDS, TEXT, PICTURE = "o", "h", "t", "p"

EYES = 10
"""Values of whose eyes there can be at most, to be packed into a number; the last is all cards open, the one before it with
everybody's hands.
"""


class Reel(msgspec.Struct, frozen=True, kw_only=True):
    """What a replay's message shows."""

    table: int
    step: int = 0
    eyes: Seat | None = None
    """Through whose eyes; None: all cards open."""
    hands: bool = False
    """Whether scenes and everybody's hands are shown beside the board; through somebody's eyes their hand always is."""
    text: bool = False
    """Told as text instead of pictures."""

    def id(self, which: str, verb: str = "replay.step", **changes: Any) -> str:
        """The id of the button `which` (unique in the message), that shows the reel with changes."""
        to = msgspec.structs.replace(self, **changes)
        eyes = f"s{to.eyes}" if to.eyes is not None else OPEN_HANDS if to.hands else OPEN
        return make(verb, 0, to.step, (str(to.table), eyes, TEXT if to.text else PICTURE, which))

    def packed(self) -> int:
        """All but the table as one number, for the id of a button that opens a form."""
        eyes = EYES - 1 - self.hands if self.eyes is None else self.eyes
        return (self.step * EYES + eyes) * 2 + self.text


def read(press: Press) -> Reel:
    """What a press on a replay's message wants to see. Raises Refusal where it is none."""
    match press.words:
        case (number, eyes, mode, *_) if number.isdigit():
            seen = press.values[0] if press.values else eyes
            seat = int(seen[1:]) if seen[:1] == "s" and seen[1:].isdigit() else None
            return Reel(table=int(number), step=press.stage, eyes=seat, hands=seen == OPEN_HANDS, text=mode == TEXT)
    raise Refusal("cogs.refusal.unknown-press")


def unpacked(number: int, packed: int) -> Reel:
    """What `Reel.packed` has packed."""
    step, eyes = divmod(packed // 2, EYES)
    open_, hands = eyes >= EYES - 2, eyes == EYES - 2
    return Reel(table=number, step=step, eyes=None if open_ else eyes, hands=hands, text=bool(packed % 2))


def event_lines(app: App, info: TableInfo, events: tuple[Event, ...], words: Words) -> list[str]:
    """Events as lines of a message."""
    audience = table.audience(info, words, safe=True)
    return [line for line in (table.line(app, info, event, audience) for event in events) if line]
