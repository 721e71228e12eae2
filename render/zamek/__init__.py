"""Zamek: pictures and texts."""

from __future__ import annotations

from functools import partial

from engines.contract import Move, View
from engines.zamek.view import ZamekView
from render.contract import Picture, Room, Setting
from render.encode import encode
from render.room import GameRoom, Parts
from render.zamek import board, ends, preview, story, told, warming

SCENES = ("final-meadows", "final-keeps", "final-areas")


class Zamek(GameRoom[ZamekView]):
    """Nothing is hidden; a tile is turned and its areas are numbered while a move is said."""

    def preview(self, view: View, said: Move, setting: Setting) -> Picture | None:
        """The drawn tile in its place, in all its rotations or in the one said, with its free areas numbered; for any other
        question the board. None for who is not asked.
        """
        known = self.own(view)
        if known.seat is None or known.seat not in known.pending:
            return None
        drawn = preview.draw(known, said, setting)
        return self.board(view, setting) if drawn is None else encode(drawn, told.previewed(known, said, setting))


ROOM: Room = Zamek(
    "zamek",
    Parts(
        view=ZamekView,
        board=(board.draw, told.alt),
        final=(ends.final, told.final),
        scenes={kind: (partial(ends.scene, kind), partial(told.step, kind)) for kind in SCENES},
        text=told.text,
        label=story.label,
        line=story.line,
        cover=ends.cover,
        sprites=warming.sprites,
    ),
)
