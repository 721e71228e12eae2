"""The figures that look over the walls, each drawn in a box of 60 × 64 whose lower end is hidden by the wall."""

# Points are laid out as the shapes they form:
# fmt: off

from collections.abc import Callable

from PIL import Image

from render.pen import Pen, arc, bezier, star
from render.sprite_cache import piece
from render.theme import INK, SKIN, VERMILION, WHITE, Colour

GOLD, SHAFT, LIPS = "#FFD147", "#96643C", "#963228"


def _body(p: Pen, c: Colour) -> None:
    p.poly([*bezier((8, 66), (10, 44), (24, 42)), *bezier((36, 42), (50, 44), (52, 66))], c, w=2.5)


def _head(p: Pen, y: float = 30, r: float = 12) -> None:
    p.oval(30, y, r, r + 1, SKIN, w=2.5)
    for x in (25.4, 34.6):
        p.oval(x, y, 2, 2, INK, w=0)
    p.line(bezier((27, y + 6), (30, y + 8), (33, y + 6)), LIPS, 1.8)


def _crown(p: Pen, y: float, w: float, h: float) -> None:
    a, b = 30 - w / 2, 30 + w / 2
    p.poly([(a, y), (a, y - h * 0.85), (30 - w * 0.24, y - h * 0.42), (30, y - h), (30 + w * 0.24, y - h * 0.42),
            (b, y - h * 0.85), (b, y)], GOLD, w=2.5)


def king(p: Pen) -> None:
    """A bearded king in red and ermine."""
    _body(p, "#C42824")
    p.poly([(18, 44), (42, 44), (36, 54), (24, 54)], WHITE, w=2)
    for x, y in ((24, 48), (30, 51), (36, 48)):
        p.oval(x, y, 1.5, 1.5, INK, w=0)
    _head(p)
    p.poly([*bezier((18, 30), (18, 48), (30, 49)), *bezier((30, 49), (42, 48), (42, 30)), (36, 35), (30, 33), (24, 35)],
           "#966032", w=2.2)
    p.line([(27, 38), (33, 38)], INK, 2)
    _crown(p, 23, 32, 20)


def queen(p: Pen) -> None:
    """A dark-haired queen in purple."""
    hair = "#703A1E"
    p.poly([*arc(30, 30, 17, 18, 180, 360), *bezier((47, 30), (50, 48), (44, 58)), (16, 58),
            *bezier((16, 58), (10, 48), (13, 30))], hair, w=2.5)
    _body(p, "#7A3E96")
    p.line(arc(30, 44, 8, 6, 10, 170), GOLD, 3)
    _head(p)
    p.poly([*arc(30, 28, 13, 12, 190, 350), *bezier((42, 26), (30, 20), (18, 26))], hair, w=2)
    _crown(p, 19, 26, 16)
    p.oval(30, 5, 2.4, 2.4, VERMILION, w=1.5)


def knight(p: Pen) -> None:
    """A knight with a lance and a red plume."""
    p.line([(6, 66), (6, 8)], INK, 6).line([(6, 66), (6, 8)], SHAFT, 2.8)
    p.poly([(6, -3), (11, 10), (6, 15), (1, 10)], "#D6DCE2", w=2)
    _body(p, "#8C96A0")
    p.poly([*bezier((30, 12), (44, -4), (54, 12)), *bezier((54, 12), (56, 24), (50, 26)),
            *bezier((50, 26), (46, 12), (30, 16))], "#DE3228", w=2.2)
    p.poly([*arc(30, 26, 15, 16, 180, 360), (45, 38), (38, 44), (22, 44), (15, 38)], "#C6CED4", w=2.6)
    p.box((17, 25, 43, 32), 2, "#26262C", w=2)
    for x, y0, y1 in ((30, 34, 42), (24, 36, 40), (36, 36, 40)):
        p.line([(x, y0), (x, y1)], INK, 2)


def princess(p: Pen) -> None:
    """A fair princess with a pointed hat and a veil."""
    hair, gown = "#F4C450", "#EE6EA0"
    p.poly([*bezier((34, 0), (54, 16), (54, 48)), *bezier((54, 48), (46, 30), (34, 20))], "#FFE2EE", w=2)
    p.poly([*arc(30, 32, 16, 16, 180, 360), (47, 56), (13, 56)], hair, w=2.5)
    _body(p, gown)
    _head(p, 32)
    p.poly([(17, 26), (32, -3), (43, 26), *bezier((43, 26), (30, 18), (17, 26))], gown, w=2.5)
    p.line([(24, 16), (37, 13)], WHITE, 2.6)
    p.line(bezier((18, 27), (30, 19), (42, 27)), GOLD, 3)


def wizard(p: Pen) -> None:
    """A white-bearded wizard with a starry hat and a wand."""
    blue = "#3246AA"
    _body(p, blue)
    p.line([(53, 66), (53, 24)], INK, 6).line([(53, 66), (53, 24)], SHAFT, 2.8)
    p.poly(star(53, 18, 8), GOLD, w=1.8)
    _head(p, 32)
    p.poly([*bezier((17, 33), (18, 62), (30, 68)), *bezier((30, 68), (42, 62), (43, 33)), (36, 38), (30, 36), (24, 38)],
           WHITE, w=2.3)
    p.poly([(8, 27), *bezier((8, 27), (22, 18), (26, -3)), *bezier((26, -3), (38, 12), (52, 27)),
            *bezier((52, 27), (30, 34), (8, 27))], blue, w=2.5)
    p.poly(star(28, 14, 5), GOLD, w=0).poly(star(38, 22, 3.6), GOLD, w=0)


DRAW: dict[str, Callable[[Pen], None]] = {
    "king": king, "queen": queen, "knight": knight, "princess": princess, "wizard": wizard,
}


@piece
def head(kind: str, size: int) -> Image.Image:
    """A figure alone, in a square."""
    p = Pen(64, 64)
    p.to(4, 5, 0.93)
    DRAW[kind](p)
    return p.finish(size, size)
