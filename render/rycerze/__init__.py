"""Rycerze i zamki: pictures and texts."""

from __future__ import annotations

from PIL import Image

from engines.contract import Event, Move, Result, View, Word
from engines.rycerze.view import RycerzeView
from render.contract import Picture, Room, Setting
from render.encode import encode
from render.rycerze import board, ends, hand, scenes, told, warming


class Rycerze:
    """The room of the game (see `render.contract.Room`)."""

    key = "rycerze"

    def board(self, view: View, setting: Setting) -> Picture:
        known = _own(view)
        return encode(board.draw(known, setting), told.board(known, setting))

    def hand(self, view: View, setting: Setting) -> Picture | None:
        """All eight cards and where they are; None for a spectator."""
        known = _own(view)
        return None if known.seat is None else encode(hand.draw(known, setting), told.own(known, setting))

    def scene(self, event: Event, setting: Setting) -> Picture:
        """A battle, a recruitment, or the end of one game of several; KeyError for other kinds."""
        draw, tell = {
            "castle": (scenes.castle, told.castle),
            "recruitment": (scenes.recruitment, told.recruitment),
            "game": (ends.game, told.game),
        }[event.kind]
        return encode(draw(event.data, setting), tell(event.data, setting))

    def text(self, view: View, setting: Setting) -> str:
        return told.text(_own(view), setting)

    def label(self, word: Word, said: Move, view: View, setting: Setting) -> str:
        """Cards by letter, name and strengths: `C · dragon 1/6/4`."""
        return told.label(word, said, _own(view), setting)

    def line(self, event: Event, setting: Setting) -> str | None:
        return told.line(event, setting)

    def final(self, view: View, result: Result, setting: Setting) -> Picture:
        known = _own(view)
        return encode(ends.final(known, result, setting), told.final(known, result, setting))

    def preview(self, view: View, said: Move, setting: Setting) -> Picture | None:  # noqa: ARG002 - the contract's names
        """The hand tells enough."""
        return None

    def cover(self, w: int, h: int) -> Image.Image:
        return ends.cover(w, h)

    def warm(self) -> None:
        warming.sprites()


def _own(view: View) -> RycerzeView:
    if not isinstance(view, RycerzeView):
        raise TypeError(f"not a view of this game: {type(view).__name__}")
    return view


ROOM: Room = Rycerze()
