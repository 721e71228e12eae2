"""Torres: pictures and texts."""

from __future__ import annotations

from engines.contract import Move, View
from engines.torres.view import TorresView
from render.contract import Picture, Room, Setting
from render.encode import encode
from render.room import GameRoom, Parts
from render.torres import board, ends, hand, labels, lines, scenes, told, warming


class Torres(GameRoom[TorresView]):
    """Cards are held in secret, and what they and the knights may do is marked on the board."""

    def hand(self, view: View, setting: Setting) -> Picture | None:
        """On one's turn the board with one's own cards; while drawing the cards looked at; else one's cards large. None for a
        spectator, and for the one on turn where nothing is hidden in what is asked: then the board itself is the place to
        answer.
        """
        known = self.own(view)
        if known.seat is None or (known.seat in known.pending and not _secret(known)):
            return None
        return self._private(known, (), setting)

    def preview(self, view: View, said: Move, setting: Setting) -> Picture | None:
        """The board with the squares that may follow `said` marked by their names, and what a walk to them costs; the cards
        large where one of them is to be chosen. None for who is not on turn.
        """
        known = self.own(view)
        return None if known.seat is None or known.seat not in known.pending else self._private(known, said, setting)

    def _private(self, known: TorresView, said: Move, setting: Setting) -> Picture:
        alt = told.own(known, setting, said)
        return encode(hand.desk(known, setting, said) if told.on_desk(known, said) else hand.draw(known, setting), alt)


def _secret(view: TorresView) -> bool:
    """Whether what is asked, or what the seat should see with it, is hidden from others. With the master variant everybody
    holds all cards but those played.
    """
    if view.master or view.asks not in {"act", "keep"}:
        return False
    return bool(view.hand or view.fresh or view.looked or view.tops or view.bottoms)


ROOM: Room = Torres(
    "torres",
    Parts(
        view=TorresView,
        board=(board.draw, told.board),
        final=(ends.final, told.final),
        scenes={"scoring": (scenes.scoring, told.scoring)},
        text=told.text,
        label=labels.label,
        line=lines.line,
        cover=ends.cover,
        sprites=warming.sprites,
    ),
)
