# ruff: noqa: PLR0917 - drawing is told places and sizes
"""What stands on tiles, always upright: houses, pigs, chapels, stocks, fountains, fences. Sizes in the pen's own units."""

from __future__ import annotations

from render.pen import Pen, Points
from render.theme import INK, WHITE, dark, light, mix, rgb

GRASS, MUD, PAVING, ROAD, YARD = (136, 178, 86), (150, 106, 68), (198, 178, 144), (250, 236, 204), (226, 184, 122)
ROOF, SLATE, WOOD, PINK, WATER = (206, 68, 46), (84, 108, 150), (176, 118, 66), (246, 170, 174), (74, 160, 222)
PLASTER, RAIL, PARAPET, BASIN = (255, 241, 212), (236, 204, 146), (206, 196, 180), (214, 206, 194)

GROUNDS = (
    *(GRASS, light(GRASS, 0.09), dark(GRASS, 0.24), dark(GRASS, 0.34)),
    *(MUD, dark(MUD, 0.3), PAVING, ROAD, mix(ROAD, INK, 0.22), YARD),
)
THINGS = (ROOF, dark(ROOF, 0.2), SLATE, WOOD, PINK, light(PINK, 0.45), WATER, PLASTER, RAIL, PARAPET, BASIN, rgb(WHITE))
"""The colours that tiles are made of."""


def cottage(pen: Pen, x: float, y: float, w: float, k: float, roof: tuple[int, int, int] = ROOF) -> None:
    """A house under a red roof; (x, y) is the middle of its foot, `k` the width of a line."""
    h = w * 0.46
    pen.poly([(x - w * 0.4, y), (x - w * 0.4, y - h), (x + w * 0.4, y - h), (x + w * 0.4, y)], PLASTER, w=k)
    pen.poly([(x - w * 0.1, y), (x - w * 0.1, y - h * 0.6), (x + w * 0.12, y - h * 0.6), (x + w * 0.12, y)], (110, 64, 40), w=0)
    gable = [(x - w * 0.54, y - h * 0.82), (x - w * 0.3, y - h * 2), (x + w * 0.3, y - h * 2), (x + w * 0.54, y - h * 0.82)]
    pen.poly(gable, roof, w=k)
    top, low = y - h * 1.94, y - h * 0.88
    pen.poly([(x + w * 0.08, top), (x + w * 0.28, top), (x + w * 0.5, low), (x + w * 0.14, low)], dark(roof, 0.2), w=0)
    pen.line([(x - w * 0.27, y - h * 1.82), (x + w * 0.04, y - h * 1.82)], light(roof, 0.4), k * 0.9)


def homes(edges: tuple[int, ...]) -> list[tuple[float, float, float]]:
    """Where the houses of an area stand: few and large, as (x, y of the foot, width) from back to front."""
    rim = ((0.5, 0.32, 0.35), (0.83, 0.64, 0.31), (0.5, 0.965, 0.35), (0.17, 0.64, 0.31))
    corner = {(0, 1): (0.82, 0.33, 0.33), (1, 2): (0.82, 0.95, 0.33), (2, 3): (0.18, 0.95, 0.33), (0, 3): (0.18, 0.33, 0.33)}
    found = [rim[edge] for edge in edges]
    if len(edges) > 1:
        found += [spot for both, spot in corner.items() if set(both) <= set(edges)]
    if len(edges) > 2 or {0, 2} <= set(edges) or {1, 3} <= set(edges):
        found.append((0.5, 0.64, 0.33))
    return sorted(found, key=lambda spot: (spot[1], spot[0]))


def pig(pen: Pen, x: float, y: float, w: float, k: float) -> None:
    """A pig that looks right; (x, y) lies between its feet."""
    for dx in (-0.28, -0.08, 0.14, 0.3):
        pen.line([(x + dx * w, y), (x + dx * w, y - w * 0.2)], INK, k * 2)
    pen.oval(x, y - w * 0.32, w * 0.46, w * 0.29, PINK, w=k)
    pen.oval(x - w * 0.08, y - w * 0.43, w * 0.24, w * 0.1, light(PINK, 0.45), w=0)
    pen.oval(x + w * 0.42, y - w * 0.4, w * 0.24, w * 0.22, light(PINK, 0.12), w=k)
    pen.poly([(x + w * 0.26, y - w * 0.56), (x + w * 0.28, y - w * 0.8), (x + w * 0.44, y - w * 0.6)], dark(PINK, 0.12), w=k)
    pen.oval(x + w * 0.6, y - w * 0.36, w * 0.09, w * 0.1, dark(PINK, 0.16), w=k * 0.8)
    pen.oval(x + w * 0.42, y - w * 0.44, w * 0.045, w * 0.045, INK, w=0)


