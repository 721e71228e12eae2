"""Rycerze i zamki: pictures and texts."""

from __future__ import annotations

from engines.contract import View
from engines.rycerze.view import RycerzeView
from render.contract import Picture, Room, Setting
from render.encode import encode
from render.room import GameRoom, Parts
from render.rycerze import board, ends, hand, scenes, told, warming


class Rycerze(GameRoom[RycerzeView]):
    """Cards are held in secret. The hand tells enough while a move is said."""

    def hand(self, view: View, setting: Setting) -> Picture | None:
        """All eight cards and where they are; None for a spectator."""
        known = self.own(view)
        return None if known.seat is None else encode(hand.draw(known, setting), told.own(known, setting))


ROOM: Room = Rycerze(
    "rycerze",
    Parts(
        view=RycerzeView,
        board=(board.draw, told.board),
        final=(ends.final, told.final),
        scenes={
            "castle": (scenes.castle, told.castle),
            "recruitment": (scenes.recruitment, told.recruitment),
            "game": (ends.game, told.game),
        },
        text=told.text,
        label=told.label,
        line=told.line,
        cover=ends.cover,
        sprites=warming.sprites,
    ),
)
