"""The forts that each clan took in a game of Rzymianie do domu! as a trophy, with its warriors."""

from PIL import Image

from engines.contract import Result
from engines.rzymianie.attack import Fort
from engines.rzymianie.view import RzymianieView
from render import frame, podium
from render.art import icons
from render.canvas import number, paste
from render.pen import Pen
from render.rzymianie import buildings, clans, figures, forts
from render.sprite_cache import drawn_once, piece
from render.theme import INK, PAPER, WHITE, Look

LOST = "alone-lost"
"""The reason of a result without a winner: the only player is behind a neutral clan."""

SPACE, TALLEST = 10, 250
"""The space between two clans, and the most height of one (px)."""

WARRIORS = ("svord", "axx", "qween", "archr")
"""By clan, whose figure stands beside the forts."""

SIZES = (150, 138, 126, 114, 102, 90, 78, 66)
"""The widths that a fort may have (px): few, so that few must be drawn."""


def draw(view: RzymianieView, result: Result, high: int) -> Image.Image:
    """Draw the clans by place, then the neutral ones, podium.ACROSS px wide and at most `high` px high."""
    order = (*result.by_place(), *range(view.seats, view.clans))
    tall = min(TALLEST, (high - SPACE * (len(order) - 1)) // len(order))
    im = Image.new("RGBA", (podium.ACROSS, tall * len(order) + SPACE * (len(order) - 1)))
    for at, clan in enumerate(order):
        won = clan < view.seats and result.places[clan] == 1 and result.reason != LOST
        paste(im, _clan(clan, best(view.forts[clan]), podium.ACROSS, tall, won=won), (0, at * (tall + SPACE)))
    return im


def best(taken: tuple[Fort, ...]) -> list[Fort]:
    """The forts with the highest first, in which order ties are broken."""
    return sorted(taken, key=lambda fort: -fort.value)


def _clan(clan: int, taken: list[Fort], w: int, h: int, *, won: bool) -> Image.Image:
    """A clan in its landscape: a warrior, and the forts with their points."""
    im = frame.hills(w, h).copy()
    size = round(h * 0.8)
    figure = warrior(WARRIORS[clan], clans.look(clan), size)
    paste(im, figure, (4, h - figure.height + round(size * 0.1)))
    if won:
        paste(im, icons.crown(round(h * 0.34)), (figure.width - 10, 8))
    left, ground = figure.width + 20, h - 14
    room = w - left - 16
    wide = next((size for size in SIZES if size * 170 / 148 <= h - 24 and size * len(taken) * 0.8 <= room), SIZES[-1])
    step = min(wide + 10, (room - wide) / max(1, len(taken) - 1))
    for i, fort in enumerate(taken):
        standing = tower(fort.kind, wide)
        x = left + i * step
        paste(im, standing, (x, ground - standing.height))
        paste(im, shield(fort.value), (x + wide / 2 - 27, ground - 50))
    return im


@piece
def shield(points: int) -> Image.Image:
    """The points of a fort on a plate; red if they are lost."""
    bad = points < 0
    pen = Pen(54, 54)
    pen.box((3, 3, 51, 51), 12, forts.RED if bad else PAPER, INK, 3)
    sprite = pen.finish()
    number(sprite, (27, 27), forts.value(Fort("", points)), 44, WHITE if bad else INK)
    return sprite


@drawn_once
def tower(kind: str, size: int) -> Image.Image:
    """A fort without its card, `size` px wide."""
    cover, _ = buildings.FORTS[kind]
    pen = Pen(148, 170)
    cover(pen)
    return pen.finish(size, round(size * 170 / 148))


@drawn_once
def warrior(card: str, look: Look, size: int) -> Image.Image:
    """A warrior without its card; `size` is the side of the square of a portrait (px)."""
    pen = Pen(size * 1.25, size * 1.1)
    pen.to(size * 0.1, size * 0.1, size / 100)
    figures.PORTRAITS[card](pen, look.colour)
    return pen.finish()
