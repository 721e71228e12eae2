"""Zamek: pictures and texts."""

from engines.contract import Move, View
from engines.zamek.view import ZamekView
from render.contract import Audience, Picture, Renderer
from render.encode import encode
from render.game_renderer import GameRenderer, Parts
from render.zamek import board, final, lines, preview, prose, records, scenes, sprites


class ZamekRenderer(GameRenderer[ZamekView]):
    """Nothing is hidden; while a move is entered, the tile is turned and its areas are numbered."""

    def preview(self, view: View, said: Move, audience: Audience) -> Picture | None:
        """The drawn tile in its place, in the chosen rotation, with its free areas numbered; for any other question, the board.
        None for a seat that is not asked.
        """
        known = self.known_view(view)
        if known.seat is None or known.seat not in known.pending:
            return None
        drawn = preview.draw(known, said, audience)
        if drawn is None:
            return self.board(view, audience)
        return encode(drawn, prose.preview_alt(known, said, audience), self.key)

    def saying(self, view: View, said: Move, audience: Audience) -> str:
        """How the drawn tile lies with the words chosen so far."""
        known = self.known_view(view)
        if known.seat not in known.pending or known.tile is None or len(said) < 3:
            return ""
        return prose.preview_alt(known, said, audience)


RENDERER: Renderer = ZamekRenderer(
    "zamek",
    Parts(
        view=ZamekView,
        board=(board.draw, prose.board_alt),
        final=(final.draw, prose.final_alt),
        scenes=dict.fromkeys(scenes.SIGNS, (scenes.draw, prose.scene_alt)),
        text=prose.text,
        more=records.more,
        label=preview.label,
        line=lines.line,
        summary=lines.summary,
        weights=lines.WEIGHTS,
        cover=final.cover,
        sprites=sprites.warm,
    ),
)
