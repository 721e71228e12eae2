"""The table of a league's division: places, names and points, who goes up and down, and what each got against each."""

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

import msgspec
from PIL import Image

from data.words import Words
from render import canvas, standings
from render.art import icons, shields
from render.canvas import number, paste, plate, text
from render.canvas import picture as empty
from render.contract import Picture
from render.encode import encode, shorten
from render.frame import MARGIN
from render.pen import Pen
from render.prose import cut, sentence
from render.sprite_cache import drawn_once
from render.standings import HEAD
from render.theme import BG, CAPTION, GREEN, MUTED, PANEL, SECONDARY, TEXT, VERMILION, WIDTH, mix

ROW, CAPTIONS = 96, 70
"""Heights of a row, and of the line above the first one (px)."""

CELL = 58
"""The side of a cell of what each got against each (px)."""

X_PLACE, X_ARMS, X_NAME, X_POINTS, X_MOVE = 56, 100, 186, 1004, 1036
X_RIGHT = WIDTH - MARGIN - 8

RUNNING = "…"
"""What stands for a game that has begun."""


Direction: TypeAlias = Literal["up", "", "down"]


class LeagueLine(msgspec.Struct, frozen=True, kw_only=True):
    """One person in a division: place (ties share it), name, games that are over, points and tie-break; `move`: where they go
    when the season ends. `against`: what they got against each person of the division, in the order of its lines: a single
    sign, or "" if that game has not begun or it is their own place. `about`: whatever else is said of them. `user`: whose arms
    are drawn.
    """

    place: int
    name: str
    games: int
    points: str
    tie: str
    move: Direction = ""
    against: tuple[str, ...]
    about: str = ""
    user: int = 0


class LeaguePicture(msgspec.Struct, frozen=True):
    """A division of a league: the league's name, its game, a line about the season, the division's name, and its people, best
    first.
    """

    name: str
    game: str
    about: str
    division: str
    lines: tuple[LeagueLine, ...]


def picture(league: LeaguePicture, words: Words) -> Picture:
    """The table and its description."""
    return encode(draw(league, words), describe(league, words), "house")


def draw(league: LeaguePicture, words: Words) -> Image.Image:
    """The people, one below the other."""
    lines, y = league.lines, MARGIN + HEAD + 66
    cells = X_POINTS - 120 - len(lines) * CELL
    im = empty(y + CAPTIONS + len(lines) * ROW + MARGIN + 2)
    standings.head(im, league.game, league.name, words)
    text(im, (MARGIN + 12, y - 20), league.about, "bold", 42, CAPTION, room=WIDTH - 2 * MARGIN - 24)
    text(im, (MARGIN + 12, y + 52), league.division, "bold", 46, TEXT, room=cells - MARGIN - 30)
    for k, line in enumerate(lines):
        paste(im, shields.arms_of(line.user, line.name, 46), (cells + (k + 0.5) * CELL, y + 36), "c")
    text(im, (X_RIGHT, y + 32), words("render.league.points"), "bold", 38, CAPTION, "r", 166)
    text(im, (X_RIGHT, y + 62), words("render.league.tie"), "bold", SECONDARY, MUTED, "r", 166, secondary=True)
    y += CAPTIONS
    plate(im, (MARGIN, y), WIDTH - 2 * MARGIN, len(lines) * ROW, 18, PANEL, mix(PANEL, TEXT, 0.16), 4)
    for k, line in enumerate(lines):
        middle = y + k * ROW + ROW // 2
        if k:
            plate(im, (X_ARMS, middle - ROW // 2 - 1), WIDTH - MARGIN - X_ARMS - 20, 3, 1, mix(PANEL, TEXT, 0.16))
        _line(im, middle, line, cells, words)
        for other, got in enumerate(line.against):
            _cell(im, (cells + other * CELL, middle - CELL // 2), got, own=other == k)
    return im


def _line(im: Image.Image, middle: int, line: LeagueLine, cells: int, words: Words) -> None:
    paste(im, icons.disc(line.place, 58), (X_PLACE, middle), "c")
    paste(im, shields.arms_of(line.user, line.name, 68), (X_ARMS, middle - 38))
    room = cells - X_NAME - 14
    text(im, (X_NAME, middle - 2), canvas.name(line.name, words("render.standings.someone")), "bold", 46, TEXT, room=room)
    below = line.about or words.count("render.league.games", line.games)
    text(im, (X_NAME, middle + 34), below, "body", SECONDARY, MUTED, room=room, secondary=True)
    number(im, (X_POINTS, middle - 14), line.points, 56, TEXT, "r", room=104)
    number(im, (X_POINTS, middle + 28), line.tie, SECONDARY, MUTED, "r", room=104, secondary=True)
    if line.move:
        paste(im, _arrow(line.move), (X_MOVE, middle), "c")


def _cell(im: Image.Image, at: tuple[int, int], got: str, *, own: bool) -> None:
    x, y = at
    fill = mix(PANEL, TEXT, 0.22) if own else mix(PANEL, BG, 0.7)
    plate(im, (x + 3, y + 3), CELL - 6, CELL - 6, 8, fill)
    if got == RUNNING:
        paste(im, icons.hourglass(38), (x + CELL / 2, y + CELL / 2), "c")
    elif got:
        number(im, (x + CELL / 2, y + CELL / 2), got, 44, MUTED if got == "0" else TEXT, room=CELL - 8)


@drawn_once
def _arrow(move: str) -> Image.Image:
    pen = Pen(44, 44)
    points = [(22.0, 4.0), (40.0, 30.0), (29.0, 30.0), (29.0, 40.0), (15.0, 40.0), (15.0, 30.0), (4.0, 30.0)]
    up = move == "up"
    pen.poly(points if up else [(x, 44 - y) for x, y in points], GREEN if up else VERMILION, w=3)
    return pen.finish()


def describe(league: LeaguePicture, words: Words) -> str:
    """The table in words."""
    title = words("render.league.alt", game=words(f"{league.game}.name"), name=league.name)
    return shorten(sentence(title, league.about, f"{league.division}: {' '.join(text_lines(league.lines, words))}"))


def text_lines(lines: Sequence[LeagueLine], words: Words) -> Iterator[str]:
    """Yield the lines of a division in words, with what each got against each."""
    names = [cut(each.name, 34) for each in lines]
    for line, name in zip(lines, names, strict=True):
        results = (f"{other} {got}" for other, got in zip(names, line.against, strict=True) if got not in {"", RUNNING})
        facts = {"place": line.place, "name": name, "points": line.points, "tie": line.tie}
        said = words.count("render.league.line", line.games, **facts)
        more = (words(f"render.league.{line.move}") if line.move else "", line.about, ", ".join(results))
        yield "; ".join(filter(None, (said, *more))) + "."
