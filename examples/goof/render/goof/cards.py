"""The cards of Goofspiel as they are drawn: prizes in gold, bids in the colours of their players, and backs; the key art."""

from __future__ import annotations

from PIL import Image

from render import frame
from render.art import icons
from render.canvas import number, panel, paste
from render.sprite_cache import piece
from render.theme import GOLD, INK, PAPER, SEPIA, Colour, Look, mix

WIDE, HIGH = 132, 178
"""A card in px."""
PRIZE = (208, 280)
"""The newest prize."""
MOST = 7
"""The highest card."""


@piece
def prize(value: int, w: int = WIDE, h: int = HIGH) -> Image.Image:
    """A prize: its worth under a crown."""
    sprite = panel(w, h, 16, mix(GOLD, PAPER, 0.45), INK, 5).copy()
    paste(sprite, icons.crown(w // 2), (w / 2, h * 0.27), "c")
    number(sprite, (w / 2, h * 0.64), str(value), round(h * 0.42), INK)
    return sprite


@piece
def bid(value: int, look: Look, w: int = WIDE, h: int = HIGH) -> Image.Image:
    """A card of a player, with the player's badge in its corner."""
    sprite = panel(w, h, 16, mix(look.colour, PAPER, 0.35), INK, 5).copy()
    number(sprite, (w / 2, h * 0.56), str(value), round(h * 0.42), INK)
    paste(sprite, icons.badge(look, 44), (10, 10))
    return sprite


@piece
def back(look: Look, w: int = WIDE, h: int = HIGH) -> Image.Image:
    """A card face down: somebody has bid."""
    sprite = panel(w, h, 16, mix(look.tint, SEPIA, 0.3), look.rim, 6).copy()
    paste(sprite, icons.badge(look, w // 2), (w / 2, h / 2), "c")
    return sprite


@piece
def little(value: int, fill: Colour) -> Image.Image:
    """A card that is left in somebody's hand, for counting."""
    sprite = panel(58, 66, 10, fill, INK, 3).copy()
    number(sprite, (29, 33), str(value), 44, INK)
    return sprite


def cover(w: int, h: int) -> Image.Image:
    """Key art: a fan of prizes before the hills."""
    art = frame.hills(w, h).copy()
    high = round(h * 0.8)
    wide = round(high * 0.74)
    for place, value in enumerate((2, 5, 7)):
        turned = prize(value, wide, high).rotate((1 - place) * 12, Image.Resampling.BICUBIC, expand=True)
        paste(art, turned, (w * 0.09 + place * wide * 0.62, h * 0.52), "c")
    return art


def sprites() -> None:
    """Draw what every table needs beforehand."""
    for value in range(1, MOST + 1):
        prize(value)
        prize(value, *PRIZE)
