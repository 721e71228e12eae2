"""The sprites that cost most to draw, drawn beforehand."""

from __future__ import annotations

from engines.budowa.components import CARDS, SPOTS, TILE
from render import frame
from render.art import icons
from render.budowa import blocks, table
from render.theme import player


def sprites() -> None:
    """The grid, every card in every castle, signs."""
    for seats, size in blocks.SIZES.items():
        blocks.hole(size.cell)
        blocks.frame(size.cell)
        blocks.place(size)
        for spot in SPOTS:
            blocks.face_down(table.spot_name(spot), size.cell)
        for seat in range(seats):
            look = player(seat, seats)
            icons.badge(look, 46)
            icons.badge(look, 44)
            for card in (TILE, *CARDS):
                blocks.built(card, size, look.colour)
                blocks.built(card, size, look.colour, last=True)
    blocks.gap()
    blocks.wand()
    frame.hills(1052, 250)
