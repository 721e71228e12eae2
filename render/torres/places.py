"""Where the parts of a picture with the board of Torres are, in each shape. A phone shows the public board as wide as it can,
with the scores and the band below it. A hand has the scores in a narrow column beside the board, so that picture and buttons
fit on one screen; a desktop's shape has them and the band there.
"""

import msgspec
from PIL import Image

from data.shapes import AUTO, WIDE
from render import frame
from render.canvas import picture
from render.frame import BESIDE, MARGIN, Box, Spot
from render.theme import shape
from render.torres import ground

GAP = 8
"""The gap between panels (px)."""

ACROSS = ground.ACROSS + 8
"""Width of a picture with everything below the board (px). It is not `WIDTH`, since the picture has a foot of its own, which
leaves room for the band beside Discord's badge.
"""

NARROW = 204
"""Width of the column with the scores in a hand (px)."""

FREE = 120
"""Height of the lower left corner that stays free in such a picture (px)."""

SIDE = 600
"""Width of the column beside the board (px)."""


class Places(msgspec.Struct, frozen=True):
    """The places of the parts of a picture with the board."""

    size: tuple[int, int]
    board: int
    """The left edge of the board; its upper edge is the picture's."""
    panels: list[Box]
    """The score panels by seat."""
    band: Spot
    """Left, top and width of the band."""
    below: Spot
    """Left, top and width of the cards: above the band, or below it beside the board."""

    def empty(self) -> Image.Image:
        """An empty picture with only its foot."""
        im = picture(self.size[1], self.size[0])
        if self.board:
            frame.stand_aside(im, self.board)
        else:
            frame.stand(im)
        return im


def places(
    seats: int, panel: int, band: int, below: int = 0, *, hand: bool = False, beside: int = 0, further: int = 0
) -> Places:
    """The places in the current shape, with these heights: of a panel, of the band, and of a `hand`'s cards. The lowest of them
    leave the corner free, for the height `beside`. The column beside a hand's board is `further` px wider.
    """
    if shape() == WIDE:
        panels = frame.pairs(seats, SIDE + 2 * MARGIN, panel)
        top = panels[-1][1] + panel + GAP
        high = max(ground.HEIGHT, top + band + below + frame.ASIDE_HIGH)
        size = (MARGIN + SIDE + 6 + ground.ACROSS, high)
        return Places(size, MARGIN + SIDE + 6, panels, (MARGIN, top, SIDE), (MARGIN, top + band + GAP, SIDE))
    if hand and shape() == AUTO:
        narrow = NARROW + further
        across, top = ground.ACROSS + 4 + narrow + 12, ground.HEIGHT + GAP
        high = min(300, (ground.HEIGHT - 2 * MARGIN - GAP * (seats - 1)) // seats)
        panels = [(ground.ACROSS + 4, MARGIN + seat * (high + GAP), narrow, high) for seat in range(seats)]
    else:
        across, top = ACROSS, ground.HEIGHT + panel + GAP
        panels = [(x, ground.HEIGHT, w, panel) for x, w in frame.columns(seats, GAP, right=ACROSS - MARGIN)]
    low = top + below
    size = (across, low + max(band + MARGIN, FREE - beside))
    return Places(size, 0, panels, (BESIDE, low, across - MARGIN - BESIDE), (MARGIN, top, across - 2 * MARGIN))
