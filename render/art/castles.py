"""Castles of stone, brick and wood, large and small, and as small icons."""
# ruff: noqa: PLR0917 - drawing functions take places and sizes

import math

from PIL import Image

from render.canvas import glow, number, panel, paste
from render.pen import Box, Pen, Point, smooth
from render.sprite_cache import drawn_once, piece
from render.theme import GOLD, INK, MATERIALS, PAPER_LOW, SEPIA, SMALL, WHITE, Colour, mix


@drawn_once
def castle(material: str, large: bool, size: int, flag: Colour = GOLD) -> Image.Image:
    """A castle on a transparent background, `size` wide; it stands 0.8 of that below the top. Flags have the owner's colour."""
    pen = Pen(300, 260, line=4)
    if large:
        _flag(pen, 150, 62, 48, flag)
        _wall(pen, (112, 66, 188, 240), material, 4, 13)
        for x in (62, 238):
            _flag(pen, x, 40, 26, flag)
            _wall(pen, (x - 27, 104, x + 27, 240), material, 3, 0.1)
            _roof(pen, x, 102, 37, 62, material)
            _slit(pen, x, 140, lit=True)
            _slit(pen, x, 196, lit=False)
        _wall(pen, (88, 152, 212, 240), material, 6, 13)
        for x in (134, 166):
            _slit(pen, x, 100, lit=True)
        _gate(pen, 150, 240, 25, 62)
    else:
        _wall(pen, (60, 176, 240, 240), material, 7, 14)
        _flag(pen, 150, 44, 34, flag)
        _wall(pen, (112, 110, 188, 240), material, 4, 0.1)
        _roof(pen, 150, 108, 50, 70, material)
        for x in (134, 166):
            _slit(pen, x, 142, lit=True)
        _gate(pen, 150, 240, 21, 56)
    return pen.finish(size, round(size * 260 / 300))


def ground(size: int) -> int:
    """The distance (px) from the top edge of a castle of that width to its ground line."""
    return round(size * 240 / 300)


@drawn_once
def castle_shadow(size: int) -> Image.Image:
    """A soft shadow for under a castle, at its ground line and a fifth to the right; `size` wide."""
    return glow(round(size * 0.72), round(size * 0.05), 8, INK, round(size * 0.025), 0.55)


def _masonry(pen: Pen, box: Box, material: str) -> None:
    base, dark, light, _ = MATERIALS[material]
    x0, y0, x1, y1 = box
    seam, bright, dull = mix(base, dark, 0.55), mix(base, light, 0.6), mix(base, dark, 0.25)
    if material == "wood":
        for k, plank in enumerate(range(round(x0), round(x1) - 2, 11)):
            pen.box((plank, y0, min(plank + 11, x1), y1), 0, (base, bright, dull)[k % 3], w=0)
            pen.line([(plank, y0 + 1), (plank, y1 - 1)], seam, 1.8)
        return
    high, wide = (15.0, 25.0) if material == "stone" else (9.0, 18.0)
    pen.box(box, 0, base, w=0)
    for row in range(math.ceil((y1 - y0) / high)):
        y = y0 + row * high
        low = min(y + high, y1)
        start = x0 - (wide / 2 if row % 2 else 0)
        for column in range(math.ceil((x1 - start) / wide)):
            x = start + column * wide
            if (row * 7 + column * 5 + int(x0)) % 6 == 0:
                pen.box((max(x, x0), y, min(x + wide, x1), low), 0, bright, w=0)
            elif (row * 5 + column * 3 + int(y0)) % 7 == 0:
                pen.box((max(x, x0), y, min(x + wide, x1), low), 0, dull, w=0)
            if x > x0 + 1:
                pen.line([(x, y + 1), (x, low - 1)], seam, 1.5)
        if low < y1:
            pen.line([(x0 + 1, low), (x1 - 1, low)], seam, 1.5)


def _crest(x0: float, x1: float, y: float, material: str, teeth: int, tooth: float) -> list[Point]:
    """The upper edge: crenels, or the points of a palisade."""
    if material == "wood":
        n = max(2, round((x1 - x0) / 15))
        step = (x1 - x0) / n
        return [(x0 + (k + t) * step, y - (tooth if t == 0.5 else 0)) for k in range(n) for t in (0, 0.5, 1)]
    step = (x1 - x0) / (2 * teeth - 1)
    out: list[Point] = []
    for k in range(teeth):
        x = x0 + 2 * k * step
        out += [(x, y), (x, y - tooth), (x + step, y - tooth), (x + step, y)]
    return out


