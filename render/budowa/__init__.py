"""Budowa zamku: pictures and texts."""

from __future__ import annotations

from engines.budowa.events import Back, Build, Insert, Out
from engines.budowa.view import BudowaView
from render.budowa import board, final, labels, lines, prose, scenes, sprites
from render.contract import Renderer
from render.game_renderer import GameRenderer, Parts

RENDERER: Renderer = GameRenderer(
    "budowa",
    Parts(
        view=BudowaView,
        board=(board.draw, prose.board),
        final=(final.final, prose.final),
        scenes=dict.fromkeys((Build, Insert, Back, Out), (scenes.draw, prose.scene)),
        text=prose.text,
        label=labels.label,
        line=lines.line,
        cover=final.cover,
        sprites=sprites.sprites,
    ),
)
