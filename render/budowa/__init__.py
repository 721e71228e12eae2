"""Budowa zamku: pictures and texts."""

from __future__ import annotations

from PIL import Image

from engines.budowa.view import BudowaView
from engines.contract import Event, Move, Result, View, Word
from render.budowa import ends, table, told, warming
from render.contract import Picture, Room, Setting
from render.encode import encode


class Budowa:
    """The room of the game (see `render.contract.Room`)."""

    key = "budowa"

    def board(self, view: View, setting: Setting) -> Picture:
        known = _own(view)
        return encode(table.draw(table.of_view(known), setting), told.board(known, setting))

    def hand(self, view: View, setting: Setting) -> Picture | None:  # noqa: ARG002 - the contract's names
        """Nobody has anything that the others do not see."""
        return None

    def scene(self, event: Event, setting: Setting) -> Picture:
        """A decision: `build insert back out`."""
        return encode(table.draw(table.of_event(event.kind, event.data), setting), told.scene(event, setting))

    def text(self, view: View, setting: Setting) -> str:
        return told.text(_own(view), setting)

    def label(self, word: Word, said: Move, view: View, setting: Setting) -> str:  # noqa: ARG002 - the contract's names
        """Spots as they stand on the picture."""
        return told.label(word, _own(view), setting)

    def line(self, event: Event, setting: Setting) -> str | None:
        return told.line(event, setting)

    def final(self, view: View, result: Result, setting: Setting) -> Picture:
        known = _own(view)
        return encode(ends.final(known, result, setting), told.final(known, result, setting))

    def preview(self, view: View, said: Move, setting: Setting) -> Picture | None:  # noqa: ARG002 - the contract's names
        """The board tells enough."""
        return None

    def cover(self, w: int, h: int) -> Image.Image:
        return ends.cover(w, h)

    def warm(self) -> None:
        warming.sprites()


def _own(view: View) -> BudowaView:
    if not isinstance(view, BudowaView):
        raise TypeError(f"not a view of this game: {type(view).__name__}")
    return view


ROOM: Room = Budowa()
