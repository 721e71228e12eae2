"""The action cards and master cards of Torres: upright faces, flat ones, and small tiles, each with a drawing that shows its
effect.
"""

from collections.abc import Callable, Sequence

from PIL import Image

from engines.torres.components import CARDS, MASTERS
from render.canvas import border, dashed_box, fade, lines, number, panel, paste, plate, rounded_mask, text, width
from render.pen import Pen, arc, bezier
from render.sprite_cache import drawn_once, piece
from render.theme import (
    ACCENT,
    GOLD,
    INK,
    MUTED,
    PANEL,
    PAPER,
    PAPER_LOW,
    SEPIA,
    SKY,
    SMALL,
    WHITE,
    YELLOW,
    Colour,
    Shade,
    mix,
    plain,
)
from render.torres.figures import LABEL, arrow, block, knight_on, stone

SKY_HIGH, SKY_LOW, GRASS = "#BFD9E8", "#E9EFE2", "#7AA862"
W, H = 200, 130
"""Width and height of a drawing in its own units; 0.65 times as high as wide."""

GROUND = 112
BLOCK_W, BLOCK_H = 46, 30

NIGHT_BLUE = Shade("#3A4A63", "#3A4A63", "#16202F")
"""The background of action points."""

UPRIGHT = (342, 468)
FLAT = (520, 168)
NAMED = 92
"""The x where the name begins on a tile (px)."""

TILE, PITCH = 57, 62
"""Height of a card as a tile, and from one row of tiles to the next (px)."""

DRAWINGS = (UPRIGHT[0] - 24, 150, 80)
"""Widths of the drawing on an upright card, a flat one and a tile (px)."""


def _scene() -> Pen:
    pen = Pen(W, H)
    pen.rect(0, 0, W, H, 0, SKY_HIGH, w=0)
    pen.rect(0, H * 0.5, W, H, 0, mix(SKY_HIGH, SKY_LOW, 0.7), w=0)
    pen.rect(0, GROUND, W, H, 0, GRASS, w=0)
    return pen


def _stack(pen: Pen, x: float, n: int, fill: Colour | None = None) -> float:
    """Draw this number of segments on the ground, with their left edge at x; returns the y of the top."""
    for i in range(n):
        block(pen, x, GROUND - (i + 1) * BLOCK_H, BLOCK_W, BLOCK_H, fill or stone(i + 2))
    return GROUND - n * BLOCK_H


def _climb() -> Pen:
    pen = _scene()
    top = _stack(pen, 116, 2)
    knight_on(pen, 60, GROUND, 0.56)
    arrow(pen, [(84, 84), (98, 30), (138, top - 6)])
    return pen


def _under() -> Pen:
    pen = _scene()
    block(pen, 77, GROUND - BLOCK_H, BLOCK_W, BLOCK_H, GOLD)
    knight_on(pen, 100, GROUND - BLOCK_H, 0.72)
    arrow(pen, [(152, 106), (152, 60)])
    return pen


def _supply() -> Pen:
    pen = _scene()
    top = _stack(pen, 77, 1)
    block(pen, 77, top - 56, BLOCK_W, BLOCK_H, GOLD)
    arrow(pen, [(100, top - 24), (100, top)], thick=8)
    pen.line([(152, 40), (152, 68)], INK, 10).line([(138, 54), (166, 54)], INK, 10)
    pen.line([(152, 40), (152, 68)], PAPER, 5).line([(138, 54), (166, 54)], PAPER, 5)
    return pen


def _gate() -> Pen:
    pen = _scene()
    pen.rect(62, 36, 138, GROUND, 2, stone(3), INK, 4)
    for x in (62, 87, 112):
        pen.rect(x, 22, x + 26, 40, 2, stone(3), INK, 4)
    hole = [*arc(100, 84, 20, 24, 180, 360), (120, GROUND), (80, GROUND)]
    pen.poly(hole, INK, INK, 3)
    knight_on(pen, 34, GROUND, 0.52)
    arrow(pen, [(58, 96), (100, 96), (150, 70), (168, 40)])
    return pen


def _diagonal() -> Pen:
    pen = _scene()
    pen.rect(0, 0, W, H, 0, GRASS, w=0)
    for i in (0, 1):
        for j in (0, 1):
            fill = stone(2) if i != j else mix(GRASS, INK, 0.08)
            pen.rect(40 + 60 * i, 5 + 60 * j, 100 + 60 * i, 65 + 60 * j, 0, fill, mix(SEPIA, INK, 0.2), 3)
    knight_on(pen, 70, 118, 0.5)
    arrow(pen, [(90, 76), (140, 28)])
    return pen


def _more(points: int) -> Callable[[], Pen]:
    def draw() -> Pen:
        pen = Pen(W, H)
        pen.rect(0, 0, W, H, 0, NIGHT_BLUE, w=0)
        top = points // 2 + points % 2
        for i in range(points):
            row, at = divmod(i, top)
            count = top if row == 0 else points - top
            x = 126 + (at - (count - 1) / 2) * 34
            pen.circle(x, 46 + row * 40, 15, GOLD, INK, 4)
        return pen

    return draw


