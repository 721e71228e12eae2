"""The castles of Budowa zamku as a trophy: a skyline for each player, whose towers rise with their numbers."""

from collections.abc import Sequence

from PIL import Image

from engines.budowa.components import ELEMENTS, FIGURE, TILE
from engines.budowa.view import BudowaView
from engines.contract import Result
from render import frame, podium
from render.art import icons
from render.budowa import blocks
from render.budowa.figures import DRAW
from render.canvas import number, paste
from render.pen import Pen
from render.sprite_cache import drawn_once, piece
from render.theme import INK, Colour, Look, dark, light, mix, player

SPACE = 10
"""The space between two skylines (px)."""

TALLEST = 270
"""The most height of one skyline (px)."""

HIGHEST_CARD = 46
LOW, FIGURE_HIGH = 64, 62
"""Height of the lowest tower, and of a figure on a tower (px)."""

LEFT = 70
"""Left of the first tower (px)."""


def draw(view: BudowaView, result: Result, high: int) -> Image.Image:
    """Draw the castles by place, podium.ACROSS px wide and at most `high` px high."""
    order = result.by_place()
    tall = min(TALLEST, (high - SPACE * (len(order) - 1)) // len(order))
    im = Image.new("RGBA", (podium.ACROSS, tall * len(order) + SPACE * (len(order) - 1)))
    for at, seat in enumerate(order):
        look = player(seat, view.seats)
        won = result.places[seat] == 1
        skyline = _skyline(tuple(view.board.castles[seat]), look, podium.ACROSS, tall, won=won)
        paste(im, skyline, (0, at * (tall + SPACE)))
    return im


def _skyline(castle: Sequence[int], look: Look, w: int, h: int, *, won: bool) -> Image.Image:
    """One castle in its landscape; places that stayed empty are foundations."""
    im = frame.hills(w, h).copy()
    ground = h - 18
    step = (w - LEFT - 16) // ELEMENTS
    paste(im, icons.badge(look, 54), (10, ground - 58))
    if won:
        paste(im, icons.crown(54), (10, ground - 112))
    for i in range(ELEMENTS):
        x = LEFT + i * step
        if i > len(castle):
            paste(im, _foundation(step), (x, ground - 26))
            continue
        card = (TILE, *castle)[i]
        sprite = _tower(card, look.colour, step, h - 26)
        paste(im, sprite, (x, ground - sprite.height))
    return im


@piece
def _tower(card: int, colour: Colour, w: int, room: int) -> Image.Image:
    """A tower with the card's number, and its figure on top; the castle's first one has a flag."""
    first, kind = card == TILE, FIGURE.get(card)
    top = FIGURE_HIGH - 12
    high = round(LOW + (room - top - LOW) * card / HIGHEST_CARD)
    pen = Pen(w, top + high)
    if kind:
        k = FIGURE_HIGH / 64
        pen.to((w - 60 * k) / 2, 0, k)
        DRAW[kind](pen)
        pen.to()
    if first:
        pen.line([(w / 2, top), (w / 2, 6)], INK, 5)
        pen.poly([(w / 2 + 2, 6), (w - 8, 17), (w / 2 + 2, 28)], colour, INK, 3)
    face = mix(blocks.STONE, colour, 0.25) if first else blocks.BRICK
    a, b, c, d = 0.24 * w, 0.38 * w, 0.62 * w, 0.76 * w
    low, foot = top + 13, top + high - 1
    crest = [
        (2, foot), (2, top), (a, top), (a, low), (b, low), (b, top), (c, top), (c, low), (d, low), (d, top), (w - 2, top),
        (w - 2, foot),
    ]  # fmt: skip
    pen.poly(crest, face, INK, 3)
    for row, y in enumerate(range(top + 74, top + high - 14, 26)):
        for x in (12, 52) if row % 2 else (30, 68):
            pen.box((x, y, min(w - 8, x + 24), y + 12), 3, blocks.BRICK_LOW, w=0)
    pen.box((4, foot - 10, w - 4, foot - 2), 0, dark(colour, 0.05), w=0)
    im = pen.finish()
    number(im, (w / 2, top + 38), str(card), 48, INK, stroke=3, edge=light(face, 0.35))
    return im


@drawn_once
def _foundation(w: int) -> Image.Image:
    """A place that stayed empty."""
    pen = Pen(w, 28)
    pen.box((6, 10, w - 6, 27), 3, mix(blocks.STONE, "#7E9B58", 0.45), INK, 2)
    for x in (w * 0.36, w * 0.64):
        pen.line([(x, 11), (x, 26)], mix(blocks.STONE, INK, 0.4), 2)
    return pen.finish()
