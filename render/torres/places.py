"""Where the parts of a picture with the board of Torres are, in each shape."""

import msgspec
from PIL import Image

from data.shapes import TALL
from data.shapes import WIDE as WIDE_SHAPE
from render import frame
from render.canvas import picture
from render.frame import BESIDE, MARGIN, Box, stand
from render.theme import WIDTH, shape
from render.torres import ground

GAP = 10
"""The gap between panels (px)."""

ACROSS = 1270
"""Width of a picture with the board in the shape for all screens (px). A phone shows it at 0.28 of its size; a desktop, where
height is the limit, at 0.29.
"""

FOOT = 130
"""Height of the foot below the board, including the band."""

LEFT, WIDE = ground.ACROSS + 6, ACROSS - MARGIN - ground.ACROSS - 6
"""The x where the scores begin in that shape, and their width."""

PANEL_HIGH, SIDE = 254, 600
"""In the other shapes: the height of a panel, and the width of the column beside the board."""


class Places(msgspec.Struct, frozen=True):
    """The places of the parts of a picture with the board."""

    size: tuple[int, int]
    board: int
    """The left edge of the board; its upper edge is the picture's."""
    panels: list[Box]
    """The score panels by seat."""
    words: tuple[int, int, int]
    """Left, top and width of the band, and of what is below it."""

    def empty(self) -> Image.Image:
        """An empty picture with only its foot."""
        im = picture(self.size[1], self.size[0])
        if self.size[0] == ACROSS:
            stand(im)
        elif self.size[0] != WIDTH:
            frame.stand_aside(im, self.board)
        return im


def places(seats: int, band: int, below: int = 0) -> Places:
    """The places in the current shape. `band`: the height of the band; `below`: the height of what is below it."""
    if shape() == TALL:
        top = ground.HEIGHT + PANEL_HIGH + GAP
        panels = [(x, ground.HEIGHT, w, PANEL_HIGH) for x, w in frame.columns(seats)]
        size = (WIDTH, top + band + below + MARGIN)
        return Places(size, (WIDTH - ground.ACROSS) // 2, panels, (MARGIN, top, WIDTH - 2 * MARGIN))
    if shape() == WIDE_SHAPE:
        panels = frame.pairs(seats, SIDE + 2 * MARGIN, PANEL_HIGH)
        top = panels[-1][1] + PANEL_HIGH + GAP
        high = max(ground.HEIGHT, top + band + below + frame.ASIDE_HIGH)
        return Places((MARGIN + SIDE + 6 + ground.ACROSS, high), MARGIN + SIDE + 6, panels, (MARGIN, top, SIDE))
    high = min(300, (ground.HEIGHT - 2 * MARGIN - GAP * (seats - 1)) // seats)
    panels = [(LEFT, MARGIN + i * (high + GAP), WIDE, high) for i in range(seats)]
    size = (ACROSS, ground.HEIGHT + FOOT + below)
    return Places(size, 0, panels, (BESIDE, ground.HEIGHT + GAP, ACROSS - MARGIN - BESIDE))
