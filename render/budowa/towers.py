"""The towers of a castle as sprites. A castle is a skyline on a scale: between two towers is a wall, the longer, the more
numbers lie between theirs.
"""

from PIL import Image

from engines.budowa.components import ELEMENTS, FIGURE, HIGHEST, TILE
from render.budowa.figures import DRAW
from render.canvas import number
from render.pen import Pen, Point
from render.sprite_cache import drawn_once, piece
from render.theme import BG, GOLD, INK, TEXT, Colour, Shade, dark, light, mix

WIDE, UNIT = 62, 5
"""Width of a tower, and of the wall for each number that was left out (px)."""

LOW, FIGURE_HIGH = 64, 62
"""Height of the lowest tower, and of a figure on a tower (px)."""

CURTAIN = 36
"""Height of the wall between towers (px)."""

BRICK, BRICK_LOW, STONE = "#CEB48A", "#C0A47A", "#B8AA94"
POLE = Shade(INK, INK, "#FFFFFF")


def left_of(index: int, card: int) -> int:
    """Where a castle's tower of this index stands with this card, from the castle's left edge (px)."""
    return WIDE * index + UNIT * (card - TILE - index)


ACROSS = left_of(ELEMENTS - 1, HIGHEST) + WIDE
"""Width of the longest castle (px)."""


def height(card: int, room: int) -> int:
    """The height of a tower where a castle has `room` px with the figures; higher cards have higher towers."""
    return LOW + max(0, round((room - _top() - LOW) * card / HIGHEST))


def _top() -> int:
    """The space above a tower for its figure."""
    return FIGURE_HIGH - 12


def _crest(w: float, top: float, foot: float) -> list[Point]:
    """The outline of a tower with three merlons."""
    a, b, c, d, low = 0.24 * w, 0.38 * w, 0.62 * w, 0.76 * w, top + 13
    return [
        (2, foot), (2, top), (a, top), (a, low), (b, low), (b, top), (c, top), (c, low), (d, low), (d, top), (w - 2, top),
        (w - 2, foot),
    ]  # fmt: skip


@piece
def tower(card: int, colour: Colour, w: int, room: int, *, fresh: bool = False) -> Image.Image:
    """A tower with the card's number, and its figure on top; the first one has a flag. A `fresh` one is highlighted."""
    first, kind, top = card == TILE, FIGURE.get(card), _top()
    high = height(card, room)
    pen = Pen(w, top + high)
    if kind:
        k = FIGURE_HIGH / 64
        pen.to((w - 60 * k) / 2, 0, k)
        DRAW[kind](pen)
        pen.to()
    if first:
        pen.line([(w / 2, top), (w / 2, 6)], POLE, 5)
        pen.poly([(w / 2 + 2, 6), (w - 8, 17), (w / 2 + 2, 28)], colour, INK, 3)
    face: Colour = mix(STONE, colour, 0.25) if first else "#F3DC9A" if fresh else BRICK
    foot = top + high - 1
    pen.poly(_crest(w, top, foot), face, INK, 3)
    for row, y in enumerate(range(top + 74, top + high - 14, 26)):
        for x in (0.12, 0.54) if row % 2 else (0.3, 0.7):
            pen.box((x * w, y, min(w - 8, x * w + 0.25 * w), y + 12), 3, BRICK_LOW, w=0)
    pen.box((4, foot - 10, w - 4, foot - 2), 0, dark(colour, 0.05), w=0)
    if fresh:
        pen.poly(_crest(w, top, foot), None, GOLD, 6)
    im = pen.finish()
    number(im, (w / 2, top + 38), str(card), 48 if w > WIDE + 10 else 42, INK, stroke=3, edge=light(face, 0.35))
    return im


@drawn_once
def plan(card: int, colour: Colour, room: int) -> Image.Image:
    """The place where the open card would stand."""
    high = height(card, room)
    pen = Pen(WIDE, high)
    outline = _crest(WIDE, 2, high - 2)
    pen.poly(outline, mix(BG, colour, 0.5), w=0)
    pen.dashes(outline, TEXT, 3.5, 9, 8)
    im = pen.finish()
    number(im, (WIDE / 2, 40), str(card), 44, TEXT, stroke=3, edge=BG)
    return im


@drawn_once
def curtain(left_out: int, *, planned: bool = False) -> Image.Image:
    """The wall between two towers, for the numbers left out between theirs; `planned`: one that would stand there."""
    w = UNIT * left_out + 4
    pen = Pen(w, CURTAIN)
    crest: list[Point] = [(0, CURTAIN - 1), (0, 2)]
    for i in range(left_out):
        x, y = 2 + i * UNIT, 2 if i % 2 else 9
        crest += [(x, y), (x + UNIT, y)]
    crest += [(w, 2), (w, CURTAIN - 1)]
    if planned:
        pen.dashes([(0, 9), (w, 9)], TEXT, 3.5, 9, 8, closed=False)
    else:
        pen.poly(crest, dark(BRICK, 0.22), INK, 2.5)
    return pen.finish()
