"""The pictures of Chomp: the wall with its stones, and the key art."""

from PIL import Image

from engines.chomp.position import COLUMNS, Wall, without
from engines.chomp.view import ChompView
from render import frame
from render.art import icons
from render.canvas import dashed_box, number, panel, paste, picture, text
from render.contract import Audience
from render.frame import MARGIN, STRIP
from render.sprite_cache import piece
from render.theme import CAPTION, GOLD, INK, MUTED, PAPER, SEPIA, STRIKE, WIDTH, mix
from render.word_places import note_word

SIDE, GAP = 132, 8
"""Width of a stone and the gap between two, in px."""
HIGH = 112
"""Height of a stone in px."""


@piece
def stone(name: str, w: int = SIDE, h: int = HIGH) -> Image.Image:
    """A stone with its column and row; the cursed one, a1, is red and has a cross in its corner."""
    cursed = name == "a1"
    sprite = panel(w, h, 14, mix(STRIKE if cursed else SEPIA, PAPER, 0.62), INK, 5).copy()
    if cursed:
        paste(sprite, icons.cross_out(30, 30), (10, 10))
    number(sprite, (w / 2, h / 2), name, 56, INK)
    return sprite


def draw(view: ChompView, audience: Audience) -> Image.Image:
    """The board: the wall, with the stones that fell last in outline."""
    columns, rows = map(int, view.options["wall"].split("x"))
    top = MARGIN + STRIP + 20
    im = picture(top + rows * (HIGH + GAP) + 80 + MARGIN)
    frame.strip(im, view.points, audience, active=view.pending)
    left = (WIDTH - columns * (SIDE + GAP) + GAP) // 2
    before = _before(view, (rows,) * columns)
    for column in range(columns):
        for row in range(1, before[column] + 1):
            at = (left + column * (SIDE + GAP), top + (rows - row) * (HIGH + GAP))
            stands = row <= view.heights[column]
            if stands:
                note_word(f"{COLUMNS[column]}{row}", (*at, SIDE, HIGH))
            paste(im, stone(f"{COLUMNS[column]}{row}") if stands else dashed_box(SIDE, HIGH, 14, MUTED), at)
    told = audience.words("chomp.last", stone=view.taken[-1]) if view.taken else audience.words("chomp.cursed")
    text(im, (WIDTH // 2, top + rows * (HIGH + GAP) + 52), told, "bold", 42, CAPTION, "m", WIDTH - 2 * MARGIN)
    return im


def _before(view: ChompView, whole: Wall) -> Wall:
    """Returns the wall as it stood before the last turn."""
    for taken in view.taken[:-1]:
        whole = without(whole, taken)
    return whole


def cover(w: int, h: int) -> Image.Image:
    """The key art: a breached wall in front of hills."""
    art = frame.hills(w, h).copy()
    wide, high = round(w * 0.07), round(h * 0.17)
    left = w / 2 - 2 * wide
    for column, height in enumerate((4, 4, 3, 1)):
        for row in range(1, height + 1):
            place = (left + column * (wide + 4), h * 0.9 - row * (high + 4))
            paste(art, panel(wide, high, 8, mix(SEPIA, PAPER, 0.55), INK, 4), place)
    paste(art, icons.crown(round(h * 0.2), GOLD), (left + wide, h * 0.1), "c")
    return art
