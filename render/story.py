"""A finished game in one picture, for sharing: the points over time, and the figures that players argue about."""

from collections.abc import Sequence

import msgspec
from PIL import Image

from render import frame
from render.art import icons
from render.canvas import number, paste, plate, text, width
from render.canvas import picture as empty
from render.contract import Audience, Picture
from render.encode import encode, shorten
from render.frame import GAP, MARGIN, STRIP
from render.pen import Pen
from render.sprite_cache import drawn_once
from render.theme import ACCENT, CAPTION, MUTED, PANEL, TEXT, WIDTH, mix, player

HEAD, CHART, ROW = 92, 500, 68
HIGH = 1206
"""Height without the foot (px): a desktop shows the numbers of a taller picture too small. Many rows make the chart lower."""
LEFT, FOOT, PAD = 96, 26, 34
"""Room left of the chart for its numbers, below its lowest line, and above its highest (px)."""
COLUMN = 150
"""Width of a seat's column of figures (px)."""
POINTS = 240
"""The most points of the curve that are drawn."""


class FigureRow(msgspec.Struct, frozen=True):
    """A figure: its name, and its value for each seat."""

    name: str
    values: tuple[int, ...]


class StoryPicture(msgspec.Struct, frozen=True):
    """What the picture shows. `game`: the game whose colours are used; `title`: the heading; `curve`: the points by seat after
    each step; `turning`: the step that decided; `rows`: figures; `lines`: the story in sentences, for the description.
    """

    game: str
    title: str
    curve: tuple[tuple[int, ...], ...]
    turning: int | None
    rows: tuple[FigureRow, ...]
    lines: tuple[str, ...]


def picture(story: StoryPicture, audience: Audience) -> Picture:
    """The picture and its description."""
    return encode(draw(story, audience), describe(story, audience), story.game)


def describe(story: StoryPicture, audience: Audience) -> str:
    """The story and the figures in words."""
    names = frame.names(audience)
    said = [f"{story.title}.", *story.lines]
    for row in story.rows:
        values = ", ".join(f"{name} {value}" for name, value in zip(names, row.values, strict=True))
        said.append(f"{row.name}: {values}.")
    return shorten(" ".join(said))


def draw(story: StoryPicture, audience: Audience) -> Image.Image:
    """The picture: players, curve, figures."""
    seats = len(audience.people)
    rows = len(story.rows) * ROW + (MARGIN if story.rows else 0) + MARGIN
    top = MARGIN + HEAD + STRIP + GAP
    chart = min(CHART, HIGH - top - GAP - rows)
    below = top + chart + GAP
    im = empty(below + rows)
    frame.title(im, (MARGIN + 12, MARGIN + 66), story.title, WIDTH - 2 * MARGIN - 24, CAPTION, 68)
    for seat, (x, w) in enumerate(frame.columns(seats)):
        frame.seat_score(im, (x, MARGIN + HEAD, w), audience, seat, story.curve[-1][seat])
    _chart(im, top, chart, story, seats)
    if story.rows:
        _figures(im, below, story.rows, seats)
    return im


def _chart(im: Image.Image, y: int, chart: int, story: StoryPicture, seats: int) -> None:
    w = WIDTH - 2 * MARGIN
    plate(im, (MARGIN, y), w, chart, 18, PANEL, mix(PANEL, TEXT, 0.16), 4)
    low = min(0, *(min(points) for points in story.curve))
    high = max(low + 4, *(max(points) for points in story.curve))
    step = _step(high - low)
    top, bottom, left, right = y + PAD, y + chart - FOOT - PAD, MARGIN + LEFT, WIDTH - MARGIN - 60

    def height(points: float) -> float:
        return bottom - (points - low) / (high - low) * (bottom - top)

    for value in range(-(-low // step) * step, high + 1, step):
        plate(im, (left, round(height(value)) - 1), right - left, 3, 1, mix(PANEL, TEXT, 0.2))
        number(im, (left - 14, height(value)), str(value), 42, MUTED, "r")
    across = max(1, len(story.curve) - 1)
    if story.turning is not None:
        x = left + story.turning / across * (right - left)
        plate(im, (round(x) - 3, top), 6, bottom - top + FOOT, 3, ACCENT)
    paste(im, _lines(story.curve, seats, (left, top, right, bottom), low, high), (MARGIN, y))
    for seat, at in _apart({seat: height(story.curve[-1][seat]) for seat in range(seats)}, y + chart - 30).items():
        paste(im, icons.badge(player(seat, seats), 46), (right + 32, at), "c")


def _apart(wanted: dict[int, float], lowest: float) -> dict[int, float]:
    """The heights of the badges at the lines' ends: as wanted, but none overlap and none is below `lowest`."""
    order = sorted(wanted, key=wanted.__getitem__)
    found: list[float] = []
    for seat in order:
        found.append(max(wanted[seat], found[-1] + 48 if found else 0))
    for at in range(len(found) - 1, -1, -1):
        found[at] = min(found[at], lowest - 48 * (len(found) - 1 - at))
    return dict(zip(order, found, strict=True))


@drawn_once
def _lines(curve: tuple[tuple[int, ...], ...], seats: int, box: tuple[int, int, int, int], low: int, high: int) -> Image.Image:
    """The lines of all seats on the panel; each is shifted a little, so that lines with equal values stay apart."""
    left, top, right, bottom = box
    y = top - PAD
    pen = Pen(WIDTH - 2 * MARGIN, bottom - y + FOOT + PAD)
    every = max(1, len(curve) // POINTS)
    kept = [*range(0, len(curve) - 1, every), len(curve) - 1]
    across = max(1, len(curve) - 1)
    for seat in range(seats):
        shift = (seat - (seats - 1) / 2) * 5
        points = [
            (
                left - MARGIN + at / across * (right - left),
                bottom - y - (curve[at][seat] - low) / (high - low) * (bottom - top) + shift,
            )
            for at in kept
        ]
        pen.line(points, player(seat, seats).rim, 7)
    return pen.finish()


def _step(span: int) -> int:
    """The distance between two grid lines of the chart: a round number, so that there are a few."""
    for step in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500):
        if span / step <= 6:
            return step
    return 1000


def _figures(im: Image.Image, y: int, rows: Sequence[FigureRow], seats: int) -> None:
    w = WIDTH - 2 * MARGIN
    plate(im, (MARGIN, y), w, len(rows) * ROW + MARGIN, 18, PANEL, mix(PANEL, TEXT, 0.16), 4)
    for at, row in enumerate(rows):
        middle = y + MARGIN / 2 + (at + 0.5) * ROW
        if at:
            plate(im, (MARGIN + 20, round(middle - ROW / 2)), w - 40, 3, 1, mix(PANEL, TEXT, 0.16))
        room = w - seats * COLUMN - 40
        text(im, (MARGIN + 24, middle + 13), row.name, "bold", 42, TEXT, room=room)
        best = max(row.values)
        for seat, value in enumerate(row.values):
            right = WIDTH - MARGIN - 24 - (seats - 1 - seat) * COLUMN
            wide = min(COLUMN - 66, width(str(value), "digits", 44))
            paste(im, icons.badge(player(seat, seats), 38), (right - wide - 30, middle), "c")
            colour = ACCENT if value == best and value and seats > 1 else TEXT
            number(im, (right, middle), str(value), 44, colour, "r", room=COLUMN - 66)
