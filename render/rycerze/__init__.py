"""Rycerze i zamki: pictures and texts."""

import msgspec

from engines.contract import Move, View
from engines.rycerze.events import CastleWon, GameEnded, Recruitment
from engines.rycerze.view import RycerzeView
from render.contract import Audience, Picture, Renderer
from render.encode import encode
from render.game_renderer import GameRenderer, Parts
from render.rycerze import board, final, hand, lines, prose, scenes, sprites


class RycerzeRenderer(GameRenderer[RycerzeView]):
    """Cards are held in secret; those chosen so far are marked in the hand."""

    def previews(self, said: Move) -> bool:
        """Whether a card has been chosen: the verb alone marks none."""
        return len(said) > 1

    def preview(self, view: View, said: Move, audience: Audience) -> Picture | None:
        """The hand with the chosen cards marked; None if there are none."""
        known = self.known_view(view)
        if known.seat is None or not self.previews(said):
            return None
        marked = msgspec.structs.replace(known, chosen=said[1:])
        drawn = hand.draw(marked, audience, begun=hand.first_of_two(said))
        return encode(drawn, prose.hand_text(marked, audience), self.key)


RENDERER: Renderer = RycerzeRenderer(
    "rycerze",
    Parts(
        view=RycerzeView,
        board=(board.draw, prose.board),
        open_board=(board.draw_open, lambda view, words: [words(f"rycerze.card.{card}") for card in view.chosen]),
        hand=(hand.draw, prose.hand_text),
        final=(final.final, prose.final),
        scenes={
            CastleWon: (scenes.castle, prose.castle),
            Recruitment: (scenes.recruitment, prose.recruitment),
            GameEnded: (final.game, prose.game),
        },
        passing=(Recruitment,),
        text=prose.text,
        more=prose.more,
        label=lines.label,
        line=lines.line,
        summary=lines.summary,
        weights=lines.WEIGHTS,
        moment=prose.moment,
        cover=final.cover,
        sprites=sprites.sprites,
    ),
)
