"""What belongs to players: subjects with the hat of their role, keeps, markers on the track, tokens; and the towers' seals."""

from __future__ import annotations

from PIL import Image

from render.canvas import number, paste
from render.pen import Pen, Point, arc, bezier, shape
from render.sprite_cache import drawn_once, piece
from render.theme import GOLD, INK, SECONDARY, SMALL, TEXT, WHITE, Colour, Look, dark, light
from render.zamek import props

STONE = (184, 170, 148)
ROOMY = 76
"""A token at least this large has room for its points with their sign (px)."""
SILVER, BRIGHT = (214, 220, 226), (255, 214, 96)


@piece
def subject(look: Look, role: str, h: int) -> Image.Image:
    """A subject in the player's colour and shape, a white halo around it: heralds, squires and farmers stand, monks lie."""
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
    sprite = pen.done(round(h * 54 / 66), h)
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
    return pen.done(size, size)


@piece
def marker(look: Look, size: int) -> Image.Image:
    """A player's marker on the track."""
    pen = Pen(60, 60)
    for r, colour in ((27, INK), (24, WHITE), (20, INK), (17.5, look.colour)):
        pen.poly(shape(look.shape, 30, 30, r), colour, colour, 1.5)
    return pen.done(size, size)


@drawn_once
def counted(sprite_of: str, look: Look, said: str) -> Image.Image:
    """For the score strip, 66 px high: subjects in the reserve (`subject`) or the keep's tiles (`keep`) with their number."""
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
    return pen.done(size, size)


@drawn_once
def seal(said: str, size: int, *, there: bool) -> Image.Image:
    """The middle of a tower: golden while its token lies there, else a dark dent; its first field's number."""
    pen = Pen(50, 50)
    pen.circle(25, 25, 23, (255, 206, 74) if there else (66, 58, 52), w=3)
    if there:
        pen.circle(25, 25, 18.5, None, (206, 146, 26), 2)
    out = pen.done(size, size)
    number(out, (size / 2, size / 2), said, SECONDARY, INK if there else (214, 206, 192), secondary=True)
    return out


@piece
def token(kind: str, size: int) -> Image.Image:
    """A token face up, known by its picture: gold for use in play, silver for the end."""
    pen = Pen(60, 60)
    late = kind.startswith("end") or kind == "unfinished"
    pen.circle(30, 30, 27, SILVER if late else BRIGHT, w=3.4)
    pen.circle(30, 30, 22.5, None, (150, 158, 168) if late else dark(GOLD, 0.25), 1.6)
    what = kind.removeprefix("end_")
    if what == "house":
        props.cottage(pen, 30, 45, 33, 2.4)
    elif what == "sty":
        props.pig(pen, 28, 43, 30, 2.4)
    elif what == "meadow":
        props.chapel(pen, 31, 47, 31, 2.2)
    elif what == "keep":
        pen.poly([(19, 46), (19, 14), (26, 14), (26, 21), (34, 21), (34, 14), (41, 14), (41, 46)], STONE, w=3)
    elif what == "road":
        pen.line([(30, 9), (30, 51)], INK, 17)
        pen.line([(30, 9), (30, 51)], props.ROAD, 12)
        pen.dashes([(30, 10), (30, 51)], light(INK, 0.5), 2, 5, 5, closed=False)
    elif what == "again":
        pen.line(arc(30, 30, 13, 13, -40, 240), INK, 6.5)
        pen.poly([(32, 16), (50, 15), (43, 32)], INK, w=0)
    elif what == "unfinished":
        pen.dashes([(17, 17), (43, 17), (43, 43), (17, 43)], INK, 4, 7, 6)
    out = pen.done(size, size)
    if what == "points":
        number(out, (size / 2, size / 2), "+5" if size >= ROOMY else "5", max(SMALL, round(size * 0.5)), INK)
    return out