def _shift() -> Pen:
    pen = _scene()
    _stack(pen, 26, 1)
    block(pen, 26, GROUND - 2 * BLOCK_H, BLOCK_W, BLOCK_H, mix(stone(1), PAPER, 0.5))
    _stack(pen, 128, 1)
    block(pen, 128, GROUND - 2 * BLOCK_H, BLOCK_W, BLOCK_H, GOLD)
    arrow(pen, bezier((48, 44), (100, -8), (150, 46)))
    return pen


def _jump() -> Pen:
    pen = _scene()
    knight_on(pen, 40, GROUND, 0.6)
    knight_on(pen, 100, GROUND, 0.6, SKY)
    arrow(pen, bezier((48, 40), (104, -22), (160, 104)))
    return pen


def _higher() -> Pen:
    pen = _scene()
    top = _stack(pen, 106, 1)
    knight_on(pen, 66, GROUND, 0.6, mix(YELLOW, PAPER, 0.5))
    knight_on(pen, 129, top, 0.66)
    for c, w in ((INK, 11), (PAPER, 6)):
        pen.line([(172, 30), (172, 58)], c, w).line([(158, 44), (186, 44)], c, w)
    return pen


_ACTIONS: dict[str, Callable[[], Pen]] = {
    "climb": _climb,
    "under": _under,
    "supply": _supply,
    "gate": _gate,
    "diagonal": _diagonal,
    "six": _more(6),
    "seven": _more(7),
    "shift": _shift,
    "jump": _jump,
    "higher": _higher,
}


def _plan(dots: Sequence[tuple[int, int]], shaded: Callable[[int, int], bool]) -> Pen:
    """A small board of 6 × 4 squares with knights on some."""
    pen = Pen(W, H)
    pen.rect(0, 0, W, H, 0, mix(GRASS, INK, 0.35), w=0)
    side = 30
    for column in range(6):
        for row in range(4):
            fill = stone(3) if shaded(column, row) else GRASS
            x, y = 10 + column * side, 5 + row * side
            pen.rect(x, y, x + side, y + side, 0, fill, mix(GRASS, INK, 0.35), 2)
    for column, row in dots:
        pen.circle(25 + column * side, 20 + row * side, 10, YELLOW, INK, 3)
    return pen


def _castles() -> Pen:
    pen = _scene()
    for x in (14, 77, 140):
        top = _stack(pen, x, 1)
        knight_on(pen, x + BLOCK_W / 2, top, 0.6)
    return pen


def _levels() -> Pen:
    pen = _scene()
    for i in range(4):
        for k in range(i):
            block(pen, 2 + i * 50, GROUND - (k + 1) * 21, BLOCK_W, 21, stone(k + 2))
        knight_on(pen, 25 + i * 50, GROUND - i * 21, 0.44)
    return pen


def _same() -> Pen:
    pen = _scene()
    for i in range(4):
        top = _stack(pen, 2 + i * 50, 2)
        knight_on(pen, 25 + i * 50, top, 0.5)
    return pen


_PLANS: dict[str, Callable[[], Pen]] = {
    "border": lambda: _plan([(0, 0), (3, 0), (5, 1), (5, 3), (2, 3), (0, 2)], lambda c, r: c in {0, 5} or r in {0, 3}),
    "diagonals": lambda: _plan([(1, 0), (3, 2), (4, 3), (3, 1), (1, 3)], lambda c, r: r in {c - 1, 4 - c}),
    "castles": _castles,
    "neighbours": lambda: _plan([(1, 1), (2, 1), (3, 1), (3, 2), (4, 2), (2, 2)], lambda _c, _r: False),
    "levels": _levels,
    "row": lambda: _plan([(c, 1) for c in range(6)], lambda _c, r: r == 1),
    "square": lambda: _plan(
        [(1, 0), (4, 0), (1, 3), (4, 3)], lambda c, r: (c in {1, 4} and r <= 3) or (r in {0, 3} and 1 <= c <= 4)
    ),
    "same": _same,
}


