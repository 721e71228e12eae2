"""The pieces of Torres as sprites: knights, the king, players' towers, segments."""
# ruff: noqa: PLR0917 - drawing takes places and sizes

from PIL import Image

from render.canvas import number
from render.pen import Pen, shape, smooth
from render.sprite_cache import drawn_once, piece
from render.theme import GOLD, INK, PAPER, SEPIA, WHITE, Colour, Look, dark, light, mix

STONES = ("#6F9C5B", "#8B7350", "#A98F65", "#C3AB7F", "#DAC79D", "#EEDFBE", "#F8F0DC")
"""Colours of the levels: the ground, then one hue from dark to light; higher levels have the last."""

LABEL = 48
"""The least size of labels on a board (px): a desktop shows the board at 0.25 of its size, at 0.23 with cards below it."""

KNIGHT_W = 78
TOWER = "#C3AB7F"
"""The colour of a player's tower."""


def stone(level: int) -> str:
    """The colour of a stack's top."""
    return STONES[min(level, len(STONES) - 1)]


@piece
def knight(look: Look, w: int = KNIGHT_W) -> Image.Image:
    """A knight: helmet and body in the player's colour, with the player's shape. `w` wide."""
    pen = Pen(100, 126, line=4)
    body = [(50, 40), (64, 52), (78, 84), (89, 114), (80, 121), (20, 121), (11, 114), (22, 84), (36, 52)]
    pen.line(smooth(body), WHITE, 11, closed=True)
    pen.circle(50, 30, 25, WHITE, WHITE, 6)
    pen.blob(body, look.colour, INK, 5)
    pen.glaze([(58, 40), (100, 40), (100, 126), (70, 126)], INK, 0.1)
    pen.line(smooth(body), INK, 5, closed=True)
    pen.line([(52, 8), (66, 3), (80, 11)], INK, 9).line([(52, 8), (66, 3), (79, 10)], light(look.colour, 0.35), 4)
    pen.circle(50, 30, 23, look.colour, INK, 5)
    pen.poly([(34, 25), (66, 25), (64, 33), (36, 33)], INK, w=0)
    pen.line([(50, 33), (50, 47)], INK, 4)
    pen.line([(36, 20), (44, 13)], light(look.colour, 0.55), 4)
    y, r = {"circle": (80, 18), "square": (80, 20), "triangle": (82, 21), "diamond": (80, 20)}[look.shape]
    pen.poly(shape(look.shape, 50, y, r), WHITE, INK, 5)
    return pen.finish(w, round(w * 1.26))


@piece
def king(w: int = 80) -> Image.Image:
    """The king: a dark cloak with an ermine hem under a large gold crown. `w` wide."""
    pen = Pen(100, 126, line=4)
    body = [(50, 50), (66, 60), (80, 88), (90, 113), (80, 121), (20, 121), (10, 113), (20, 88), (34, 60)]
    pen.line(smooth(body), WHITE, 11, closed=True)
    pen.blob(body, "#4B3A62", INK, 5)
    pen.poly([(12, 107), (88, 107), (90, 114), (80, 121), (20, 121), (10, 114)], PAPER, INK, 3)
    for x in (24, 42, 60, 76):
        pen.line([(x, 112), (x, 116)], INK, 3)
    pen.poly([(42, 62), (58, 62), (63, 107), (37, 107)], mix("#4B3A62", GOLD, 0.75), INK, 3)
    pen.circle(50, 47, 19, "#F0C39A", INK, 4)
    pen.blob([(34, 50), (66, 50), (60, 66), (50, 72), (40, 66)], "#E9E4D8", INK, 3)
    crown = [(17, 8), (34, 24), (50, 2), (66, 24), (83, 8), (76, 40), (24, 40)]
    pen.line(crown, WHITE, 9, closed=True)
    pen.poly(crown, GOLD, INK, 5)
    for x, y in ((17, 8), (50, 3), (83, 8)):
        pen.circle(x, y, 5, "#C4212F", INK, 3)
    pen.line([(28, 33), (72, 33)], mix(GOLD, INK, 0.35), 4)
    return pen.finish(w, round(w * 1.26))