def _wall(pen: Pen, box: Box, material: str, teeth: int, tooth: float) -> None:
    """A wall; the light falls from the left."""
    x0, y0, x1, y1 = box
    base, _, light, _ = MATERIALS[material]
    edge = [*_crest(x0, x1, y0, material, teeth, tooth), (x1, y1), (x0, y1)]
    pen.poly(edge, mix(base, light, 0.5), w=0)
    _masonry(pen, box, material)
    shade = x1 - (x1 - x0) * 0.28
    pen.glaze([(shade, y0 - tooth), (x1, y0 - tooth), (x1, y1), (shade, y1)], INK, 0.2)
    pen.poly(edge, None, w=4)


def _roof(pen: Pen, x: float, y: float, half: float, tall: float, material: str) -> None:
    base = MATERIALS[material][3]
    pen.poly([(x - half, y), (x, y - tall), (x + half, y)], base, w=0)
    pen.poly([(x, y - tall), (x + half, y), (x + half * 0.2, y)], mix(base, INK, 0.28), w=0)
    for k in (0.4, 0.68):
        row = y - tall * (1 - k)
        pen.line(smooth([(x - half * k, row), (x, row + 5), (x + half * k, row)], closed=False), mix(base, INK, 0.4), 2)
    pen.poly([(x - half, y), (x, y - tall), (x + half, y)], None, w=4)


def _flag(pen: Pen, x: float, y: float, tall: float, colour: Colour) -> None:
    pen.line([(x, y), (x, y - tall)], INK, 4)
    top = y - tall
    pen.poly([(x + 1, top), (x + 30, top + 6), (x + 20, top + 12), (x + 30, top + 19), (x + 1, top + 21)], colour, w=3)


def _gate(pen: Pen, x: float, y: float, half: float, tall: float) -> None:
    turns = [i * math.pi / 12 for i in range(13)]
    arch = [(x - half * math.cos(t), y - tall + half - half * math.sin(t)) for t in turns]
    pen.poly([(x - half, y), *arch, (x + half, y)], "#2B211B", w=4)
    for k in (-0.45, 0.0, 0.45):
        top = y - tall + half * (1 - math.sqrt(1 - k * k)) + 4
        pen.line([(x + half * k, y - 2), (x + half * k, top)], "#8C7A5E", 2.2)
    for k in (0.3, 0.58):
        pen.line([(x - half + 3, y - tall * k), (x + half - 3, y - tall * k)], "#8C7A5E", 2.2)


def _slit(pen: Pen, x: float, y: float, *, lit: bool) -> None:
    pen.box((x - 4, y - 11, x + 4, y + 11), 4, "#FFD66B" if lit else "#2B211B", w=3)


@piece
def castle_icon(material: str, large: bool, size: int, points: int | None = None) -> Image.Image:
    """A small castle: its size sets the silhouette, its material the colour and upper edge; the points are a digit on it."""
    base, dark, _, _ = MATERIALS[material]
    pen = Pen(100, 100, line=6)
    walls = [(6, 52, 30, 2), (70, 52, 94, 2), (26, 36, 74, 3)] if large else [(12, 68, 88, 5), (30, 34, 70, 3)]
    for x0, y0, x1, teeth in walls:
        if material == "wood":
            step = (x1 - x0) / teeth
            top: list[Point] = [(x0 + (k + t) * step, y0 - (14 if t == 0.5 else 0)) for k in range(teeth) for t in (0, 0.5, 1)]
        else:
            top = _crest(x0, x1, y0, material, teeth, 11)
        pen.poly([*top, (x1, 92), (x0, 92)], base)
    if material == "brick":
        for y, columns in ((50, (38, 62)), (64, (32, 50, 68)), (78, (38, 62))):
            for x in columns:
                pen.line([(x - 5, y), (x + 5, y)], dark, 4)
    elif material == "stone":
        for x, y in ((34, 46), (62, 82), (66, 48), (36, 84)):
            pen.line([(x - 6, y), (x + 6, y)], dark, 4)
    else:
        for x in (42, 58):
            pen.line([(x, 40), (x, 88)], dark, 4)
    sprite = pen.finish(size, size)
    if points is not None:
        number(sprite, (size / 2, min(size * 0.66, size - 22)), str(points), max(SMALL, round(size * 0.5)), WHITE, stroke=4)
    return sprite


@piece
def castle_tile(material: str, large: bool, size: int, ring: bool = False) -> Image.Image:
    """A small castle tile: icon and points (2 large, 1 small) on parchment; `ring`: just won."""
    sprite = panel(size, size, round(size * 0.18), PAPER_LOW, GOLD if ring else SEPIA, 6 if ring else 3).copy()
    icon = castle_icon(material, large, round(size * 0.86), 2 if large else 1)
    paste(sprite, icon, (size / 2, size / 2 - size * 0.02), "c")
    return sprite
