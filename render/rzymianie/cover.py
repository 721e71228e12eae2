"""The key art of Rzymianie do domu!, and the landscape behind the final picture."""

from __future__ import annotations

from PIL import Image

from engines.rzymianie.attack import Fort
from engines.rzymianie.components import CLANS
from render import frame
from render.canvas import faded, paste
from render.pen import Pen
from render.rzymianie import buildings, clans, figures
from render.theme import INK, NIGHT, WHITE, mix

STONE = "#9A948A"
STANDING = (Fort("niefort", 3), Fort("komfort", 2), Fort("fortheca", -3), Fort("fokus", 4))
"""The forts that stand in the landscape, from the left."""


def draw(w: int, h: int) -> Image.Image:
    """Key art: warriors of the four clans behind a battlement, the forts on the hills behind them."""
    sprite = landscape(w, h, forts_of=STANDING, left=round(w * 0.125), night=False)
    size = round(h * 0.6)
    for i, card in enumerate(("horsie", "axx", "qween", "archr", "filchy")):
        at = round(w * (0.1 + 0.2 * i) - size * 0.62)
        paste(sprite, _warrior(card, i % len(CLANS), size), (at, h - round(size * 1.02) - round(h * 0.12)))
    high = round(h * 0.26)
    paste(sprite, _masonry(w, high, dark=False), (0, h - high))
    sprite.putalpha(frame.hills(w, h).getchannel("A"))
    return sprite


def landscape(w: int, h: int, forts_of: tuple[Fort, ...], left: int, *, night: bool) -> Image.Image:
    """Hills, and forts in a row on them; by night a wall too."""
    sprite = frame.hills(w, h, night=night).copy()
    base, high = round(h * 0.78), round(h * 0.2)
    if night:
        paste(sprite, _masonry(w, high, dark=True), (0, base - high + 6))
    size = round(h * (0.56 if night else 0.46))
    step = size * 0.86 if night else (w - 2 * left - size) / (len(forts_of) - 1)
    for i, fort in enumerate(forts_of):
        tower = _tower(fort.kind, size)
        at = (round(left + i * step), base - tower.height + round(h * (0.02 if night else -0.13)))
        paste(sprite, faded(tower, colour=0.8, light=0.85, to=NIGHT, t=0.12) if night else tower, at)
    sprite.putalpha(frame.hills(w, h, night=night).getchannel("A"))
    return sprite


def _tower(kind: str, size: int) -> Image.Image:
    draw, _ = buildings.FORTS[kind]
    pen = Pen(148, 170)
    draw(pen)
    return pen.done(size, round(size * 170 / 148))


def _masonry(w: int, h: int, *, dark: bool) -> Image.Image:
    """A battlemented wall."""
    stone = mix(STONE, NIGHT, 0.5) if dark else mix(STONE, WHITE, 0.1)
    seam = mix(stone, INK, 0.35)
    pen = Pen(w, h)
    tooth = h * 0.3
    pen.rect(-6, tooth, w + 6, h + 6, 0, stone, INK, 3)
    for x in range(0, w, round(tooth * 2)):
        pen.rect(x, 0, x + tooth * 1.2, tooth + 4, 0, stone, INK, 3)
    pen.rect(-6, tooth + 2, w + 6, h, 0, stone, w=0)
    for row in range(3):
        y = tooth + (h - tooth) * (row + 0.4) / 3
        pen.line([(0, y), (w, y)], seam, 2)
        for x in range(0, w, round(h * 0.5)):
            at = x + (row % 2) * h * 0.25
            pen.line([(at, y), (at, y + (h - tooth) / 3)], seam, 2)
    return pen.done()


def _warrior(card: str, clan: int, size: int) -> Image.Image:
    """A warrior without its card; `size` is the side of the square that the portraits are drawn in."""
    pen = Pen(size * 1.25, size * 1.1)
    pen.to(size * 0.1, size * 0.1, size / 100)
    figures.PORTRAITS[card](pen, clans.LOOKS[clan].colour)
    return pen.done()
