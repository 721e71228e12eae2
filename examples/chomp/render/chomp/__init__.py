"""Chomp: pictures and texts."""

from engines.chomp.view import ChompView
from render.chomp import board, prose
from render.contract import Renderer
from render.game_renderer import GameRenderer, Parts
from render.prose import tellers

ALT, _, TEXT = tellers("chomp", prose.table)
RENDERER: Renderer = GameRenderer(
    "chomp",
    Parts(
        view=ChompView,
        board=(board.draw, ALT),
        scenes={},
        text=TEXT,
        more=prose.more,
        line=prose.line,
        cover=board.cover,
    ),
)
