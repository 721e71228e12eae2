"""The foot of every picture: a frieze of battlements, so that nothing one needs stands in the lower left corner.

There Discord lays a badge on every picture that has a description: 60 × 40 px with its margins where a picture is shown 360 px
wide, less where it is shown larger.
"""

from __future__ import annotations

from PIL import Image

from render.canvas import picture
from render.pen import Pen, Point
from render.sprite_cache import drawn_once
from render.theme import BG, PANEL_HI, WIDTH, mix, plain

CORNER = (180, 120)
"""Width and height of the corner that stays free (px at WIDTH)."""

FOOT = 114
"""Height of the foot; the margin of what stands above it is the rest of the corner."""

BESIDE = 206
"""Where words may begin beside the badge in a picture that brings its own foot (px): a desktop shows that smaller."""

TOWERS = (237, 669, 957)


def footed(im: Image.Image) -> Image.Image:
    """The picture with its foot."""
    whole = picture(im.height + FOOT)
    whole.paste(im, (0, 0))
    whole.paste(frieze(), (0, im.height))
    return whole


def stand(im: Image.Image) -> None:
    """Lay the foot along the lower edge of a picture that is wider than others, and so is given none."""
    im.paste(frieze(im.width), (0, im.height - FOOT))


@drawn_once
def frieze(wide: int = WIDTH) -> Image.Image:
    """A long wall far away, hardly darker than the page; plain ground where shapes are to be pure."""
    im = picture(FOOT, wide)
    if plain():
        return im
    pen, colour = Pen(wide, FOOT), mix(BG, PANEL_HI, 0.4)
    for x, width, top in ((0, -(-wide // 36), 70), *((tower, 5, 34) for tower in TOWERS)):
        pen.poly(_battlement(x, width, top), colour, w=0)
    sprite = pen.done()
    im.paste(sprite, (0, 0), sprite)
    return im


def _battlement(x: float, teeth: int, top: float) -> list[Point]:
    """A wall or tower of this number of merlons and gaps, on the lower edge."""
    step = (36, 15)[teeth == 5]
    low = top + step * 0.5
    crest = [(x + (k + end) * step, low if k % 2 else top) for k in range(teeth) for end in (0, 1)]
    return [(x, FOOT), *crest, (x + teeth * step, FOOT)]
