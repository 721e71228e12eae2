"""Tags on the board of Torres, below the figures that they are about: points of a castle, and the royal bonus."""

from collections.abc import Sequence

from PIL import Image

from engines.torres.squares import NUMBER, SIZE
from render.art import icons
from render.canvas import number, panel, paste, text, width
from render.pen import Pen
from render.sprite_cache import drawn_once
from render.theme import GOLD, INK, NAME, Look
from render.torres import figures, ground
from render.torres.worth import Bonus

HIGH = 42
"""Height of a tag (px)."""

_OVERLAP = 12
"""How far a tag may cover the top of the stack in front (px), whose level is written below that."""


def points(im: Image.Image, heights: Sequence[int], square: str, said: str, look: Look) -> None:
    """Write what a castle is worth below the figure on this square, in the player's colour."""
    x, low = _foot(heights, square)
    sprite = _points(said, look)
    paste(im, sprite, (min(x + (ground.CELL - sprite.width) // 2, ground.ACROSS - sprite.width), low - HIGH))


@drawn_once
def _points(said: str, look: Look) -> Image.Image:
    wide = max(ground.CELL - 2, round(width(said, "bold", NAME)) + 10)
    sprite = panel(wide, HIGH, 10, look.colour, INK, 4).copy()
    text(sprite, (wide / 2, HIGH - 10), said, "bold", HIGH, look.ink, "m", wide - 8, least=NAME, secondary=True)
    return sprite


def banner(im: Image.Image, heights: Sequence[int], square: str, bonus: Bonus) -> None:
    """Hang a banner below the king: the level on which knights in this castle earn the bonus, and how much it is."""
    x, low = _foot(heights, square)
    sprite = _banner(bonus.level, bonus.points)
    paste(im, sprite, (x + (ground.CELL - sprite.width) / 2, low - HIGH))


def crown(im: Image.Image, heights: Sequence[int], square: str) -> None:
    """Mark a knight that earns the royal bonus, below its level."""
    x, y = ground.corner(square)
    paste(im, icons.crown(40), (x + 3, y - ground.lift(heights[NUMBER[square]]) + 47))


def _foot(heights: Sequence[int], square: str) -> tuple[int, int]:
    """The left edge of a square, and the lower edge of a tag there: above the level of a stack in front of it."""
    x, y = ground.corner(square)
    n = NUMBER[square]
    up, before = ground.lift(heights[n]), ground.lift(heights[n - 1]) if n % SIZE else 0
    return x, y + ground.CELL - 2 - up - max(0, before - up - _OVERLAP)


@drawn_once
def _banner(level: int, points: int) -> Image.Image:
    w, h = ground.CELL - 2, HIGH + 8
    hem = [(w - 2, h - 2), (w * 0.75, h - 11), (w / 2, h - 2), (w * 0.25, h - 11), (2, h - 2)]
    pen = Pen(w, h).poly([(2, 2), (w - 2, 2), *hem], GOLD, INK, 4)
    pen.rect(8, 6, 38, 38, 4, figures.TOWER, INK, 3)
    sprite = pen.finish()
    number(sprite, (23, 22), str(level), 34, INK, secondary=True)
    number(sprite, (w - 9, 22), f"+{points}", 38, INK, "r", secondary=True)
    return sprite
