"""The arrow along which a figure or segment of Torres went, drawn below the figures."""

from collections.abc import Sequence
from functools import partial

from PIL import Image, ImageDraw

from engines.torres.squares import NUMBER
from render.sprite_cache import drawn_once
from render.theme import INK, WHITE, Colour, Look, rgb
from render.torres import ground

MARGIN, THICK, HEAD = 24, 13, 30
"""The space around an arrow's ends, the thickness of its shaft, and the length of its head (px)."""

INTO = 20
"""How far the head reaches into its square (px)."""


def arrow(im: Image.Image, heights: Sequence[int], start: str, end: str, look: Look) -> None:
    """Draw an arrow from the middle of one square into another, in the player's colour."""
    half = ground.CELL // 2
    (x0, y0), (x1, y1) = (ground.corner(square) for square in (start, end))
    y0, y1 = (y - ground.lift(heights[NUMBER[square]]) for y, square in ((y0, start), (y1, end)))
    dx, dy = x1 - x0, y1 - y0
    inside = (half - INTO) / max(abs(dx), abs(dy), 1)
    dx, dy = round(dx * (1 - inside)), round(dy * (1 - inside))
    sprite = _arrow(dx, dy, look.colour)
    im.paste(sprite, (x0 + half + min(dx, 0) - MARGIN, y0 + half + min(dy, 0) - MARGIN), sprite)


@drawn_once
def _arrow(dx: int, dy: int, colour: Colour) -> Image.Image:
    """An arrow by (dx, dy) with a dark and a light rim, drawn at twice its size."""
    size = (abs(dx) + 2 * MARGIN, abs(dy) + 2 * MARGIN)
    big = Image.new("RGBA", (2 * size[0], 2 * size[1]))
    draw, length = ImageDraw.Draw(big), max(1.0, (dx * dx + dy * dy) ** 0.5)
    ux, uy = dx / length, dy / length
    at = partial(_point, (max(-dx, 0) + MARGIN, max(-dy, 0) + MARGIN), (ux, uy))
    for grow, fill in ((6, INK), (3.5, WHITE), (0, colour)):
        thick = THICK / 2 + grow
        shaft = [at(-grow, thick), at(length - HEAD, thick), at(length - HEAD, -thick), at(-grow, -thick)]
        draw.polygon(shaft, fill=(*rgb(fill), 255))
        head = [
            at(length - HEAD - grow, 19 + 1.6 * grow),
            at(length + 1.6 * grow, 0),
            at(length - HEAD - grow, -19 - 1.6 * grow),
        ]
        draw.polygon(head, fill=(*rgb(fill), 255))
    return big.reduce(2)


def _point(origin: tuple[int, int], along: tuple[float, float], far: float, aside: float) -> tuple[float, float]:
    """A point of an arrow that is drawn at twice its size: how far along it, and how far beside it."""
    (x, y), (ux, uy) = origin, along
    return 2 * (x + ux * far - uy * aside), 2 * (y + uy * far + ux * aside)