def chapel(pen: Pen, x: float, y: float, w: float, k: float) -> None:
    """A white chapel under slate; (x, y) is the middle of its foot, it is 1.4 × as high as wide."""
    pen.poly([(x - w * 0.5, y), (x - w * 0.5, y - w * 0.38), (x + w * 0.1, y - w * 0.38), (x + w * 0.1, y)], WHITE, w=k)
    nave = [(x - w * 0.6, y - w * 0.34), (x - w * 0.42, y - w * 0.7), (x + w * 0.1, y - w * 0.7), (x + w * 0.16, y - w * 0.34)]
    pen.poly(nave, SLATE, w=k)
    near, far = x + w * 0.06, x + w * 0.5
    front = [(near, y), (near, y - w * 0.66), (x + w * 0.28, y - w), (far, y - w * 0.66), (far, y)]
    pen.poly(front, WHITE, w=k)
    pen.poly([(x, y - w * 0.62), (x + w * 0.28, y - w * 1.04), (x + w * 0.56, y - w * 0.62)], SLATE, w=k)
    pen.line([(x + w * 0.28, y - w * 1.05), (x + w * 0.28, y - w * 1.42)], INK, k * 1.5)
    pen.line([(x + w * 0.15, y - w * 1.28), (x + w * 0.41, y - w * 1.28)], INK, k * 1.5)
    pen.box((x + w * 0.19, y - w * 0.3, x + w * 0.37, y), 0, (90, 60, 50), w=0)
    pen.oval(x - w * 0.22, y - w * 0.19, w * 0.07, w * 0.1, WATER, w=k * 0.6)


def stocks(pen: Pen, x: float, y: float, w: float, k: float) -> None:
    """A pillory on two posts, (x, y) the middle of its foot: this road pays double."""
    for side in (-1, 1):
        post = x + side * w * 0.4
        pen.box((post - w * 0.09, y - w * 0.66, post + w * 0.09, y), 0, dark(WOOD, 0.25), w=k)
    pen.box((x - w * 0.6, y - w * 0.78, x + w * 0.6, y - w * 0.26), w * 0.06, WOOD, w=k)
    pen.line([(x - w * 0.52, y - w * 0.52), (x + w * 0.52, y - w * 0.52)], INK, k * 0.7)
    pen.oval(x, y - w * 0.52, w * 0.15, w * 0.15, (40, 26, 20), w=0)
    for side in (-1, 1):
        pen.oval(x + side * w * 0.36, y - w * 0.52, w * 0.08, w * 0.08, (40, 26, 20), w=0)


def fountain(pen: Pen, x: float, y: float, w: float, k: float) -> None:
    """A round basin: the roads of its tile end here."""
    pen.oval(x, y, w * 0.5, w * 0.5, BASIN, w=k * 1.3)
    pen.oval(x, y, w * 0.36, w * 0.36, WATER, w=k)
    pen.oval(x - w * 0.08, y - w * 0.1, w * 0.2, w * 0.14, light(WATER, 0.35), w=0)
    pen.oval(x, y, w * 0.12, w * 0.12, WHITE, w=k)


def bush(pen: Pen, x: float, y: float, w: float) -> None:
    """A round bush on a meadow."""
    green = dark(GRASS, 0.34)
    pen.oval(x, y, w * 0.62, w * 0.24, dark(GRASS, 0.16), w=0)
    pen.oval(x, y - w * 0.28, w * 0.5, w * 0.42, green, w=0)
    pen.oval(x - w * 0.1, y - w * 0.4, w * 0.26, w * 0.2, light(green, 0.2), w=0)


def fence(pen: Pen, line: Points, k: float) -> None:
    """A rail with posts along the border of a sty; `k` is the tile's hundredth."""
    pen.line(line, INK, 7.2 * k)
    pen.line(line, RAIL, 3.4 * k)
    for x, y in line[::4]:
        pen.oval(x, y, 3.2, 3.2, RAIL, w=2.1 * k)


def rampart(pen: Pen, line: Points, k: float) -> None:
    """A low wall along the border of a house."""
    pen.line(line, INK, 7.4 * k)
    pen.line(line, PARAPET, 3.8 * k)
