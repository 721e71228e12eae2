"""The cards of the wall as sprites: face down in the grid, turned up, built into a castle; and empty places."""

import msgspec
from PIL import Image

from engines.budowa.components import FIGURE, TILE
from render.art import icons
from render.budowa.figures import DRAW
from render.canvas import number, on_ground, paste
from render.pen import Pen, Point, arc, star
from render.sprite_cache import drawn_once, piece
from render.theme import BG, GOLD, GREY, INK, TEXT, WHITE, Colour, Shade, dark, light, mix

CELL_W, GAP = 212, 8
TABLE = Shade("#3A3028", "#D8CAAC", "#12100E")
"""The colour of the table under the grid."""
POLE = Shade(INK, INK, "#FFFFFF")
HOLE = Shade("#232222", "#EDE3CE", "#000000")
HOLE_EDGE = Shade("#141416", "#C9BA99", "#000000")
HOLE_DASH = Shade("#3A3632", "#BBAC8C", "#5A5F66")
"""The colours where a card is gone: the hole, its shadow, its outline."""
PLACE = Shade("#686C74", "#8A7D69", "#9299A3")
"""The outline of an empty place."""
SLOT = 80
"""Width of a card in a castle (px)."""
NUMBERS = 42
"""Size of the text on cards (px): 11 px on a desktop, which shows a picture of four castles at a quarter of its size."""
BRICK, BRICK_LOW, STONE = "#CEB48A", "#C0A47A", "#B8AA94"
PENCIL, LABEL = Shade("#43355A", "#43355A", "#241735"), Shade("#604214", "#604214", "#3A2400")


class Size(msgspec.Struct, frozen=True):
    """Heights (px) by number of players: a cell of the grid, a castle's row, a card in it."""

    cell: int
    row: int
    slot: int

    @property
    def wall(self) -> int:
        """The y where the wall begins, below the figures."""
        return self.slot - 67


SIZES = {2: Size(76, 148, 130), 3: Size(76, 146, 128), 4: Size(70, 122, 112)}


def _stones(p: Pen, box: tuple[float, float, float, float], seed: int) -> None:
    """A few stones on a wall's face, the same for the same seed."""
    x0, y0, x1, y1 = box
    for i in range(3):
        a = x0 + (x1 - x0) * ((seed * 37 + i * 53) % 71) / 90
        b = y0 + (y1 - y0) * (0.08 + 0.31 * i)
        p.box((a, b, min(x1, a + 22 + (seed * 13 + i * 29) % 18), min(y1, b + 14)), 4, BRICK_LOW, w=0)


@piece
def face_down(label: str, high: int, note: int = 0) -> Image.Image:
    """A card of the grid, face down: a block of the wall with its spot's name; `note`: a number pencilled on it. Like `hole`,
    it has the table as background: most of a board's drawing time goes into these two.
    """
    w, h = CELL_W - GAP, high - 7
    p = Pen(w, h)
    p.box((1.5, 1.5, w - 1.5, h - 1.5), 10, BRICK)
    p.box((4, 4, w - 4, 13), 6, light(BRICK, 0.4), w=0).box((4, 9, w - 4, 15), 0, BRICK, w=0)
    _stones(p, (10, 10, w - 12, h - 12), sum(map(ord, label)) * 7)
    p.box((4, h - 11, w - 4, h - 4), 6, dark(BRICK, 0.26), w=0)
    for x in (22, w - 22):
        p.box((x - 8, 13, x + 8, h - 17), 4, dark(BRICK, 0.45), w=2)
        for y in (22, h - 26):
            p.circle(x, y, 2.4, light(BRICK, 0.3), w=0)
    im = p.finish()
    if note:
        number(im, (70, h / 2 - 2), label, NUMBERS, INK, stroke=2, edge=light(BRICK, 0.35))
        number(im, (w - 72, h / 2 - 2), str(note), 44, PENCIL, stroke=2, edge=light(BRICK, 0.5))
    else:
        number(im, (w / 2, h / 2 - 2), label, 50, INK, stroke=3, edge=light(BRICK, 0.35))
    return on_ground(im, TABLE)


@drawn_once
def hole(high: int) -> Image.Image:
    """The hole where a card is gone."""
    w, h = CELL_W - GAP, high - 7
    p = Pen(w, h)
    p.box((0, 0, w, h), 10, HOLE, w=0)
    p.box((0, 0, w, 10), 10, HOLE_EDGE, w=0)
    p.dashes([(4, 4), (w - 4, 4), (w - 4, h - 4), (4, h - 4)], HOLE_DASH, 2.5, 10, 9)
    return on_ground(p.finish(), TABLE)


@drawn_once
def frame(high: int) -> Image.Image:
    """The frame around the spot of the last decision."""
    w, h = CELL_W + 6, high + 7
    p = Pen(w, h)
    p.box((4, 4, w - 4, h - 4), 15, None, INK, 8)
    p.box((4, 4, w - 4, h - 4), 14, None, TEXT, 4.5)
    return p.finish()


