"""The things that stand upright on tiles: houses, pigs, chapels, stocks, fountains, fences; and the pieces of players: subjects
with the hat of their role, keeps, markers on the track, tokens; and the towers' seals. Sizes are in the pen's own units.
"""

# ruff: noqa: PLR0917 - drawing functions take places and sizes
from PIL import Image

from render.canvas import number, paste
from render.pen import Pen, Point, Points, arc, bezier, shape
from render.sprite_cache import drawn_once, piece
from render.theme import GOLD, INK, SECONDARY, SMALL, TEXT, WHITE, Colour, Look, dark, light, mix, rgb

GRASS, MUD, PAVING, ROAD, YARD = (136, 178, 86), (150, 106, 68), (198, 178, 144), (250, 236, 204), (226, 184, 122)
ROOF, SLATE, WOOD, PINK, WATER = (206, 68, 46), (84, 108, 150), (176, 118, 66), (246, 170, 174), (74, 160, 222)
PLASTER, RAIL, PARAPET, BASIN = (255, 241, 212), (236, 204, 146), (206, 196, 180), (214, 206, 194)

GROUNDS = (
    *(GRASS, light(GRASS, 0.09), dark(GRASS, 0.24), dark(GRASS, 0.34)),
    *(MUD, dark(MUD, 0.3), PAVING, ROAD, mix(ROAD, INK, 0.22), YARD),
)
THINGS = (ROOF, dark(ROOF, 0.2), SLATE, WOOD, PINK, light(PINK, 0.45), WATER, PLASTER, RAIL, PARAPET, BASIN, rgb(WHITE))
"""The colours that tiles are made of."""

STONE = (184, 170, 148)
ROOMY = 76
"""A token at least this large has room for its points with their sign (px)."""
SILVER, BRIGHT = (214, 220, 226), (255, 214, 96)


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
    """The places of the houses of an area, few and large, as (x, y of the foot, width) from back to front."""
    rim = ((0.5, 0.32, 0.35), (0.83, 0.64, 0.31), (0.5, 0.965, 0.35), (0.17, 0.64, 0.31))
    corner = {(0, 1): (0.82, 0.33, 0.33), (1, 2): (0.82, 0.95, 0.33), (2, 3): (0.18, 0.95, 0.33), (0, 3): (0.18, 0.33, 0.33)}
    found = [rim[edge] for edge in edges]
    if len(edges) > 1:
        found += [spot for both, spot in corner.items() if set(both) <= set(edges)]
    if len(edges) > 2 or {0, 2} <= set(edges) or {1, 3} <= set(edges):
        found.append((0.5, 0.64, 0.33))
    return sorted(found, key=lambda spot: (spot[1], spot[0]))


def pig(pen: Pen, x: float, y: float, w: float, k: float) -> None:
    """A pig looking to the right; (x, y) is between its feet."""
    for dx in (-0.28, -0.08, 0.14, 0.3):
        pen.line([(x + dx * w, y), (x + dx * w, y - w * 0.2)], INK, k * 2)
    pen.oval(x, y - w * 0.32, w * 0.46, w * 0.29, PINK, w=k)
    pen.oval(x - w * 0.08, y - w * 0.43, w * 0.24, w * 0.1, light(PINK, 0.45), w=0)
    pen.oval(x + w * 0.42, y - w * 0.4, w * 0.24, w * 0.22, light(PINK, 0.12), w=k)
    pen.poly([(x + w * 0.26, y - w * 0.56), (x + w * 0.28, y - w * 0.8), (x + w * 0.44, y - w * 0.6)], dark(PINK, 0.12), w=k)
    pen.oval(x + w * 0.6, y - w * 0.36, w * 0.09, w * 0.1, dark(PINK, 0.16), w=k * 0.8)
    pen.oval(x + w * 0.42, y - w * 0.44, w * 0.045, w * 0.045, INK, w=0)


def chapel(pen: Pen, x: float, y: float, w: float, k: float) -> None:
    """A white chapel with a slate roof; (x, y) is the middle of its foot. It is 1.4 times as high as wide."""
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
    """A pillory on two posts; (x, y) is the middle of its foot. This road pays double."""
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


@piece
def subject(look: Look, role: str, h: int) -> Image.Image:
    """A subject in the player's colour and shape, with a white halo: heralds, squires and farmers stand, monks lie."""
    pen = Pen(54, 66)
    body: list[Point] = [
        *bezier((22, 31), (7, 32), (8, 42)),
        *bezier((8, 46), (15, 46), (17, 42)),
        (13, 62),
        (41, 62),
        (37, 42),
        *bezier((39, 46), (46, 46), (46, 42)),
        *bezier((46, 42), (47, 32), (32, 31)),
    ]
    hat = _hats(role)
    for thick, colour in ((8.5, WHITE), (4.6, INK)):
        pen.line(body, colour, thick, closed=True)
        pen.circle(27, 23, 9, colour, colour, thick)
        for outline, _ in hat:
            pen.line(outline, colour, thick, closed=True)
    pen.poly(body, look.colour, w=0)
    pen.circle(27, 23, 8.6, "#F0C39A", w=0)
    pen.circle(23.6, 23.5, 1.5, INK, w=0).circle(30.4, 23.5, 1.5, INK, w=0)
    for outline, filling in hat:
        pen.poly(outline, filling, w=1.4)
    pen.poly(shape(look.shape, 27, 47, 7.6), look.ink, w=0)
    sprite = pen.finish(round(h * 54 / 66), h)
    return sprite.rotate(90, Image.Resampling.BICUBIC, expand=True) if role == "monk" else sprite


