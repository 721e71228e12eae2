"""A computer player's review of a game as curves: each seat's share of the win, with the costliest decisions marked."""

import msgspec
from PIL import Image, ImageDraw

from data.words import Words
from render import frame
from render.art import icons
from render.canvas import paste, plate, text
from render.canvas import picture as empty
from render.contract import Audience, Picture
from render.encode import encode, shorten
from render.frame import MARGIN
from render.theme import CAPTION, MUTED, PANEL, SMALL, TEXT, WIDTH, mix, player, rgb

HEAD, STRIP, FOOT = 108, 64, 74
LEFT, RIGHT, HIGH = 150, WIDTH - 56, 640
FINE = 3
"""Factor by which the curves are drawn larger and then scaled down, which smooths them."""
MARK, END = 27, 44
"""Radius of a mark, and size of the badge at the end of a curve (px)."""


class CurvePoint(msgspec.Struct, frozen=True):
    """A decision: its place in the game (0..1) and the share of the win after it (0..1)."""

    at: float
    share: float
    best: float
    """The share after the move that the computer player likes best."""
    mark: int = 0
    """The number it is listed under; 0 if it is not listed."""


class Curves(msgspec.Struct, frozen=True):
    """A game as the computer player judged it: each seat's decisions in order, () if it was not judged."""

    game: str
    title: str
    seats: tuple[tuple[CurvePoint, ...], ...]
    last: str
    """The last turn, in the words of the board."""


def picture(curves: Curves, audience: Audience) -> Picture:
    """The curves and their description."""
    return encode(draw(curves, audience), describe(curves, audience), curves.game)


def draw(curves: Curves, audience: Audience) -> Image.Image:
    """One line for each seat in its colour, with its shape at the end and in the legend; marks show the costliest decisions."""
    words = audience.words
    seats = [seat for seat, points in enumerate(curves.seats) if points]
    legend = -(-len(seats) // 2) * STRIP
    top = MARGIN + HEAD + legend
    im = empty(top + HIGH + FOOT + MARGIN)
    text(im, (MARGIN + 8, MARGIN + 62), curves.title, "bold", 52, TEXT, room=WIDTH - 2 * MARGIN - 16)
    for at, seat in enumerate(seats):
        x = MARGIN + 8 + at % 2 * (WIDTH - 2 * MARGIN) // 2
        y = MARGIN + HEAD - 14 + at // 2 * STRIP
        look = player(seat, len(curves.seats))
        paste(im, icons.badge(look, 50), (x, y + 2))
        text(im, (x + 64, y + 42), frame.names(audience)[seat], "bold", 42, CAPTION, room=(WIDTH - 2 * MARGIN) // 2 - 96)
    _grid(im, top, words)
    _lines(im, top, curves, seats)
    text(im, (LEFT, top + HIGH + 54), words("render.review.start"), "body", SMALL, MUTED)
    text(im, (RIGHT, top + HIGH + 54), curves.last, "body", SMALL, MUTED, "r")
    return im


def _grid(im: Image.Image, top: int, words: Words) -> None:
    plate(im, (MARGIN, top - 8), WIDTH - 2 * MARGIN, HIGH + 16, 18, PANEL, mix(PANEL, TEXT, 0.16), 4)
    for percent in (0, 25, 50, 75, 100):
        y = round(_y(top, percent / 100))
        plate(im, (LEFT, y - 1), RIGHT - LEFT, 3, 1, mix(PANEL, TEXT, 0.35 if percent == 50 else 0.14))
        if percent in {0, 50, 100}:
            text(im, (LEFT - 14, y + 14), words("render.review.percent", n=percent), "bold", SMALL, MUTED, "r")


def _y(top: float, share: float) -> float:
    return top + 32 + (1 - share) * (HIGH - 64)


def _lines(im: Image.Image, top: int, curves: Curves, seats: list[int]) -> None:
    size = (RIGHT - LEFT + 120) * FINE, (HIGH + 16) * FINE
    for seat in seats:
        look = player(seat, len(curves.seats))
        line = Image.new("L", size)
        pen = ImageDraw.Draw(line)
        places = [((point.at * (RIGHT - LEFT) + 40) * FINE, (_y(0, point.share) + 8) * FINE) for point in curves.seats[seat]]
        if len(places) > 1:
            pen.line(places, fill=255, width=7 * FINE, joint="curve")
        for x, y in places:
            pen.ellipse((x - 6 * FINE, y - 6 * FINE, x + 6 * FINE, y + 6 * FINE), fill=255)
        mask = line.resize((size[0] // FINE, size[1] // FINE), Image.Resampling.LANCZOS)
        coloured = Image.new("RGBA", mask.size, (*rgb(look.rim), 255))
        coloured.putalpha(mask)
        paste(im, coloured, (LEFT - 40, top - 8))
    for seat in seats:
        end = curves.seats[seat][-1]
        paste(im, icons.badge(player(seat, len(curves.seats)), END), (LEFT + end.at * (RIGHT - LEFT), _y(top, end.share)), "c")
    _marks(im, top, curves, seats)


def _marks(im: Image.Image, top: int, curves: Curves, seats: list[int]) -> None:
    """Draw the listed decisions: their numbers, and above each how high the better move would have been."""
    taken: list[tuple[float, float]] = []
    for seat in seats:
        look = player(seat, len(curves.seats))
        for point in curves.seats[seat]:
            if point.mark:
                x, y = LEFT + point.at * (RIGHT - LEFT), _y(top, point.share)
                best = round(_y(top, point.best))
                plate(im, (round(x) - 3, best), 6, round(y) - best, 3, look.rim)
                plate(im, (round(x) - 16, best - 3), 32, 6, 3, look.rim)
                while any(abs(x - a) < 2 * MARK and abs(y - b) < 2 * MARK for a, b in taken):
                    y = y + 2 * MARK if y + 3 * MARK < top + HIGH else top + MARK + 8
                taken.append((x, y))
                x = min(max(x, LEFT + MARK), RIGHT - MARK)
                plate(im, (round(x) - MARK, round(y) - MARK), 2 * MARK, 2 * MARK, MARK, look.colour, TEXT, 4)
                text(im, (x, y + 14), str(point.mark), "bold", SMALL, look.ink, "m")


def describe(curves: Curves, audience: Audience) -> str:
    """The picture in words: each seat's share at the start, in the middle and at the end."""
    words, people = audience.words, frame.names(audience)
    lines = [words("render.review.alt", title=curves.title)]
    for seat, points in enumerate(curves.seats):
        if points:
            shares = [round(100 * points[at].share) for at in (0, len(points) // 2, len(points) - 1)]
            lines.append(words("render.review.alt-seat", name=people[seat], first=shares[0], middle=shares[1], last=shares[2]))
    return shorten(" ".join(lines))