@piece
def open_card(card: int, label: str, high: int, mood: str = "open") -> Image.Image:
    """A card turned up, larger than its spot. `mood`: `open` undecided, `back` about to go back, `out` removed. `card` 0 is
    drawn without a number.
    """
    w, h = CELL_W + 18, high + 18
    p = Pen(w, h)
    face = "#FFE280" if mood == "open" else "#DCD3C2"
    p.box((0, 0, w, h), 18, INK, w=0).box((3, 3, w - 3, h - 3), 16, WHITE, w=0)
    p.box((9, 9, w - 9, h - 9), 11, face, w=3)
    for k in range(7):
        a, b = arc(w - 60, h - 8, 150, 150, 186 + k * 26, 198 + k * 26, 1)
        rays: list[Point] = [(w - 60, h - 8)]
        rays += [(max(12, min(w - 12, x)), max(12, y)) for x, y in (a, b)]
        p.poly(rays, light(face, 0.45), w=0)
    kind = FIGURE.get(card)
    if kind:
        p.to(w / 2 - 8, h - 77, 1.06)
        DRAW[kind](p)
        p.to()
    p.box((14, h - 9, w - 14, h - 3), 0, WHITE, w=0)
    p.line([(20, h - 10.5), (w - 20, h - 10.5)], INK, 3)
    im = p.finish()
    number(im, (64, h / 2 + 1), str(card) if card else "?", 70, INK)
    number(im, (w - 16, h / 2 + (15 if mood == "back" else 2)), label, NUMBERS, LABEL, "r")
    if mood == "back":
        paste(im, icons.back_arrow(40, GREY), (w - 58, 7))
    elif mood == "out":
        paste(im, icons.cross_out(84, h - 20), (w - 94, 10))
    return im


def _crest(w: float, y: float, h: float, inset: float = 1.5) -> list[Point]:
    """The outline of a stretch of wall with three merlons."""
    a, b, c, d = 0.24 * w, 0.38 * w, 0.62 * w, 0.76 * w
    low = y + 11
    return [
        (inset, h - 2), (inset, y), (a, y), (a, low), (b, low), (b, y), (c, y), (c, low), (d, low), (d, y), (w - inset, y),
        (w - inset, h - 2),
    ]  # fmt: skip


@piece
def castle_card(card: int, size: Size, colour: Colour, *, last: bool = False, fresh: bool = False) -> Image.Image:
    """A card in a castle: its figure looks over the wall, its number is on the wall. The tile is a tower with the player's
    flag; `last` cards have the player's colour at their foot, a `fresh` one is highlighted.
    """
    w, h, y = SLOT, size.slot, size.wall
    p = Pen(w, h)
    kind = FIGURE.get(card)
    if kind:
        k = (y + 13) / 64
        p.to((w - 60 * k) / 2, 4 * k, k)
        DRAW[kind](p)
        p.to()
    c: Colour = "#F3DC9A" if fresh else BRICK
    if card == TILE:
        c, y = mix(STONE, colour, 0.2), y - 14
        p.line([(w / 2, y), (w / 2, 5)], POLE, 5)
        p.poly([(w / 2 + 2, 4), (w - 4, 13), (w / 2 + 2, 23)], colour, w=2.8)
    p.poly(_crest(w, y, h), c, GOLD if fresh else INK, 3)
    if card != TILE:
        _stones(p, (5, y + 15, w - 7, h - 4), card)
    p.box((3, h - 9, w - 3, h - 3), 0, colour if last else dark(c, 0.25), w=0)
    if fresh:
        p.poly(_crest(w, y, h, 3), None, GOLD, 5)
    im = p.finish()
    number(im, (w / 2, h - 31), str(card), 50, INK, stroke=3, edge=light(c, 0.3))
    return im


@drawn_once
def place(size: Size, colour: Colour = "", card: int = 0) -> Image.Image:
    """An empty place in a castle; with a colour, the place where the open card may be built."""
    w, h, y = SLOT, size.slot, size.wall
    p = Pen(w, h)
    outline = _crest(w, y, h - 2, 3)
    if colour:
        p.poly(outline, mix(BG, colour, 0.5), w=0)
        p.line([(w / 2, y - 40), (w / 2, y - 22)], INK, 13)
        p.poly([(w / 2 - 16, y - 26), (w / 2 + 16, y - 26), (w / 2, y - 5)], WHITE, w=3)
        p.line([(w / 2, y - 40), (w / 2, y - 24)], WHITE, 7)
    p.dashes(outline, TEXT if colour else PLACE, 3.5 if colour else 2.5, 9, 8)
    im = p.finish()
    if colour:
        number(im, (w / 2, h - 31), str(card) if card else "?", 48, TEXT, stroke=3, edge=BG)
    return im


@drawn_once
def gap() -> Image.Image:
    """The sign between two cards of a castle where the wizard can insert the open one."""
    p = Pen(60, 58)
    p.line([(30, 6), (30, 26)], INK, 15)
    p.poly([(10, 24), (50, 24), (30, 54)], GOLD, w=4)
    p.line([(30, 6), (30, 26)], GOLD, 8)
    return p.finish()


@drawn_once
def wand() -> Image.Image:
    """The sign beside a wizard that can still be used."""
    p = Pen(44, 44)
    p.circle(22, 22, 20, "#3246AA", WHITE, 3)
    p.poly(star(22, 22, 13), GOLD, w=2)
    return p.finish()


@piece
def little(card: int, colour: Colour) -> Image.Image:
    """A card as a small icon."""
    p = Pen(58, 58)
    p.box((1.5, 5, 56.5, 56.5), 8, BRICK)
    p.box((4, 47, 54, 54), 4, colour, w=0)
    im = p.finish()
    number(im, (29, 28), str(card), NUMBERS, INK, stroke=2, edge=light(BRICK, 0.35))
    return im
