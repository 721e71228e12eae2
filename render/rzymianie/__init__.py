"""Rzymianie do domu!: pictures and texts."""

from __future__ import annotations

from engines.contract import Move, View
from engines.rzymianie.view import RzymianieView
from render.contract import Picture, Room, Setting
from render.encode import encode
from render.room import GameRoom, Parts
from render.rzymianie import board, ends, hand, scenes, told, warming


class Rzymianie(GameRoom[RzymianieView]):
    """Plans are made in secret, in a form on the hand."""

    def hand(self, view: View, setting: Setting) -> Picture | None:
        """The wall with the own warriors at their places, what is asked, and the abilities; None for a spectator."""
        return self.preview(view, (), setting)

    def preview(self, view: View, said: Move, setting: Setting) -> Picture | None:
        """The hand with the words said so far: a plan half made."""
        known = self.own(view)
        if known.seat is None:
            return None
        return encode(hand.draw(known, setting, said), told.own(known, setting, said))


ROOM: Room = Rzymianie(
    "rzymianie",
    Parts(
        view=RzymianieView,
        board=(board.draw, told.board),
        final=(ends.final, told.final),
        scenes={"attack": (scenes.draw, told.attack)},
        text=told.text,
        label=told.label,
        line=told.line,
        cover=ends.cover,
        sprites=warming.sprites,
    ),
)
