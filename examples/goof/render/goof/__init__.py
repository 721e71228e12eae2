"""Goofspiel: pictures and texts."""

from __future__ import annotations

from engines.contract import View
from engines.goof.events import RoundEnded
from engines.goof.view import GoofView
from render.contract import Audience, Picture, Renderer
from render.encode import encode
from render.game_renderer import GameRenderer, Parts
from render.goof import board, cards, final, hand, labels, lines, prose, scenes


class GoofRenderer(GameRenderer[GoofView]):
    """Bids are secret, so a seat has a hand of its own."""

    def hand(self, view: View, audience: Audience) -> Picture | None:
        """The seat's cards and its open bid; None for a spectator."""
        known = self.own(view)
        return None if known.seat is None else encode(hand.draw(known, audience), prose.own(known, audience), self.key)


RENDERER: Renderer = GoofRenderer(
    "goof",
    Parts(
        view=GoofView,
        board=(board.draw, prose.board),
        final=(final.draw, prose.final),
        scenes={RoundEnded: (scenes.draw, prose.round_ended)},
        text=prose.text,
        label=labels.label,
        line=lines.line,
        cover=final.cover,
        sprites=cards.sprites,
    ),
)
