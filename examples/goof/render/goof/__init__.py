"""Goofspiel: pictures and texts."""

from __future__ import annotations

from engines.goof.events import RoundEnded
from engines.goof.view import GoofView
from render.contract import Renderer
from render.game_renderer import GameRenderer, Parts
from render.goof import board, cards, hand, lines, prose, scenes
from render.theme import GOLD, light

RENDERER: Renderer = GameRenderer(
    "goof",
    Parts(
        view=GoofView,
        board=(board.draw, prose.board),
        hand=(hand.draw, prose.own),
        signs=lambda view, seat: tuple(cards.little(prize, light(GOLD, 0.4)) for prize in view.won[seat]),
        scenes={RoundEnded: (scenes.draw, prose.round_ended)},
        text=prose.text,
        more=prose.more,
        line=lines.line,
        cover=cards.cover,
        sprites=cards.sprites,
    ),
)
