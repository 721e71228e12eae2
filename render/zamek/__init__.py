"""Zamek: pictures and texts."""

from __future__ import annotations

from PIL import Image

from engines.contract import Event, Move, Result, View, Word
from engines.zamek.view import ZamekView
from render.contract import Picture, Room, Setting
from render.encode import encode
from render.zamek import board, ends, preview, story, told, warming

SCENES = ("final-meadows", "final-keeps", "final-areas")


class Zamek:
    """The room of the game (see `render.contract.Room`)."""

    key = "zamek"

    def board(self, view: View, setting: Setting) -> Picture:
        known = _own(view)
        return encode(board.draw(known, setting), told.alt(known, setting))

    def hand(self, view: View, setting: Setting) -> Picture | None:
        """None: nothing is hidden from others."""
        del view, setting
        return None

    def preview(self, view: View, said: Move, setting: Setting) -> Picture | None:
        """The drawn tile in its place, in all its rotations or in the one said, with its free areas numbered; for any other
        question the board. None for who is not asked.
        """
        known = _own(view)
        if known.seat is None or known.seat not in known.pending:
            return None
        drawn = preview.draw(known, said, setting)
        return self.board(view, setting) if drawn is None else encode(drawn, told.previewed(known, said, setting))

    def scene(self, event: Event, setting: Setting) -> Picture:
        """A step of the final scoring; KeyError for other kinds."""
        if event.kind not in SCENES:
            raise KeyError(event.kind)
        return encode(ends.scene(event.kind, event.data, setting), told.step(event.kind, event.data, setting))

    def text(self, view: View, setting: Setting) -> str:
        return told.text(_own(view), setting)

    def label(self, word: Word, said: Move, view: View, setting: Setting) -> str:
        """Squares as they are, areas with the number they have on the preview: `2 · house: squire`."""
        return story.label(word, said, _own(view), setting)

    def line(self, event: Event, setting: Setting) -> str | None:
        return story.line(event, setting)

    def final(self, view: View, result: Result, setting: Setting) -> Picture:
        known = _own(view)
        return encode(ends.final(known, result, setting), told.final(known, result, setting))

    def cover(self, w: int, h: int) -> Image.Image:
        return ends.cover(w, h)

    def warm(self) -> None:
        warming.sprites()


def _own(view: View) -> ZamekView:
    if not isinstance(view, ZamekView):
        raise TypeError(f"not a view of this game: {type(view).__name__}")
    return view


ROOM: Room = Zamek()
