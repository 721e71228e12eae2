"""The cards on the table as sprites: stones of one wall, with the sky where one is missing; and the open card."""

import msgspec
from PIL import Image

from engines.budowa.components import COLUMNS, FIGURE
from render.art import icons
from render.budowa.figures import DRAW
from render.budowa.towers import BRICK, BRICK_LOW
from render.canvas import number, on_ground, paste
from render.pen import Pen, Point, arc, star
from render.sprite_cache import drawn_once, piece
from render.theme import GOLD, GREY, INK, SECONDARY, TEXT, WHITE, WIDTH, Colour, Shade, dark, light, mix

CELL_W = 117
"""Width of a stone with its joint (px)."""

LEFT = (WIDTH - COLUMNS * CELL_W) // 2
"""The x where the wall begins."""

MERLON = 24
"""Height of the merlons on the uppermost stones (px)."""

SKY = Shade("#2B4763", "#BFDDEE", "#000000")
"""The colour behind the wall."""

DEPTH = Shade("#6E5C40", "#8F7B58", "#8F7B58")
"""The wall's inside, which a gap shows."""

NUMBERS = 42
"""Size of the text on cards (px): 11 px on a desktop, which shows a picture of four castles at a quarter of its size."""

PENCIL, LABEL = Shade("#43355A", "#43355A", "#241735"), Shade("#604214", "#604214", "#3A2400")

CARD = (210, 124)
"""Width and height of the open card (px)."""


class Size(msgspec.Struct, frozen=True):
    """Heights (px) by number of players: a stone with its joint, and a castle's row."""

    cell: int
    row: int


SIZES = {2: Size(84, 196), 3: Size(74, 170), 4: Size(64, 150)}


@piece
def face_down(label: str, high: int, note: int = 0, *, top: bool = False) -> Image.Image:
    """A card face down: a stone of the wall with its spot's name; `note`: a number pencilled on it; `top`: with merlons. Like
    `gap`, it has its background: most of a board's drawing time goes into these two.
    """
    w, h = CELL_W, high
    y, seed = MERLON if top else 0, sum(map(ord, label)) * 7
    face = mix(BRICK, BRICK_LOW, seed % 3 / 2)
    pen = Pen(w, h + y)
    if top:
        for x in (5, w - 45):
            pen.box((x, 2, x + 40, y + 14), 4, face, INK, 3)
    pen.box((1, y + 1, w - 1, y + h - 1), 6, face, INK, 3)
    pen.box((4, y + 4, w - 4, y + 9), 3, light(face, 0.4), w=0).box((3, y + h - 11, w - 3, y + h - 4), 3, dark(face, 0.2), w=0)
    for i in range(2):
        a, b = 12 + (seed * 37 + i * 53) % 66, y + 14 + (seed * 11 + i * 31) % max(1, h - 42)
        pen.box((a, b, a + 20 + (seed + i * 9) % 12, b + 11), 4, dark(face, 0.07), w=0)
    im = pen.finish()
    middle = y + h / 2 - 1
    if note:
        number(im, (8, middle), label, SECONDARY + 2, INK, "l", secondary=True)
        number(im, (w - 7, middle), str(note), NUMBERS + 4, PENCIL, "r", stroke=3, edge=light(BRICK, 0.6))
    elif label:
        number(im, (w / 2, middle), label, 46, INK, stroke=3, edge=light(face, 0.35))
    return on_ground(im, SKY)


@drawn_once
def gap(high: int, *, left: bool, above: bool) -> Image.Image:
    """The gap in the wall where a card is missing: the sky, and the thickness of the stones `left` of it and `above` it."""
    pen = Pen(CELL_W, high, SKY)
    x, y = 9 if left else 0, 7 if above else 0
    if above:
        pen.box((0, -4, CELL_W, y), 0, DEPTH, w=0).line([(x, y), (CELL_W, y)], INK, 2.5)
    if left:
        pen.box((-4, 0, x, high), 0, DEPTH, w=0).line([(x, y), (x, high)], INK, 2.5)
    return pen.finish().convert("RGB")


@drawn_once
def frame(high: int, *, gold: bool = False) -> Image.Image:
    """The frame around a spot: in gold that of the open card, otherwise that of the last decision."""
    w, h = CELL_W + 10, high + 10
    pen = Pen(w, h)
    pen.box((5, 5, w - 5, h - 5), 11, None, INK, 9)
    pen.box((5, 5, w - 5, h - 5), 10, None, GOLD if gold else TEXT, 5)
    return pen.finish()


@piece
def open_card(card: int, label: str, mood: str = "open") -> Image.Image:
    """A card turned up. `mood`: `open` undecided, `back` about to go back, `out` removed. Card 0 has no number."""
    w, h = CARD
    pen = Pen(w, h)
    face = "#FFE280" if mood == "open" else "#DCD3C2"
    pen.box((0, 0, w, h), 18, INK, w=0).box((3, 3, w - 3, h - 3), 16, WHITE, w=0)
    pen.box((9, 9, w - 9, h - 9), 11, face, w=3)
    for k in range(7):
        a, b = arc(w - 50, h - 8, 150, 150, 186 + k * 26, 198 + k * 26, 1)
        rays: list[Point] = [(w - 50, h - 8)]
        rays += [(max(12, min(w - 12, x)), max(12, y)) for x, y in (a, b)]
        pen.poly(rays, light(face, 0.45), w=0)
    kind = FIGURE.get(card)
    if kind:
        pen.to(w - 80, 13, 0.98)
        DRAW[kind](pen)
        pen.to()
    pen.box((w - 84, h - 47, w - 11, h - 11), 8, light(face, 0.3), w=0)
    im = pen.finish()
    back = mood == "back"
    number(im, (70, 46 if back else h / 2), str(card) if card else "?", 66 if back else 84, INK)
    number(im, (w - 47, h - 30), label, NUMBERS, LABEL)
    if back:
        paste(im, icons.back_arrow(44, GREY), (48, 69))
    elif mood == "out":
        paste(im, icons.cross_out(78, 70), (w - 90, 8))
    return im


@drawn_once
def arrow(long: int, colour: Colour) -> Image.Image:
    """An arrow down from the open card to where it would stand."""
    pen = Pen(48, long)
    pen.line([(24, 5), (24, long - 26)], INK, 17)
    pen.poly([(3, long - 30), (45, long - 30), (24, long - 3)], colour, w=4)
    pen.line([(24, 5), (24, long - 24)], colour, 10)
    return pen.finish()


@drawn_once
def wand() -> Image.Image:
    """The sign beside a wizard that can still be used."""
    pen = Pen(44, 44)
    pen.circle(22, 22, 20, "#3246AA", WHITE, 3)
    pen.poly(star(22, 22, 13), GOLD, w=2)
    return pen.finish()
