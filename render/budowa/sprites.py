"""Draws the most expensive sprites in advance."""

from engines.budowa.components import SPOTS, TILE
from render import frame
from render.art import icons
from render.budowa import blocks
from render.budowa.lines import spot_name
from render.theme import player


def sprites() -> None:
    """Draw the grid, the tile that every castle begins with, and signs. Cards in castles are drawn when needed."""
    for seats, size in blocks.SIZES.items():
        blocks.hole(size.cell)
        blocks.frame(size.cell)
        blocks.place(size)
        for spot in SPOTS:
            blocks.face_down(spot_name(spot), size.cell)
        for seat in range(seats):
            look = player(seat, seats)
            icons.badge(look, 46)
            icons.badge(look, 44)
            blocks.castle_card(TILE, size, look.colour, last=True)
    blocks.gap()
    blocks.wand()
    frame.hills(1052, 250)
