"""Budowa zamku: pictures and texts."""

from engines.budowa.events import Back, Build, Insert, Out
from engines.budowa.view import BudowaView
from engines.contract import Move, View
from render.budowa import board, final, lines, prose, sprites
from render.contract import ALT_LENGTH, Audience, Picture, Renderer
from render.encode import encode
from render.game_renderer import GameRenderer, Parts


class BudowaRenderer(GameRenderer[BudowaView]):
    """Everybody sees the same table; only a spot that is being named is framed, for the person naming it."""

    def previews(self, said: Move) -> bool:
        return len(said) == 2 and said[0] == "flip"

    def preview(self, view: View, said: Move, audience: Audience) -> Picture | None:
        """The board with the named spot framed; None before one is named."""
        known = self.known_view(view)
        if not self.previews(said) or said[1] not in known.board.spots:
            return None
        alt = f"{audience.words('budowa.alt.pointed', spot=lines.spot_name(said[1]))} {prose.board(known, audience)}"
        return encode(board.draw(known, audience, said[1]), alt[:ALT_LENGTH], self.key)


RENDERER: Renderer = BudowaRenderer(
    "budowa",
    Parts(
        view=BudowaView,
        board=(board.draw, prose.board),
        final=(final.final, prose.final),
        scenes=dict.fromkeys((Build, Insert, Back, Out), (board.scene, prose.scene)),
        passing=(Build, Insert, Back, Out),
        text=prose.text,
        label=lines.label,
        line=lines.line,
        summary=lines.summary,
        weights=lines.WEIGHTS,
        unit=prose.unit,
        cover=final.cover,
        sprites=sprites.sprites,
    ),
)
