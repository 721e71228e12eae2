"""The castles of Budowa zamku as a trophy: a skyline for each player, whose towers rise with their numbers."""

from collections.abc import Sequence

from PIL import Image

from engines.budowa.components import ELEMENTS, TILE
from engines.budowa.view import BudowaView
from engines.contract import Result
from render import frame, podium
from render.art import icons
from render.budowa import towers
from render.canvas import paste
from render.pen import Pen
from render.sprite_cache import drawn_once
from render.theme import INK, Look, mix, player

SPACE = 10
"""The space between two skylines (px)."""

TALLEST = 270
"""The most height of one skyline (px)."""

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
        sprite = towers.tower(card, look.colour, step, h - 26)
        paste(im, sprite, (x, ground - sprite.height))
    return im


@drawn_once
def _foundation(w: int) -> Image.Image:
    """A place that stayed empty."""
    pen = Pen(w, 28)
    pen.box((6, 10, w - 6, 27), 3, mix(towers.STONE, "#7E9B58", 0.45), INK, 2)
    for x in (w * 0.36, w * 0.64):
        pen.line([(x, 11), (x, 26)], mix(towers.STONE, INK, 0.4), 2)
    return pen.finish()
