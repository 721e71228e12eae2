"""Shields: the strength of a card in a material, and small coats of arms."""

import hashlib

from PIL import Image

from render import theme
from render.canvas import number
from render.pen import Pen, Point, shape, smooth
from render.sprite_cache import drawn_once
from render.theme import (
    BLUE,
    GREEN,
    INK,
    MATERIALS,
    ORANGE,
    PAPER_LOW,
    PURPLE,
    SKY,
    SMALL,
    VERMILION,
    WHITE,
    YELLOW,
    Colour,
    mix,
)

FIELDS = (SKY, YELLOW, BLUE, VERMILION, GREEN, PURPLE, ORANGE)
"""The colours of coats of arms. Each palette has them, so that a person's arms are the same in the pictures of all games."""
_CHARGES = ("circle", "square", "triangle", "diamond", "star", "cross")
_DIVISIONS: dict[str, list[Point]] = {
    "pale": [(50, 0), (100, 0), (100, 112), (50, 112)],
    "bend": [(0, 0), (100, 0), (100, 104)],
    "chief": [(0, 0), (100, 0), (100, 36), (0, 36)],
    "chevron": [(0, 112), (0, 98), (50, 16), (100, 98), (100, 112)],
    "fess": [(0, 56), (100, 56), (100, 112), (0, 112)],
}


def outline(w: float, h: float, inset: float = 0.0) -> list[Point]:
    """Corners of a shield in a box of w × h."""
    i = inset
    right = [(w - i, h * 0.46), (w - i - w * 0.07, h * 0.66), (w * 0.72, h * 0.85), (w / 2, h - i)]
    curve = smooth(right, closed=False, steps=8)
    return [(i, i), (w - i, i), *curve, *((w - x, y) for x, y in reversed(curve[:-1]))]


@drawn_once
def plain(material: str, w: int, h: int, strong: bool = True) -> Image.Image:
    """A shield of a material, each with its own pattern. `strong`: with a white rim, otherwise paler."""
    base, dark, _, _ = MATERIALS[material]
    edge, pale = (5.0, 0.0) if strong else (3.5, 0.2)
    base_, dark_ = mix(base, PAPER_LOW, pale), mix(dark, PAPER_LOW, pale)
    seam = mix(base_, dark_, 0.85 if theme.plain() else 0.42)
    pen = Pen(w, h)
    pts = outline(w, h, edge / 2)
    pen.poly(pts, base_, w=0)
    if material == "wood":
        for k in range(1, 4):
            pen.line([(w * k / 4, 0), (w * k / 4, h)], seam, 2.5)
    else:
        rows = 4 if material == "stone" else 6
        step = w / (2 if material == "stone" else 3)
        for k in range(rows):
            y, low = h * 0.92 * k / rows, h * 0.92 * (k + 1) / rows
            if k:
                pen.line([(0, y), (w, y)], seam, 2.5)
            for j in range(4):
                x = step * (j + (0.5 if k % 2 else 0))
                pen.line([(x, y), (x, low)], seam, 2.5)
    pen.glaze([(w / 2, 0), (w, 0), (w, h), (w / 2, h)], INK, 0.1)
    pen.clip(pts)
    if strong:
        pen.line(outline(w, h, edge + 1.5), WHITE, 5, closed=True)
    pen.line(pts, INK, edge, closed=True)
    return pen.finish()


@drawn_once
def strength(material: str, w: int, h: int, value: int, counts: bool) -> Image.Image:
    """The strength of a card in one material; `counts` marks the material that counts."""
    sprite = plain(material, w, h, counts).copy()
    size = max(SMALL, round(h * (0.66 if counts else 0.6)))
    around: Colour = INK if counts else mix(INK, MATERIALS[material][1], 0.15)
    number(sprite, (w / 2, h * 0.46), str(value), size, WHITE, stroke=4 if counts else 3, edge=around)
    return sprite


def arms_of(user: int | None, name: str, size: int) -> Image.Image:
    """The coat of arms of a person: the same in every picture, whatever they call themselves. Without an id (None, 0), the
    name's.
    """
    return arms(str(user) if user else name, size)


@drawn_once
def arms(name: str, size: int) -> Image.Image:
    """A coat of arms for a name, always the same for the same name; `size` wide and 1.12 times as high."""
    drawn = int.from_bytes(hashlib.sha256(name.encode("utf-8", "replace")).digest()[:8])
    drawn, first = divmod(drawn, len(FIELDS))
    drawn, second = divmod(drawn, len(FIELDS) - 1)
    drawn, division = divmod(drawn, len(_DIVISIONS))
    charge = _CHARGES[drawn % len(_CHARGES)]
    other = FIELDS[second if second < first else second + 1]
    return _arms(FIELDS[first], other, list(_DIVISIONS)[division], charge, size)


def _arms(field: Colour, other: Colour, division: str, charge: str, size: int) -> Image.Image:
    w, h = 100, 112
    pts = outline(w, h, 7)
    pen, whole = Pen(w, h), Pen(w, h)
    pen.poly(pts, field, w=0)
    pen.poly(_DIVISIONS[division], other, INK, 3.5)
    pen.glaze([(50, 0), (100, 0), (100, 112), (50, 112)], INK, 0.07)
    pen.clip(pts)
    y = 64 if division in {"chief", "chevron"} else 52
    pen.poly(shape(charge, 50, y, 24), WHITE, INK, 9)
    pen.poly(shape(charge, 50, y, 22), WHITE, WHITE, 3)
    pen.line(pts, INK, 5, closed=True)
    whole.poly(pts, WHITE, WHITE, 13)
    whole.im.alpha_composite(pen.im)
    return whole.finish(size, round(size * 1.12))
