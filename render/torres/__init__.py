"""Torres: pictures and texts."""

from __future__ import annotations

from PIL import Image

from engines.contract import Event, Move, Result, View, Word
from engines.torres.view import TorresView
from render.contract import Picture, Room, Setting
from render.encode import encode
from render.torres import board, ends, hand, labels, lines, scenes, told, warming


class Torres:
    """The room of the game (see `render.contract.Room`)."""

    key = "torres"

    def board(self, view: View, setting: Setting) -> Picture:
        known = _own(view)
        return encode(board.draw(known, setting), told.board(known, setting))

    def hand(self, view: View, setting: Setting) -> Picture | None:
        """On one's turn the board with one's own cards; while drawing the cards looked at; else one's cards large. None for a
        spectator, and for the one on turn where nothing is hidden in what is asked: then the board itself is the place to
        answer.
        """
        known = _own(view)
        if known.seat is None or (known.seat in known.pending and not _secret(known)):
            return None
        return self._private(known, (), setting)

    def preview(self, view: View, said: Move, setting: Setting) -> Picture | None:
        """The board with the squares that may follow `said` marked by their names, and what a walk to them costs; the cards
        large where one of them is to be chosen. None for who is not on turn.
        """
        known = _own(view)
        return None if known.seat is None or known.seat not in known.pending else self._private(known, said, setting)

    def _private(self, known: TorresView, said: Move, setting: Setting) -> Picture:
        alt = told.own(known, setting, said)
        return encode(hand.desk(known, setting, said) if told.on_desk(known, said) else hand.draw(known, setting), alt)

    def scene(self, event: Event, setting: Setting) -> Picture:
        """A scoring; KeyError for other kinds."""
        draw, tell = {"scoring": (scenes.scoring, told.scoring)}[event.kind]
        return encode(draw(event.data, setting), tell(event.data, setting))

    def text(self, view: View, setting: Setting) -> str:
        return told.text(_own(view), setting)

    def label(self, word: Word, said: Move, view: View, setting: Setting) -> str:
        """Squares with what matters there (`e5 · level 3 · 2 AP`), cards with what they do, towers by height."""
        return labels.label(word, said, _own(view), setting)

    def line(self, event: Event, setting: Setting) -> str | None:
        return lines.line(event, setting)

    def final(self, view: View, result: Result, setting: Setting) -> Picture:
        known = _own(view)
        return encode(ends.final(known, result, setting), told.final(known, result, setting))

    def cover(self, w: int, h: int) -> Image.Image:
        return ends.cover(w, h)

    def warm(self) -> None:
        warming.sprites()


def _secret(view: TorresView) -> bool:
    """Whether what is asked, or what the seat should see with it, is hidden from others. With the master variant everybody
    holds all cards but those played.
    """
    if view.master or view.asks not in {"act", "keep"}:
        return False
    return bool(view.hand or view.fresh or view.looked or view.tops or view.bottoms)


def _own(view: View) -> TorresView:
    if not isinstance(view, TorresView):
        raise TypeError(f"not a view of this game: {type(view).__name__}")
    return view


ROOM: Room = Torres()
