"""Plain cards for games without painted ones: numbered faces, backs, a hand of cards, and key art."""

from collections.abc import Callable, Sequence

from PIL import Image

from render import frame
from render.art import icons
from render.canvas import glow, number, panel, paste
from render.sprite_cache import piece
from render.theme import GOLD, INK, SEPIA, WIDTH, Colour, Look, mix
from render.word_places import note_word

SMALL = 100
"""On a card narrower than this (px) the number fills the card."""
GAP = 16
"""The gap between the cards of a hand (px)."""


@piece
def face(value: int, w: int, h: int, fill: Colour, at: float = 0.5) -> Image.Image:
    """A card with a number at the fraction `at` of its height."""
    small = w < SMALL
    sprite = panel(w, h, 10 if small else 16, fill, INK, 3 if small else 5).copy()
    number(sprite, (w / 2, h * at), str(value), round(h * (2 / 3 if small else 0.42)), INK)
    return sprite


@piece
def back(look: Look, w: int, h: int) -> Image.Image:
    """A player's card, face down."""
    sprite = panel(w, h, 16, mix(look.tint, SEPIA, 0.3), look.rim, 6).copy()
    paste(sprite, icons.badge(look, w // 2), (w / 2, h / 2), "c")
    return sprite


def hand(im: Image.Image, y: int, cards: Sequence[Image.Image], chosen: int | None, words: Sequence[str] = ()) -> None:
    """Paste cards of one size side by side in the middle of a picture; the card at the place `chosen` is raised and glows.
    `words`: the word that says each card, noted where it lies.
    """
    for place, card in enumerate(cards):
        step = card.width + GAP
        x, top = (WIDTH + GAP - len(cards) * step) // 2 + place * step, y
        if place == chosen:
            top -= 36
            paste(im, glow(card.width, card.height, 16, GOLD, 8), (x - 24, top - 24))
        paste(im, card, (x, top))
        if words:
            note_word(words[place], (x, top, card.width, card.height))


def fan(w: int, h: int, draw: Callable[[int, int, int], Image.Image], values: Sequence[int]) -> Image.Image:
    """Key art: cards in front of hills; `draw` makes a card from value, width and height."""
    art = frame.hills(w, h).copy()
    high = round(h * 0.8)
    wide = round(high * 0.74)
    for place, value in enumerate(values):
        turned = draw(value, wide, high).rotate((1 - place) * 12, Image.Resampling.BICUBIC, expand=True)
        paste(art, turned, (w / 2 + (place - (len(values) - 1) / 2) * wide * 0.62, h * 0.52), "c")
    return art