@drawn_once
def emblem(card: str, w: int) -> Image.Image:
    """The drawing on a card, `w` wide and 0.65 times as high."""
    if card in CARDS:
        sprite = _ACTIONS[card]().finish(w, round(w * H / W))
        if card in {"six", "seven"}:
            number(
                sprite,
                (max(w * 0.15, 16), w * 0.33),
                "6" if card == "six" else "7",
                max(SMALL, round(w * 0.42)),
                GOLD,
                stroke=max(2, w // 60),
            )
        return sprite
    assert card in MASTERS
    return _PLANS[card]().finish(w, round(w * H / W))


def frame(im: Image.Image, at: tuple[int, int], size: tuple[int, int]) -> None:
    """Draw a golden frame, which goes under a chosen card."""
    (x, y), (w, h) = at, size
    plate(im, (x - 8, y - 8), w + 16, h + 16, 24, ACCENT, INK, 3)


@piece
def upright(card: str, name: str, says: str, fill: Colour = PAPER) -> Image.Image:
    """A card of UPRIGHT px: name, drawing, and its effect in a few lines."""
    w, h = UPRIGHT
    sprite = panel(w, h, 20, fill, INK, 4).copy()
    text(sprite, (w / 2, 50), name, "bold", 42, SEPIA, "m", w - 28)
    drawn = emblem(card, DRAWINGS[0])
    sprite.paste(drawn, (12, 68), rounded_mask(drawn.width, drawn.height, 12))
    paste(sprite, border(drawn.width, drawn.height, 12), (11, 67))
    y = 68 + drawn.height + 44
    for said in lines(says, "bold", SMALL, w - 32, 4):
        text(sprite, (w / 2, y), said, "bold", SMALL, INK, "m", w - 20)
        y += 40
    return sprite


@piece
def flat(card: str, name: str, says: str, fill: Colour = PAPER, w: int = FLAT[0]) -> Image.Image:
    """A card of FLAT px (or another width): the drawing on the left, name and effect beside it."""
    h = FLAT[1]
    sprite = panel(w, h, 18, fill, INK, 4).copy()
    drawn = emblem(card, DRAWINGS[1])
    sprite.paste(drawn, (12, (h - drawn.height) // 2), rounded_mask(drawn.width, drawn.height, 12))
    paste(sprite, border(drawn.width, drawn.height, 12), (11, (h - drawn.height) // 2 - 1))
    left, room = 174, w - 186
    written = lines(says, "body", SMALL, room, 3)
    y = (h - 42 - 36 * len(written)) // 2 + 32
    text(sprite, (left, y), name, "bold", 42, SEPIA, room=room)
    for k, said in enumerate(written, 1):
        text(sprite, (left, y + 2 + 36 * k), said, "body", SMALL, INK, room=room)
    return sprite


def tile_width(name: str) -> int:
    """How wide a tile must be for a card's name."""
    return NAMED + round(width(name, "bold", LABEL)) + 16


@piece
def tile(card: str, name: str, w: int, state: str = "") -> Image.Image:
    """A card as a tile, `w` px wide: a small drawing and the name. `state`: `fresh` was drawn this turn and cannot be played
    yet; `top` and `bottom` are known to be in the deck.
    """
    sprite = panel(w, TILE, 12, PAPER_LOW if not state else mix(PAPER_LOW, PANEL, 0.2 if plain() else 0.5), INK, 3).copy()
    drawn = emblem(card, DRAWINGS[2])
    if state in {"top", "bottom"}:
        paste(sprite, _place_in_deck(state), (10, 2))
    else:
        sprite.paste(
            drawn if not state else fade(drawn), (5, (TILE - drawn.height) // 2), rounded_mask(drawn.width, drawn.height, 9)
        )
    text(sprite, (NAMED, 45), name, "bold", LABEL, INK, room=w - NAMED - 6)
    return sprite


@drawn_once
def _place_in_deck(place: str) -> Image.Image:
    """A deck from the side, with an arrow to its top or bottom card."""
    pen = Pen(74, 54)
    for i in range(4):
        here = i == (0 if place == "top" else 3)
        pen.rect(27, 5 + i * 11, 72, 16 + i * 11, 3, GOLD if here else mix(SEPIA, PAPER, 0.35), INK, 3)
    y = 11 if place == "top" else 43
    pen.poly([(2, y - 10), (22, y), (2, y + 10)], GOLD, INK, 3)
    return pen.finish()


@drawn_once
def resting(card: str, name: str, says: str, note: str, wide: int = 0) -> Image.Image:
    """A card that cannot be played yet, with the reason written on it: upright, or flat and `wide` px wide."""
    face = flat(card, name, note, w=wide) if wide else upright(card, name, says)
    sprite = fade(face, colour=0.5, light=0.92, to=PANEL, t=0.22)
    if not wide:
        wide = round(width(note, "bold", SMALL)) + 36
        x, y = (sprite.width - wide) // 2, 200
        paste(sprite, panel(wide, 54, 12, "#382E27", WHITE, 3), (x, y))
        text(sprite, (x + 18, y + 39), note, "bold", SMALL, WHITE)
    return sprite


def empty(w: int, h: int) -> Image.Image:
    """An empty place for a card."""
    return dashed_box(w, h, 18, mix(MUTED, PANEL, 0.3), None, 4)


@drawn_once
def deck(count: int) -> Image.Image:
    """A deck with the number of its cards."""
    sprite = Image.new("RGBA", (74, 88), (0, 0, 0, 0))
    for i, c in enumerate((mix(SEPIA, INK, 0.3), mix(SEPIA, GOLD, 0.15), mix(SEPIA, GOLD, 0.35))):
        paste(sprite, panel(62, 78, 10, c, INK, 3), (i * 5, 8 - i * 4))
    number(sprite, (41, 39), str(count), 42, WHITE, stroke=4)
    return sprite
