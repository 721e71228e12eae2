"""Rzymianie do domu!: pictures and texts."""

from __future__ import annotations

from PIL import Image

from engines.contract import Event, Move, Result, View, Word
from engines.rzymianie.view import RzymianieView
from render.contract import Picture, Room, Setting
from render.encode import encode
from render.rzymianie import board, ends, hand, scenes, told, warming


class Rzymianie:
    """The room of the game (see `render.contract.Room`)."""

    key = "rzymianie"

    def board(self, view: View, setting: Setting) -> Picture:
        known = _own(view)
        return encode(board.draw(known, setting), told.board(known, setting))

    def hand(self, view: View, setting: Setting) -> Picture | None:
        """The wall with the own warriors at their places, what is asked, and the abilities; None for a spectator."""
        return self.preview(view, (), setting)

    def preview(self, view: View, said: Move, setting: Setting) -> Picture | None:
        """The hand with the words said so far: a plan half made."""
        known = _own(view)
        if known.seat is None:
            return None
        return encode(hand.draw(known, setting, said), told.own(known, setting, said))

    def scene(self, event: Event, setting: Setting) -> Picture:
        """A round of attack that is over (`attack`)."""
        return encode(scenes.draw(event.data, setting), told.attack(event.data, setting))

    def text(self, view: View, setting: Setting) -> str:
        return told.text(_own(view), setting)

    def label(self, word: Word, said: Move, view: View, setting: Setting) -> str:
        """`Axx 4` in a plan, `5. FortUna 8` in the wall, `B · Horsie 7` for Qween, `FortHeca −2` to give up."""
        return told.label(word, said, _own(view), setting)

    def line(self, event: Event, setting: Setting) -> str | None:
        return told.line(event, setting)

    def final(self, view: View, result: Result, setting: Setting) -> Picture:
        known = _own(view)
        return encode(ends.final(known, result, setting), told.final(known, result, setting))

    def cover(self, w: int, h: int) -> Image.Image:
        return ends.cover(w, h)

    def warm(self) -> None:
        warming.sprites()


def _own(view: View) -> RzymianieView:
    if not isinstance(view, RzymianieView):
        raise TypeError(f"not a view of this game: {type(view).__name__}")
    return view


ROOM: Room = Rzymianie()
