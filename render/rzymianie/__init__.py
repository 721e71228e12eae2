"""Rzymianie do domu!: pictures and texts."""

from engines.contract import Move, View
from engines.rzymianie.events import AttackOver
from engines.rzymianie.view import RzymianieView
from render.contract import Audience, Picture, Renderer
from render.encode import encode
from render.game_renderer import GameRenderer, Parts
from render.rzymianie import board, cards, final, hand, labels, lines, prose, records, sprites


class Rzymianie(GameRenderer[RzymianieView]):
    """Plans are made in secret, with a form on the hand."""

    def preview(self, view: View, said: Move, audience: Audience) -> Picture | None:
        """The hand with the words chosen so far: a partial plan."""
        known = self.known_view(view)
        if known.seat is None:
            return None
        return encode(hand.draw(known, audience, said), prose.hand_text(known, audience, said), self.key)

    def saying(self, view: View, said: Move, audience: Audience) -> str:
        """The orders given so far."""
        known = self.known_view(view)
        return "" if known.seat is None else prose.saying(known, said, audience)


RENDERER: Renderer = Rzymianie(
    "rzymianie",
    Parts(
        view=RzymianieView,
        board=(board.draw, prose.board),
        open_board=(board.draw_open, lambda view, words: [cards.name(each.card, words) for each in view.down]),
        hand=(hand.draw, prose.hand_text),
        final=(final.draw, prose.final),
        scenes={AttackOver: (board.scene, prose.scene)},
        passing=(AttackOver,),
        moments=(AttackOver,),
        text=prose.text,
        summary=lines.summary,
        in_order=lines.in_order,
        weights=lines.WEIGHTS,
        more=records.more,
        label=labels.label,
        line=lines.line,
        moment=prose.moment,
        cover=final.cover,
        sprites=sprites.sprites,
    ),
)
