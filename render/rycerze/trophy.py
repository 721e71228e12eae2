"""The castles of a finished game of Rycerze i zamki as a trophy: each with its owner's flags and the cards that won it."""

from PIL import Image

from engines.rycerze.view import Round, RycerzeView
from render import frame, podium
from render.art import castles, icons
from render.canvas import panel, paste
from render.rycerze import board, cards
from render.sprite_cache import drawn_once
from render.theme import GOLD, INK, Look, mix, player

ACROSS = 3
"""Castles in a row."""

CARDS = (128, 118, 108, 98, 88, 78, 68)
"""The widths that a card may have (px): few, so that few must be drawn."""

BESIDE = -8
"""From a castle to its cards (px)."""

SPACE = 12
"""The space between two rows (px)."""


def draw(view: RycerzeView, high: int) -> Image.Image:
    """Draw the castles won in the last game, podium.ACROSS px wide and at most `high` px high."""
    won = [past for past in view.past if past.took is not None and board.parts(past.tile)]
    rows = [won[at : at + ACROSS] for at in range(0, len(won), ACROSS)]
    if not rows:
        return frame.hills(podium.ACROSS, min(high, 300))
    tall = min(300, (high - SPACE * (len(rows) - 1)) // len(rows))
    im = Image.new("RGBA", (podium.ACROSS, tall * len(rows) + SPACE * (len(rows) - 1)))
    for at, row in enumerate(rows):
        y = at * (tall + SPACE)
        paste(im, frame.hills(podium.ACROSS, tall), (0, y))
        wide = podium.ACROSS / max(len(row), ACROSS if len(rows) > 1 else 1)
        left = (podium.ACROSS - wide * len(row)) / 2
        for i, past in enumerate(row):
            _castle(im, (left + i * wide, y, wide, tall), past, view.seats)
    return im


def _castle(im: Image.Image, box: tuple[float, float, float, float], past: Round, seats: int) -> None:
    """Draw a castle in a box (left, top, width, height): its owner's flags and badge, its points, and the two cards shown."""
    x, y, w, h = box
    tile = board.parts(past.tile)
    assert tile is not None
    assert past.took is not None
    material, large, points = tile
    look = player(past.took, seats)
    base, size = y + h * 0.9, round(min(h * (1.0 if large else 0.86), w * (0.62 if large else 0.54)))
    wide = next((width for width in CARDS if 2 * _high(width) + 8 <= h * 0.9), CARDS[-1])
    left = x + max(6, (w - size - wide - 12 - BESIDE) / 2)
    paste(im, castles.castle_shadow(size), (left + size * 0.06, base - size * 0.075))
    paste(im, castles.castle(material, large, size, look.colour), (left, base - castles.ground(size)))
    paste(im, icons.coin(76, str(points)), (left - 4, base - 64))
    for i, card in enumerate(past.cards[past.took]):
        sprite = _card(card, look, wide)
        paste(im, sprite, (left + size + BESIDE, y + (h - 2 * _high(wide) - 8) / 2 + i * (_high(wide) + 8)))


def _high(wide: int) -> int:
    """The height of a card with its frame."""
    return round(wide * 220 / 240) + 12


@drawn_once
def _card(kind: str, look: Look, wide: int) -> Image.Image:
    """The scene of a card in a frame of its player's colour, with the player's shape."""
    scene = cards.figure(kind, wide)
    sprite = panel(scene.width + 12, scene.height + 12, 12, look.colour, INK, 3).copy()
    paste(sprite, panel(scene.width, scene.height, 8, mix(GOLD, "#FFFFFF", 0.8), INK, 2), (6, 6))
    paste(sprite, scene, (6, 6))
    paste(sprite, icons.badge(look, 40), (0, sprite.height - 40))
    return sprite