def _hats(role: str) -> list[tuple[list[Point], Colour]]:
    """The hat of a role as filled outlines."""
    if role == "herald":
        plume = [*bezier((30, 14), (40, 2), (49, 8)), *bezier((49, 8), (44, 14), (34, 17))]
        return [(plume, WHITE), ([(16, 18), (19, 9), (35, 9), (38, 18)], "#C4212F")]
    if role == "squire":
        nose: list[Point] = [(24.5, 17), (29.5, 17), (29, 28), (25, 28)]
        return [([*arc(27, 20, 11, 13, 180, 360), (38, 23), (16, 23)], "#CDD5DC"), (nose, "#8E9AA6")]
    if role == "farmer":
        return [([*arc(27, 17, 17, 4.5, 0, 360)], "#E8C35C"), ([*arc(27, 16, 9, 10, 180, 360)], "#E8C35C")]
    return [([*arc(27, 21, 12, 14, 170, 370), (34, 17), (20, 17)], "#7A4A28")]


@piece
def keep(look: Look, size: int) -> Image.Image:
    """A player's keep."""
    pen = Pen(62, 62)
    walls: list[Point] = [(13, 57), (15, 24), (9, 20), (9, 5), (20, 5), (20, 11), (26, 11), (26, 5), (36, 5), (36, 11)]
    walls += [(42, 11), (42, 5), (53, 5), (53, 20), (47, 24), (49, 57)]
    for thick, colour in ((9, WHITE), (5.5, INK)):
        pen.line(walls, colour, thick, closed=True)
    pen.poly(walls, look.colour, w=0)
    pen.glaze([(40, 5), (53, 5), (53, 20), (47, 24), (49, 57), (38, 57)], INK, 0.2)
    pen.line([(15, 24), (47, 24)], INK, 2.5)
    pen.poly(shape(look.shape, 31, 41, 11), look.ink, w=0)
    return pen.finish(size, size)


@piece
def marker(look: Look, size: int) -> Image.Image:
    """A player's marker on the track."""
    pen = Pen(60, 60)
    for r, colour in ((27, INK), (24, WHITE), (20, INK), (17.5, look.colour)):
        pen.poly(shape(look.shape, 30, 30, r), colour, colour, 1.5)
    return pen.finish(size, size)


@drawn_once
def count_sign(sprite_of: str, look: Look, said: str) -> Image.Image:
    """A sign for the score strip, 66 px high: subjects in reserve (`subject`) or the keep's tiles (`keep`), counted."""
    piece = subject(look, "squire", 64) if sprite_of == "subject" else keep(look, 60)
    out = Image.new("RGBA", (piece.width + 12 + 24 * len(said), 66))
    paste(out, piece, (0, (66 - piece.height) // 2))
    number(out, (piece.width + 4, 36), said, 42, TEXT, "l")
    return out


@drawn_once
def tower(size: int) -> Image.Image:
    """A tower of the wall from above."""
    pen = Pen(72, 72)
    pen.circle(36, 36, 33, (142, 130, 114), w=4)
    for x, y in arc(36, 36, 29, 29, 0, 360, 10)[:-1]:
        pen.circle(x, y, 4.4, (206, 194, 172), w=1.8)
    pen.circle(36, 36, 23.5, (176, 162, 142), w=2.5)
    return pen.finish(size, size)


@drawn_once
def seal(said: str, size: int, *, there: bool) -> Image.Image:
    """The middle of a tower: golden while its token is there, else a dark dent; with the number of its first field."""
    pen = Pen(50, 50)
    pen.circle(25, 25, 23, (255, 206, 74) if there else (66, 58, 52), w=3)
    if there:
        pen.circle(25, 25, 18.5, None, (206, 146, 26), 2)
    out = pen.finish(size, size)
    number(out, (size / 2, size / 2), said, SECONDARY, INK if there else (214, 206, 192), secondary=True)
    return out


@piece
def token(kind: str, size: int) -> Image.Image:
    """A token face up, identified by its picture: gold for use during the game, silver for the end."""
    pen = Pen(60, 60)
    late = kind.startswith("end") or kind == "unfinished"
    pen.circle(30, 30, 27, SILVER if late else BRIGHT, w=3.4)
    pen.circle(30, 30, 22.5, None, (150, 158, 168) if late else dark(GOLD, 0.25), 1.6)
    what = kind.removeprefix("end_")
    if what == "house":
        cottage(pen, 30, 45, 33, 2.4)
    elif what == "sty":
        pig(pen, 28, 43, 30, 2.4)
    elif what == "meadow":
        chapel(pen, 31, 47, 31, 2.2)
    elif what == "keep":
        pen.poly([(19, 46), (19, 14), (26, 14), (26, 21), (34, 21), (34, 14), (41, 14), (41, 46)], STONE, w=3)
    elif what == "road":
        pen.line([(30, 9), (30, 51)], INK, 17)
        pen.line([(30, 9), (30, 51)], ROAD, 12)
        pen.dashes([(30, 10), (30, 51)], light(INK, 0.5), 2, 5, 5, closed=False)
    elif what == "again":
        pen.line(arc(30, 30, 13, 13, -40, 240), INK, 6.5)
        pen.poly([(32, 16), (50, 15), (43, 32)], INK, w=0)
    elif what == "unfinished":
        pen.dashes([(17, 17), (43, 17), (43, 43), (17, 43)], INK, 4, 7, 6)
    out = pen.finish(size, size)
    if what == "points":
        number(out, (size / 2, size / 2), "+5" if size >= ROOMY else "5", max(SMALL, round(size * 0.5)), INK)
    return out
