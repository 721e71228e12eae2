"""Plain cards for games that paint none of their own: faces with a number, backs, a hand of them, and key art."""

from collections.abc import Callable, Sequence

from PIL import Image

from render import frame
from render.art import icons
from render.canvas import glow, number, panel, paste
from render.sprite_cache import piece
from render.theme import GOLD, INK, SEPIA, WIDTH, Colour, Look, mix

SMALL = 100
"""A card narrower than this (px) is for counting: its number fills it."""
GAP = 16
"""Between the cards of a hand (px)."""


@piece
def face(value: int, w: int, h: int, fill: Colour, at: float = 0.5) -> Image.Image:
    """A card with a number, which stands `at` this part of its height."""
    small = w < SMALL
    sprite = panel(w, h, 10 if small else 16, fill, INK, 3 if small else 5).copy()
    number(sprite, (w / 2, h * at), str(value), round(h * (2 / 3 if small else 0.42)), INK)
    return sprite


@piece
def back(look: Look, w: int, h: int) -> Image.Image:
    """A card of a player face down."""
    sprite = panel(w, h, 16, mix(look.tint, SEPIA, 0.3), look.rim, 6).copy()
    paste(sprite, icons.badge(look, w // 2), (w / 2, h / 2), "c")
    return sprite


def hand(im: Image.Image, y: int, cards: Sequence[Image.Image], chosen: int | None) -> None:
    """Cards of one size side by side in the middle of a picture; the one `chosen`, by its place, stands out."""
    for place, card in enumerate(cards):
        step = card.width + GAP
        x, top = (WIDTH + GAP - len(cards) * step) // 2 + place * step, y
        if place == chosen:
            top -= 36
            paste(im, glow(card.width, card.height, 16, GOLD, 8), (x - 24, top - 24))
        paste(im, card, (x, top))


def fan(w: int, h: int, draw: Callable[[int, int, int], Image.Image], values: Sequence[int]) -> Image.Image:
    """Key art: cards before the hills, as `draw` makes them of value, width and height."""
    art = frame.hills(w, h).copy()
    high = round(h * 0.8)
    wide = round(high * 0.74)
    for place, value in enumerate(values):
        turned = draw(value, wide, high).rotate((1 - place) * 12, Image.Resampling.BICUBIC, expand=True)
        paste(art, turned, (w * 0.09 + place * wide * 0.62, h * 0.52), "c")
    return art
