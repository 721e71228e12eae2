"""Goofspiel: pictures and texts."""

from engines.goof.events import RoundEnded
from engines.goof.view import GoofView
from render import cards
from render.contract import Renderer
from render.game_renderer import GameRenderer, Parts
from render.goof import board, prose
from render.prose import tellers
from render.theme import GOLD, light

ALT, OWN, TEXT = tellers("goof", prose.table)
RENDERER: Renderer = GameRenderer(
    "goof",
    Parts(
        view=GoofView,
        board=(board.draw, ALT),
        hand=(board.hand, OWN),
        signs=lambda view, seat: tuple(cards.face(prize, *board.LITTLE, light(GOLD, 0.4)) for prize in view.won[seat]),
        scenes={RoundEnded: (board.bids, prose.round_ended)},
        text=TEXT,
        more=prose.more,
        line=prose.line,
        cover=lambda w, h: cards.fan(w, h, board.prize, (2, 5, 7)),
    ),
)
