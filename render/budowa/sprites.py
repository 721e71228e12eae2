"""The sprites that cost most to draw, drawn beforehand."""

from engines.budowa.components import SPOTS, TILE
from render import frame
from render.art import icons
from render.budowa import blocks
from render.budowa.lines import spot_name
from render.theme import player


def sprites() -> None:
    """The grid, where every castle begins, signs. Cards in castles come one by one."""
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
            blocks.built(TILE, size, look.colour, last=True)
    blocks.gap()
    blocks.wand()
    frame.hills(1052, 250)