@piece
def tower(height: int, w: int, fill: Colour = TOWER) -> Image.Image:
    """A player's tower: a battlement with its height on it, taller for more segments."""
    h = round(w * (0.9 + 0.12 * height))
    pen = Pen(w, h)
    k = w / 40
    top, deep = 3.0, 9 * k
    wall = [(2, top), (11 * k, top), (11 * k, deep), (16 * k, deep), (16 * k, top), (24 * k, top), (24 * k, deep)]
    wall += [(29 * k, deep), (29 * k, top), (w - 2, top), (w - 2, h - 2), (2, h - 2)]
    pen.poly(wall, fill, INK, 3)
    sprite = pen.finish()
    size = max(LABEL, round(w * 0.84))
    number(sprite, (w / 2, h - w * 0.45), str(height), size, INK)
    return sprite


@piece
def cards(count: int) -> Image.Image:
    """Cards in hand from behind, with their number."""
    w = 44 if count < 10 else 70
    pen = Pen(w + 7, 60)
    pen.rect(7, 1, w + 6, 52, 6, mix(PAPER, SEPIA, 0.5), INK, 3)
    pen.rect(1, 7, w, 59, 6, PAPER, INK, 3)
    sprite = pen.finish()
    number(sprite, (w / 2, 34), str(count), LABEL, INK)
    return sprite


@drawn_once
def pawn(size: int, colour: Colour = WHITE) -> Image.Image:
    """A small knight of no particular player."""
    pen = Pen(100, 100)
    knight_on(pen, 50, 96, 0.92, colour)
    return pen.finish(size, size)


@drawn_once
def segment(size: int) -> Image.Image:
    """One segment."""
    pen = Pen(100, 100)
    block(pen, 12, 30, 76, 54)
    return pen.finish(size, size)


def knight_on(pen: Pen, x: float, foot: float, k: float = 1.0, colour: Colour = "#F0E442") -> None:
    """Draw a small knight whose foot is at (x, foot); about 60 × 92 times k."""
    body = [(0, -60), (15, -50), (26, -16), (28, 0), (-28, 0), (-26, -16), (-15, -50)]
    pen.blob([(x + a * k, foot + b * k) for a, b in body], colour, INK, 4)
    pen.circle(x, foot - 68 * k, 20 * k, colour, INK, 4)
    pen.line([(x - 11 * k, foot - 70 * k), (x + 11 * k, foot - 70 * k)], INK, 5 * k)


def block(pen: Pen, x: float, y: float, w: float, h: float, fill: Colour = "#C3AB7F") -> None:
    """Draw a segment from the side: a wall with an arch."""
    pen.rect(x, y, x + w, y + h, 3, fill, INK, 4)
    pen.rect(x + 2, y + 2, x + w - 2, y + h * 0.24, 0, light(fill, 0.4), w=0)
    mid, half = x + w / 2, w * 0.13
    arch = smooth([(mid - half, y + h * 0.62), (mid, y + h * 0.42), (mid + half, y + h * 0.62)], closed=False)
    pen.poly([(mid - half, y + h - 3), *arch, (mid + half, y + h - 3)], dark(SEPIA, 0.3), w=0)


def arrow(pen: Pen, way: list[tuple[float, float]], colour: Colour = "#C4212F", thick: float = 9) -> None:
    """Draw an arrow along a line, with a light rim and its head at the last point."""
    (x0, y0), (x1, y1) = way[-2], way[-1]
    length = max(1e-6, ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5)
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    reach, half = 2.1 * thick, 1.35 * thick
    base = (x1 - dx * reach, y1 - dy * reach)
    head = [(x1, y1), (base[0] - dy * half, base[1] + dx * half), (base[0] + dy * half, base[1] - dx * half)]
    shaft = [*way[:-1], base]
    for grow, c in ((7.0, WHITE), (0.0, colour)):
        pen.line(shaft, c, thick + grow)
        pen.poly(head, c, c, grow or 1)
