"""Goofspiel: pictures and texts."""

from __future__ import annotations

from engines.contract import View
from engines.goof.events import RoundEnded
from engines.goof.view import GoofView
from render.contract import Audience, Picture, Renderer
from render.encode import encode
from render.game_renderer import GameRenderer, Parts
from render.goof import board, cards, hand, labels, lines, prose, scenes
from render.theme import GOLD, light


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
        signs=lambda view, seat: tuple(cards.little(prize, light(GOLD, 0.4)) for prize in view.won[seat]),
        scenes={RoundEnded: (scenes.draw, prose.round_ended)},
        text=prose.text,
        more=prose.more,
        label=labels.label,
        line=lines.line,
        cover=cards.cover,
        sprites=cards.sprites,
    ),
)
