"""The action cards and master cards of Torres: upright faces, flat ones, and small tiles."""

from __future__ import annotations

from PIL import Image

from render.canvas import border, dashed, faded, lines, number, panel, paste, plate, rounded, text, width
from render.sprite_cache import drawn_once, piece
from render.theme import ACCENT, GOLD, INK, MUTED, PANEL, PAPER, PAPER_LOW, SEPIA, SMALL, WHITE, Colour, mix, plain
from render.torres.emblems import emblem
from render.torres.figures import LABEL

UPRIGHT = (342, 468)
FLAT = (520, 168)
DRAWINGS = (UPRIGHT[0] - 24, 150, 80)
"""Widths of the drawing on an upright card, a flat one, a tile."""


def frame(im: Image.Image, at: tuple[int, int], size: tuple[int, int]) -> None:
    """A golden frame, to be laid under a card that was said."""
    (x, y), (w, h) = at, size
    plate(im, (x - 8, y - 8), w + 16, h + 16, 24, ACCENT, INK, 3)


@piece
def upright(card: str, name: str, says: str, fill: Colour = PAPER) -> Image.Image:
    """A card of UPRIGHT px: name, drawing, and what it does in a few lines."""
    w, h = UPRIGHT
    sprite = panel(w, h, 20, fill, INK, 4).copy()
    text(sprite, (w / 2, 50), name, "bold", 42, SEPIA, "m", w - 28)
    drawn = emblem(card, DRAWINGS[0])
    sprite.paste(drawn, (12, 68), rounded(drawn.width, drawn.height, 12))
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
    sprite.paste(drawn, (12, (h - drawn.height) // 2), rounded(drawn.width, drawn.height, 12))
    paste(sprite, border(drawn.width, drawn.height, 12), (11, (h - drawn.height) // 2 - 1))
    left, room = 174, w - 186
    written = lines(says, "body", SMALL, room, 3)
    y = (h - 42 - 36 * len(written)) // 2 + 32
    text(sprite, (left, y), name, "bold", 42, SEPIA, room=room)
    for k, said in enumerate(written, 1):
        text(sprite, (left, y + 2 + 36 * k), said, "body", SMALL, INK, room=room)
    return sprite


@piece
def tile(card: str, name: str, w: int, *, fresh: bool = False) -> Image.Image:
    """A card as a tile of w × 76 px: a small drawing and the name; `fresh`: drawn this turn, not to be played yet."""
    sprite = panel(w, 76, 14, PAPER_LOW if not fresh else mix(PAPER_LOW, PANEL, 0.2 if plain() else 0.5), INK, 3).copy()
    drawn = emblem(card, DRAWINGS[2])
    sprite.paste(drawn if not fresh else faded(drawn), (8, 12), rounded(drawn.width, drawn.height, 9))
    text(sprite, (93, 53), name, "bold", LABEL, INK, room=w - 99)
    return sprite


@drawn_once
def resting(card: str, name: str, says: str, note: str, *, tall: bool) -> Image.Image:
    """A card that cannot be played yet, with the reason on it."""
    sprite = faded(upright(card, name, says) if tall else flat(card, name, note), colour=0.5, light=0.92, to=PANEL, t=0.22)
    if tall:
        wide = round(width(note, "bold", SMALL)) + 36
        x, y = (sprite.width - wide) // 2, 200
        paste(sprite, panel(wide, 54, 12, "#382E27", WHITE, 3), (x, y))
        text(sprite, (x + 18, y + 39), note, "bold", SMALL, WHITE)
    return sprite


def empty(w: int, h: int) -> Image.Image:
    """Where a card would lie."""
    return dashed(w, h, 18, mix(MUTED, PANEL, 0.3), None, 4)


@drawn_once
def deck(count: int) -> Image.Image:
    """A deck with the number of its cards."""
    sprite = Image.new("RGBA", (74, 88), (0, 0, 0, 0))
    for i, c in enumerate((mix(SEPIA, INK, 0.3), mix(SEPIA, GOLD, 0.15), mix(SEPIA, GOLD, 0.35))):
        paste(sprite, panel(62, 78, 10, c, INK, 3), (i * 5, 8 - i * 4))
    number(sprite, (41, 39), str(count), 42, WHITE, stroke=4)
    return sprite
