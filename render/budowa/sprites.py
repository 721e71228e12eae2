"""Draws the most expensive sprites in advance."""

import itertools

from engines.budowa.components import ROWS, SPOTS, TILE
from render import frame
from render.art import icons
from render.budowa import blocks, towers
from render.budowa.lines import spot_name
from render.theme import player


def sprites() -> None:
    """Draw the wall, the tower that every castle begins with, and signs. Other towers are drawn when needed."""
    for seats, size in blocks.SIZES.items():
        for left, above in itertools.product((False, True), repeat=2):
            blocks.gap(size.cell, left=left, above=above)
        blocks.frame(size.cell)
        for spot in SPOTS:
            blocks.face_down(spot_name(spot), size.cell, top=spot[0] == ROWS[0])
        for seat in range(seats):
            look = player(seat, seats)
            icons.badge(look, 44)
            towers.tower(TILE, look.colour, towers.WIDE, size.row - 20)
    blocks.wand()
    frame.hills(1052, 250)
